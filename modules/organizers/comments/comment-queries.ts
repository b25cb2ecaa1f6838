import { sql, type Selection } from 'kysely'
import type { Db, Ports, Tx, Tables } from '#shared/ports.ts'
import type { WordsReviewReason } from './rules/needs-review.ts'
import './tables.ts'

export type Comment = Readonly<Selection<Tables, 'comments.comment', (typeof columns)[number]>>

const columns = [
  'id',
  'campaign_id as campaignId',
  'donation_id as donationId',
  'author_id as authorId',
  'body',
  'display_name as displayName',
  'display_place as displayPlace',
  'created_at as createdAt',
  'changed_at as changedAt',
  'hidden_at as hiddenAt',
  'hidden_by as hiddenBy',
  'hidden_reason as hiddenReason',
  // When it was sent to review.
  'review_since as reviewSince',
  'review_reason as reviewReason',
] as const

/** Inserts words; undefined if the donation already has some. */
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
      review_since: row.reviewSince,
      review_reason: row.reviewReason,
    })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Returns the words of a donation in any state; a donation has at most one. */
export const findCommentOfDonation = (db: Db, donationId: string): Promise<Comment | undefined> =>
  db.selectFrom('comments.comment').select(columns).where('donation_id', '=', donationId).executeTakeFirst()

/** Returns words of a fundraiser in any state; `id` must be a valid UUID. */
export const findComment = (db: Db, campaignId: bigint, id: string): Promise<Comment | undefined> =>
  db
    .selectFrom('comments.comment')
    .select(columns)
    .where('id', '=', id)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()

/** Words as visitors of a fundraiser's page see them. */
export type PublicComment = Pick<
  Comment,
  'id' | 'campaignId' | 'body' | 'displayName' | 'displayPlace' | 'createdAt'
> & { readonly total: number }

/** Condition: neither hidden nor in review, and the donation isn't fully refunded. */
const isPublic = `hidden_at is null and review_since is null
  and not exists (select from giving.refunded_amount r where r.donation_id = comment.donation_id and r.is_fully_refunded)`

/** Maximum of words that are counted. */
const countedMax = 10_000

/**
 * Returns public words, newest first, by the index (campaign, created_at, id); undefined if there is no such public
 * campaign. Batched, because every campaign page reads its first ones.
 */
export const listComments = (
  ports: Ports,
  campaignId: bigint,
  limit: number,
  offset: number,
): Promise<PublicComment[] | undefined> =>
  offset === 0
    ? ports.batch(`comments.of_campaigns ${limit}`, campaignId, (ids) => commentsOf(ports, ids, limit, 0))
    : commentsOf(ports, [campaignId], limit, offset).then(([comments]) => comments)

async function commentsOf(
  ports: Ports,
  campaignIds: readonly bigint[],
  limit: number,
  offset: number,
): Promise<(PublicComment[] | undefined)[]> {
  // A campaign without words is one row without an id.
  const rows = await ports.statement<PublicComment | { readonly campaignId: bigint; readonly id: null }>(
    'comments.of_campaigns',
    // The subquery of the count depends on no row, so it runs once for each campaign.
    `
      select said.*, asked.id as "campaignId"
      from unnest(array(select unnest($1::bigint[]))) asked(id)
      join campaigns.campaign on campaign.id = asked.id and campaign.status <> 0
      left join lateral (
        select
          id,
          body,
          display_name as "displayName",
          display_place as "displayPlace",
          created_at as "createdAt",
          (
            select count(*)::int
            from (
              select 1 from comments.comment where campaign_id = asked.id and ${isPublic} limit ${countedMax}
            ) counted
          ) as total
        from comments.comment
        where campaign_id = asked.id and ${isPublic}
        order by created_at desc, id desc
        limit $2
        offset $3
      ) said
        on true
    `,
    [[...new Set(campaignIds)], limit, offset],
  )
  const found = Map.groupBy(rows, (row) => row.campaignId)
  return campaignIds.map((id) => found.get(id)?.filter((row) => row.id !== null))
}

/** Returns all words of a fundraiser, newest first, including hidden ones, except those deleted by their author. */
export const listAllComments = (db: Db, campaignId: bigint, limit: number, offset: number): Promise<Comment[]> =>
  db
    .selectFrom('comments.comment')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .where((where) => where.or([where('hidden_by', 'is', null), where('hidden_by', '<>', 'author')]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Replaces the text and whether it is in review. */
export const updateWords = async (
  tx: Tx,
  id: string,
  to: { body: string; displayName: string; displayPlace: string; reviewReason: WordsReviewReason | null; at: Date },
): Promise<void> => {
  await tx
    .updateTable('comments.comment')
    .set({
      body: to.body,
      display_name: to.displayName,
      display_place: to.displayPlace,
      review_reason: to.reviewReason,
      review_since: to.reviewReason === null ? null : to.at,
      changed_at: to.at,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes words that aren't hidden, so that the donation can have new ones. Returns false if they are hidden. */
export const deletePublicWords = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('comments.comment').where('id', '=', id).where('hidden_at', 'is', null).executeTakeFirst())
    .numDeletedRows > 0n

/** Empties hidden words that their author deletes; only the fact that the donation had words is kept. */
export const emptyHiddenWords = async (tx: Tx, id: string, instant: Date): Promise<void> => {
  await tx
    .updateTable('comments.comment')
    .set({
      body: '—',
      display_name: '',
      display_place: '',
      hidden_by: 'author',
      review_since: null,
      review_reason: null,
      changed_at: instant,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Hides words; already hidden ones keep their state, but staff override an organizer. Returns whether anything changed.
 */
export const hideWords = async (
  tx: Tx,
  id: string,
  input: { by: 'organizer' | 'staff'; reason: string; at: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('comments.comment')
      .set({ hidden_at: input.at, hidden_by: input.by, hidden_reason: input.reason })
      .where('id', '=', id)
      .where((where) =>
        where.or([
          where('hidden_at', 'is', null),
          ...(input.by === 'staff' ? [where('hidden_by', '=', 'organizer')] : []),
        ]),
      )
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Shows words hidden by `by`. Returns whether anything changed. */
export const showWords = async (tx: Tx, id: string, by: 'organizer' | 'staff'): Promise<boolean> =>
  (
    await tx
      .updateTable('comments.comment')
      .set({ hidden_at: null, hidden_by: null, hidden_reason: '' })
      .where('id', '=', id)
      .where('hidden_by', '=', by)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Publishes words in review. Returns false if they aren't in review, or are hidden. */
export const publishReviewedWords = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await tx
      .updateTable('comments.comment')
      .set({ review_since: null, review_reason: null })
      .where('id', '=', id)
      .where('review_since', 'is not', null)
      .where('hidden_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Returns words in review, oldest first, after the last one seen. */
export const findCommentsForReview = (
  db: Db,
  limit: number,
  after: { reviewSince: Date; id: string } | undefined,
): Promise<Comment[]> =>
  db
    .selectFrom('comments.comment')
    .select(columns)
    .where('review_since', 'is not', null)
    .where('hidden_at', 'is', null)
    .where(after ? sql<boolean>`(review_since, id) > (${after.reviewSince}, ${after.id}::uuid)` : sql<boolean>`true`)
    .orderBy('review_since')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes a person's words: those written while logged in, and those of their donations. */
export const eraseComments = (tx: Tx, input: { accountId: string; donationIds: readonly string[] }) =>
  sql`
    delete from comments.comment where author_id = ${input.accountId} or donation_id = any(${input.donationIds}::uuid[])
  `.execute(tx)

/** Returns words by id in any state. */
export const findCommentById = (db: Db, id: string): Promise<Comment | undefined> =>
  db.selectFrom('comments.comment').select(columns).where('id', '=', id).executeTakeFirst()

/** Locks words until the transaction ends. */
export const lockComment = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('comments.comment').select('id').where('id', '=', id).forUpdate().execute()
}
