import { required } from '#shared/collections.ts'
import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** An update of a fundraiser. `body` is sanitized HTML. */
export type News = Readonly<Selection<Tables, 'campaigns.news', (typeof columns)[number]>>

const columns = [
  'id',
  'campaign_id as campaignId',
  'author_id as authorId',
  'title',
  'body',
  'published_at as publishedAt',
  'changed_at as changedAt',
] as const

/** Lists updates, newest first, after `before`. */
export const listOwnNews = (
  db: Db,
  input: { campaignId: bigint; limit: number; before?: string | undefined },
): Promise<News[]> =>
  db
    .selectFrom('campaigns.news')
    .select(columns)
    .where('campaign_id', '=', input.campaignId)
    .$if(input.before !== undefined, (query) =>
      query.where(
        sql<boolean>`
          (published_at, id) < (select published_at, id from campaigns.news where id = ${input.before}::uuid)
        `,
      ),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute()

export const findNews = (db: Db, id: string): Promise<News | undefined> =>
  db.selectFrom('campaigns.news').select(columns).where('id', '=', id).executeTakeFirst()

/** Inserts an update, or returns the existing one of the same request. */
export const insertNews = async (
  tx: Tx,
  row: {
    id: string
    campaignId: bigint
    authorId: string
    title: string
    body: string
    at: Date
    requestKey: string | undefined
  },
): Promise<{ readonly news: News; readonly isNew: boolean }> => {
  const inserted = await tx
    .insertInto('campaigns.news')
    .values({
      id: row.id,
      campaign_id: row.campaignId,
      author_id: row.authorId,
      title: row.title,
      body: row.body,
      published_at: row.at,
      ...(row.requestKey === undefined ? {} : { idempotency_key: row.requestKey }),
    })
    .onConflict((conflict) =>
      conflict.columns(['campaign_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()
  if (inserted) return { news: inserted, isNew: true }
  const news = await tx
    .selectFrom('campaigns.news')
    .select(columns)
    .where('campaign_id', '=', row.campaignId)
    .where('idempotency_key', '=', required(row.requestKey))
    .executeTakeFirstOrThrow()
  return { news, isNew: false }
}

/** Changes an update; returns false if the fundraiser doesn't have it. */
export const changeNews = async (
  tx: Tx,
  input: { id: string; campaignId: bigint; title: string; body: string; at: Date },
): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.news')
    .set({ title: input.title, body: input.body, changed_at: input.at })
    .where('id', '=', input.id)
    .where('campaign_id', '=', input.campaignId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Deletes an update; returns false if the fundraiser doesn't have it. */
export const deleteNews = async (tx: Tx, ids: { id: string; campaignId: bigint }): Promise<boolean> =>
  (await tx
    .deleteFrom('campaigns.news')
    .where('id', '=', ids.id)
    .where('campaign_id', '=', ids.campaignId)
    .returning('id')
    .executeTakeFirst()) !== undefined
