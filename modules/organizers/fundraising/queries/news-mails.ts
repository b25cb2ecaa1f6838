import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Records and returns those of the addresses that are subscribed and were not mailed this update yet. */
export async function recordRecipients(
  tx: Tx,
  input: { newsId: string; campaignId: bigint; hashes: readonly string[]; at: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    insert into fundraising.news_mail (news_id, email_hash, queued_at)
    select ${input.newsId}::uuid, h, ${input.at}
    from unnest(${[...input.hashes]}::text[]) as u(h)
    where not exists (
      select from fundraising.unsubscription s where s.campaign_id = ${input.campaignId} and s.email_hash = h
    )
    on conflict do nothing
    returning email_hash as hash
  `.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}

/** Counts the recipients of each update. */
export const countNewsRecipients = async (db: Db, newsIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (newsIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('fundraising.news_mail')
    .select(['news_id as newsId', (e) => e.fn.countAll<bigint>().as('count')])
    .where('news_id', 'in', [...newsIds])
    .groupBy('news_id')
    .execute()
  return new Map(rows.map(({ newsId, count }) => [newsId, Number(count)]))
}

/** Returns those of the addresses that have unsubscribed from this fundraiser. */
export const unsubscribedOf = async (
  db: Db,
  input: { campaignId: bigint; hashes: readonly string[] },
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await sql<{ hash: string }>`select email_hash as hash from fundraising.unsubscription
        where campaign_id = ${input.campaignId} and email_hash = any(${input.hashes}::text[])`.execute(db)
    ).rows.map(({ hash }) => hash),
  )

export const isUnsubscribedFromNews = async (db: Db, input: { campaignId: bigint; hash: string }): Promise<boolean> =>
  (await db
    .selectFrom('fundraising.unsubscription')
    .select('unsubscribed_at')
    .where('campaign_id', '=', input.campaignId)
    .where('email_hash', '=', input.hash)
    .executeTakeFirst()) !== undefined

export const insertNewsUnsubscription = (tx: Tx, input: { campaignId: bigint; hash: string; at: Date }) =>
  tx
    .insertInto('fundraising.unsubscription')
    .values({ campaign_id: input.campaignId, email_hash: input.hash, unsubscribed_at: input.at })
    .onConflict((conflict) => conflict.columns(['campaign_id', 'email_hash']).doNothing())
    .execute()
