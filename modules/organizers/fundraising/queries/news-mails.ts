import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Records and returns those of the mailboxes that are subscribed and were not mailed this news yet. */
export async function takeUnmailed(
  tx: Tx,
  of: { newsId: string; campaignId: bigint; hashes: readonly string[]; at: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    insert into fundraising.news_mail (news_id, email_hash, queued_at)
    select ${of.newsId}::uuid, h, ${of.at} from unnest(${[...of.hashes]}::text[]) as u(h)
    where not exists (select from fundraising.unsubscribed s where s.campaign_id = ${of.campaignId} and s.email_hash = h)
    on conflict do nothing returning email_hash as hash`.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}

/** Counts the recipients of news. */
export const countMailed = async (db: Db, newsIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (newsIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('fundraising.news_mail')
    .select(['news_id as newsId', (e) => e.fn.countAll<bigint>().as('count')])
    .where('news_id', 'in', [...newsIds])
    .groupBy('news_id')
    .execute()
  return new Map(rows.map(({ newsId, count }) => [newsId, Number(count)]))
}

/** Returns those of the mailboxes that have unsubscribed from this fundraiser. */
export const unsubscribedOf = async (
  db: Db,
  of: { campaignId: bigint; hashes: readonly string[] },
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await sql<{ hash: string }>`select email_hash as hash from fundraising.unsubscribed
        where campaign_id = ${of.campaignId} and email_hash = any(${of.hashes}::text[])`.execute(db)
    ).rows.map(({ hash }) => hash),
  )

export const isUnsubscribed = async (db: Db, of: { campaignId: bigint; hash: string }): Promise<boolean> =>
  (await db
    .selectFrom('fundraising.unsubscribed')
    .select('at')
    .where('campaign_id', '=', of.campaignId)
    .where('email_hash', '=', of.hash)
    .executeTakeFirst()) !== undefined

export const insertUnsubscribed = (tx: Tx, of: { campaignId: bigint; hash: string; at: Date }) =>
  tx
    .insertInto('fundraising.unsubscribed')
    .values({ campaign_id: of.campaignId, email_hash: of.hash, at: of.at })
    .onConflict((conflict) => conflict.columns(['campaign_id', 'email_hash']).doNothing())
    .execute()
