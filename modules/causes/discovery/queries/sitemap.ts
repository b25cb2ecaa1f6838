import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'
import { canReceive } from './search.ts'

/** Pages of the sitemap are ranges of ids, so that none exceeds this size and nothing must be counted. */
const sitemapPageSize = 50_000
const chunkSize = 5000

export type SitemapEntry = {
  readonly path: string
  readonly changedAt: Date
  /** The campaign of a hosted page, whose URL may be on its charity's host. */
  readonly hostedPageOf?: bigint
  /** The subdomain of the charity whose page this is, which may be on its own host. */
  readonly charityPageOf?: string
}

type CampaignRow = {
  readonly id: bigint
  readonly slug: string
  readonly kind: string
  readonly charity: string
  readonly changedAt: Date
}

/** A charity has a page in addition to its general fund's; a hosted page has a URL below its charity's. */
function entriesOf({ id, slug, kind, charity, changedAt }: CampaignRow): readonly SitemapEntry[] {
  if (kind === 'hosted-page')
    return [{ path: `/pages/${encodeURIComponent(charity)}/${encodeURIComponent(slug)}`, changedAt, hostedPageOf: id }]
  const own = { path: `/v4/campaign/${encodeURIComponent(slug)}`, changedAt }
  return kind === 'general-fund'
    ? [own, { path: `/organizations/${encodeURIComponent(charity)}`, changedAt, charityPageOf: charity }]
    : [own]
}

/** Returns the pages, from 1, with public campaigns. */
export async function sitemapPages(db: Db): Promise<number[]> {
  const { rows } = await sql<{ page: number }>`
    select (n + 1)::int as page
    from generate_series(0, (select coalesce(max(campaign_id), -1) / ${sitemapPageSize} from discovery.document)) n
    where exists (select from discovery.document d
      where d.campaign_id >= n * ${sitemapPageSize} and d.campaign_id < (n + 1) * ${sitemapPageSize} and d.status = 1)
    order by n`.execute(db)
  return rows.map(({ page }) => page)
}

/** Yields open campaigns of a sitemap page, in chunks along the primary key. `read`: runs the query of a chunk. */
export async function* sitemapCampaigns(
  read: (query: (db: Db) => Promise<CampaignRow[]>) => Promise<CampaignRow[]>,
  page: number,
  now: Date,
): AsyncGenerator<SitemapEntry[]> {
  const end = BigInt(page) * BigInt(sitemapPageSize)
  let after = end - BigInt(sitemapPageSize) - 1n
  for (;;) {
    const rows = await read((db) => findCampaigns(db, { after, end, now }))
    if (rows.length > 0) yield rows.flatMap(entriesOf)
    const last = rows.at(-1)
    if (!last || rows.length < chunkSize) return
    after = last.id
  }
}

async function findCampaigns(
  db: Db,
  { after, end, now }: { readonly after: bigint; readonly end: bigint; readonly now: Date },
): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select c.id, c.slug, c.kind, d.charity, greatest(c.changed_at, d.changed_at) as "changedAt"
    from discovery.document d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.campaign_id > ${after}
      and d.campaign_id < ${end}
      and d.status = 1
      and d.ends_at > ${now}
      and c.listed
      and ${canReceive(now)}
    order by d.campaign_id
    limit ${chunkSize}
  `.execute(db)
  return rows
}

/** Events, newest first. */
export async function sitemapEvents(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('discovery.event').select('slug').orderBy('id', 'desc').limit(chunkSize).execute()
  return rows.map(({ slug }) => slug)
}
