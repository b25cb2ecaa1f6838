import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

export type Comment = { readonly id: string; readonly campaignId: bigint; readonly donationId: string; readonly authorId: string; readonly body: string; readonly displayName: string; readonly displayPlace: string; readonly createdAt: Date }

/** Undefined: the gift already has its words. */
export const insertComment = (tx: Tx, row: Comment) =>
  tx
    .insertInto('comments.comment')
    .values({ id: row.id, campaign_id: row.campaignId, donation_id: row.donationId, author_id: row.authorId, body: row.body, display_name: row.displayName, display_place: row.displayPlace, created_at: row.createdAt })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .returning('id')
    .executeTakeFirst()

const columns = ['id', 'campaign_id as campaignId', 'donation_id as donationId', 'author_id as authorId', 'body', 'display_name as displayName', 'display_place as displayPlace', 'created_at as createdAt'] as const

export const findCommentOfDonation = (db: Db, donationId: string): Promise<Comment | undefined> => db.selectFrom('comments.comment').select(columns).where('donation_id', '=', donationId).executeTakeFirst()

/** Newest first, hidden ones left out. */
export const listComments = (db: Db, campaignId: bigint, limit: number, offset: number): Promise<Comment[]> =>
  db.selectFrom('comments.comment').select(columns).where('campaign_id', '=', campaignId).where('hidden_at', 'is', null).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
