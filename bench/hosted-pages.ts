import { randomUUID } from 'node:crypto'
import { required } from '#shared/collections.ts'
import type pg from 'pg'
import { runEvenLoad, type Load, type LoadResult } from './load.ts'
import { browserEncodings } from './requests.ts'

/** Domain of charities' hosts during the measurement. */
export const benchPagesDomain = 'pages.bench.example'
const pagesCount = 100
/** Requests per second of each other page, and the factor for the busy page. */
const quietPerSecond = 1
const noisyTimes = 20

/** Results of the measurement of hosted pages. */
export type HostedPages = {
  readonly host: string
  /** Slugs of published pages of one charity. */
  readonly slugs: readonly string[]
}

/** Adds 100 published pages like the demo's to its charity. */
export async function addHostedPages(client: pg.Client): Promise<HostedPages> {
  const { rows } = await client.query<{ id: string; campaignId: string; subdomain: string }>(
    `select p.id::text, p.campaign_id::text as "campaignId", o.slug as subdomain
         from hosted_pages.page p join organizations.organization o on o.id = p.organization_id
         where p.published_version is not null and o.verification_state = 'verified' order by p.created_at limit 1`,
  )
  const source = required(rows[0], 'hosted page')
  const copy = (table: string, key: string, id: string, values: object) =>
    client.query(
      `
        insert into ${table} overriding system value
        select (jsonb_populate_record(null::${table}, to_jsonb(source) || $2::jsonb)).*
        from ${table} source
        where ${key} = $1
      `,
      [id, JSON.stringify(values)],
    )
  const slugs = Array.from({ length: pagesCount }, (_, index) => `bench-page-${index + 1}`)
  await client.query('begin')
  for (const [index, slug] of slugs.entries()) {
    const [pageId, campaignId] = [randomUUID(), 900_000 + index]
    await copy('campaigns.campaign', 'id', source.campaignId, { id: campaignId, slug })
    const page = { id: pageId, campaign_id: campaignId, slug, request_key: null, request_hash: null }
    await copy('hosted_pages.page', 'id', source.id, page)
    await copy('hosted_pages.version', 'page_id', source.id, { page_id: pageId })
    await client.query(
      `insert into hosted_pages.slug (organization_id, slug_key, slug, page_id)
           select organization_id, $2, $2, id from hosted_pages.page where id = $1`,
      [pageId, slug],
    )
  }
  await client.query('commit')
  return { host: `${source.subdomain}.${benchPagesDomain}`, slugs }
}

const headersOf = ({ host }: HostedPages) => ({ host, 'accept-encoding': browserEncodings })

/** Requests for pages on their charity's host. */
export const hostedPageRequest = (pages: HostedPages, slug: () => string): Load['next'] => {
  const headers = headersOf(pages)
  return () => ({ method: 'GET', path: `/${slug()}`, headers })
}

/**
 * Loads 99 pages with one request a second each, first alone, then while the hundredth page gets twenty times the
 * requests of all others together.
 */
export async function measureNoisyNeighbour(input: {
  readonly url: string
  readonly seconds: number
  readonly pages: HostedPages
}): Promise<{ readonly quiet: LoadResult; readonly beside: LoadResult; readonly noisy: LoadResult }> {
  const { url, seconds, pages } = input
  const [busy = '', ...others] = pages.slugs
  let turn = 0
  const driveOthers = () =>
    runEvenLoad({
      url,
      clients: 8,
      seconds,
      perSecond: others.length * quietPerSecond,
      next: hostedPageRequest(pages, () => required(others[turn++ % others.length])),
    })
  const quiet = await driveOthers()
  const perSecond = others.length * quietPerSecond * noisyTimes
  const next = hostedPageRequest(pages, () => busy)
  const [beside, noisy] = await Promise.all([
    driveOthers(),
    runEvenLoad({ url, clients: 32, seconds, perSecond, next }),
  ])
  return { quiet, beside, noisy }
}
