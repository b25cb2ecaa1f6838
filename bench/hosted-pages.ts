import { required } from '#shared/collections.ts'
import type pg from 'pg'
import { drive, type Load, type Measured } from './load.ts'

/** The domain of charities' hosts while it is measured. */
export const benchPagesDomain = 'pages.bench.example'
const pagesCount = 100
/** Requests of each of the other pages in a second, and how many times that the busy page gets. */
const quietPerSecond = 1
const noisyTimes = 20

/** What hosted pages were measured at. */
export type HostedPages = {
  readonly host: string
  /** Slugs of published pages of one charity. */
  readonly slugs: readonly string[]
}

/** Adds 100 published pages like the demo's, on its charity's host. */
export async function addHostedPages(pool: Pick<pg.Pool, 'query'>): Promise<HostedPages> {
  const { rows } = await pool.query<{ id: string; subdomain: string }>(
    `select p.id::text, o.slug as subdomain from hosted_pages.page p join organizations.organization o on o.id = p.organization_id
       where p.published_version is not null and o.verification_state = 'verified' order by p.created_at limit 1`,
  )
  const { id, subdomain } = required(rows[0], 'hosted page')
  const slugs = Array.from({ length: pagesCount }, (_, index) => `bench-page-${index + 1}`)
  const copy = (table: string, where: string, overrides: string) =>
    `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, to_jsonb(source) || ${overrides})).*
       from ${table} source, input where ${where}`
  for (const [index, slug] of slugs.entries())
    await pool.query(
      `with input as (select $1::uuid as page_id, gen_random_uuid() as new_id, $2::text as slug, 900000 + $3::int as campaign_id),
         campaign as (${copy('campaigns.campaign', 'source.id = (select campaign_id from hosted_pages.page where id = page_id)', "jsonb_build_object('id', input.campaign_id, 'slug', input.slug)")}),
         page as (${copy('hosted_pages.page', 'source.id = page_id', "jsonb_build_object('id', new_id, 'campaign_id', input.campaign_id, 'slug', input.slug, 'request_key', null, 'request_hash', null)")}),
         version as (${copy('hosted_pages.version', 'source.page_id = input.page_id', "jsonb_build_object('page_id', new_id)")})
       insert into hosted_pages.slug (organization_id, slug_key, slug, page_id)
         select organization_id, input.slug, input.slug, input.new_id from hosted_pages.page source, input where source.id = page_id`,
      [id, slug, index],
    )
  return { host: `${subdomain}.${benchPagesDomain}`, slugs }
}

const headersOf = ({ host }: HostedPages) => ({ host, 'accept-encoding': 'gzip, deflate, br, zstd' })

/** Requests of pages on their charity's host. */
export const hostedPageRequest = (pages: HostedPages, slug: () => string): Load['next'] => {
  const headers = headersOf(pages)
  return () => ({ method: 'GET', path: `/${slug()}`, headers })
}

/**
 * Drives 99 pages at one request a second each, alone and then while the hundredth gets twenty times the requests of all
 * of them together.
 */
export async function measureNoisyNeighbour(input: {
  readonly url: string
  readonly seconds: number
  readonly pages: HostedPages
}): Promise<{ readonly quiet: Measured; readonly beside: Measured; readonly noisy: Measured }> {
  const { url, seconds, pages } = input
  const [busy = '', ...others] = pages.slugs
  let turn = 0
  const driveOthers = () =>
    drive({
      url,
      clients: 8,
      seconds,
      perSecond: others.length * quietPerSecond,
      next: hostedPageRequest(pages, () => required(others[turn++ % others.length])),
    })
  const quiet = await driveOthers()
  const perSecond = others.length * quietPerSecond * noisyTimes
  const next = hostedPageRequest(pages, () => busy)
  const [beside, noisy] = await Promise.all([driveOthers(), drive({ url, clients: 32, seconds, perSecond, next })])
  return { quiet, beside, noisy }
}
