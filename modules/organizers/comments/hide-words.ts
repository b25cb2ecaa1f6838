import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Comment,
  findComment,
  findCommentsForReview,
  hideWords,
  listAllComments,
  releaseWords,
  showWords,
} from './comment-queries.ts'

/** Returns all words of a fundraiser for its editors, including hidden ones and those in review. */
export async function wordsForOrganizer(
  ports: Ports,
  viewer: Viewer,
  input: { campaignId: bigint; limit: number; offset: number },
) {
  await campaignRunBy(ports, viewer, input.campaignId, 'edit', 'reading')
  const rows = await listAllComments(ports.db, input.campaignId, input.limit + 1, input.offset)
  return { comments: rows.slice(0, input.limit), hasMore: rows.length > input.limit }
}

/** Hides words, or shows words that an organizer has hidden. Words hidden by staff can't be shown. */
export async function setHiddenByOrganizer(
  ports: Ports,
  viewer: Viewer,
  input: { campaignId: bigint; commentId: string; hidden: boolean; reason: string; ip?: string },
): Promise<Comment> {
  await campaignRunBy(ports, viewer, input.campaignId, 'edit')
  const comment = isUuid(input.commentId) ? await findComment(ports.db, input.campaignId, input.commentId) : undefined
  if (!comment || comment.hiddenBy === 'author') throw new Problem('not-found', 'not-found')
  if (comment.hiddenBy === 'staff') throw new Problem('conflict', 'comment-hidden-by-staff')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const isChanged = input.hidden
      ? await hideWords(tx, comment.id, { by: 'organizer', reason: input.reason, at: instant })
      : await showWords(tx, comment.id, 'organizer')
    if (!isChanged || viewer.kind !== 'account') return
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: input.hidden ? 'comments.hidden-by-organizer' : 'comments.shown-by-organizer',
      object: `comment:${comment.id}`,
      at: instant,
      ip: input.ip,
      details: { campaignId: String(input.campaignId), ...(input.reason ? { reason: input.reason } : {}) },
    })
  })
  return required(await findComment(ports.db, input.campaignId, comment.id))
}

/** Returns words in review for the moderation queue, oldest first, after a `reviewSince` and `id`. */
export const listCommentsForReview = (
  ports: Pick<Ports, 'db'>,
  input: { limit: number; after?: { reviewSince: Date; id: string } | undefined },
): Promise<Comment[]> => findCommentsForReview(ports.db, input.limit, input.after)

/**
 * Hides words in the caller's transaction, which records who and why. Returns false if staff or their author have
 * already hidden them.
 */
export const hideCommentByStaff = (tx: Tx, input: { commentId: string; reason: string; at: Date }): Promise<boolean> =>
  hideWords(tx, input.commentId, { by: 'staff', reason: input.reason, at: input.at })

/** Shows words that staff had hidden. Returns false if they aren't hidden, or not by staff. */
export const showCommentByStaff = (tx: Tx, ids: { commentId: string }): Promise<boolean> =>
  showWords(tx, ids.commentId, 'staff')

/** Publishes words in review. Returns false if they are no longer in review. */
export const approveComment = (tx: Tx, ids: { commentId: string }): Promise<boolean> => releaseWords(tx, ids.commentId)
