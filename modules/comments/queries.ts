import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

export type Comment = {
  readonly id: string
  readonly campaignId: bigint
  readonly donationId: string
  readonly authorId: string
  readonly body: string
  readonly displayName: string
  readonly displayPlace: string
  readonly createdAt: Date
}

/** Undefined: the gift already has its words. */
export const insertComment = (tx: Tx, row: Comment) =>
  tx
    .insertInto('comments.comment')
    .values({
      id: row.id,
      campaign_id: row.campaignId,
      donation_id: row.donationId,
      author_id: row.authorId,
      body: row.body,
      display_name: row.displayName,
      display_place: row.displayPlace,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** The words of a gift, hidden or not: one gift has one. */
export const findCommentOfDonation = (db: Db, donationId: string): Promise<Comment | undefined> =>
  db
    .selectFrom('comments.comment')
    .select([
      'id',
      'campaign_id as campaignId',
      'donation_id as donationId',
      'author_id as authorId',
      'body',
      'display_name as displayName',
      'display_place as displayPlace',
      'created_at as createdAt',
    ])
    .where('donation_id', '=', donationId)
    .executeTakeFirst()

/** Newest first, hidden ones left out; along the index (campaign, created_at, id). Prepared: every campaign page asks for it. */
export const listComments = (ports: Ports, campaignId: bigint, limit: number, offset: number): Promise<Comment[]> =>
  ports.statement<Comment>(
    'comments.of_campaign',
    `select id, campaign_id as "campaignId", donation_id as "donationId", author_id as "authorId", body, display_name as "displayName", display_place as "displayPlace",
       created_at as "createdAt"
     from comments.comment where campaign_id = $1 and hidden_at is null order by created_at desc, id desc limit $2 offset $3`,
    [campaignId, limit, offset],
  )

/** Every word of somebody: what they wrote signed in, and with gifts that are theirs. */
export const eraseComments = (tx: Tx, of: { accountId: string; donationIds: readonly string[] }) =>
  sql`delete from comments.comment where author_id = ${of.accountId} or donation_id = any(${of.donationIds}::uuid[])`.execute(tx)
