import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type Comment, findComment, findHeld, hideWords, listAllComments, releaseWords, showWords } from './queries.ts'

/** Returns all words of a fundraiser for its editors, including hidden and held ones. */
export async function wordsForOrganizer(
  ports: Ports,
  viewer: Viewer,
  of: { campaignId: bigint; limit: number; offset: number },
) {
  await campaignRunBy(ports, viewer, of.campaignId, 'edit', 'reading')
  const rows = await listAllComments(ports.db, of.campaignId, of.limit + 1, of.offset)
  return { comments: rows.slice(0, of.limit), hasMore: rows.length > of.limit }
}

/** Hides words, or shows words that an organizer has hidden. Words hidden by staff stay hidden. */
export async function setHiddenByOrganizer(
  ports: Ports,
  viewer: Viewer,
  of: { campaignId: bigint; commentId: string; hidden: boolean; reason: string; ip?: string },
): Promise<Comment> {
  await campaignRunBy(ports, viewer, of.campaignId, 'edit')
  const comment = isUuid(of.commentId) ? await findComment(ports.db, of.campaignId, of.commentId) : undefined
  if (!comment || comment.hiddenBy === 'author') throw new Problem('not-found', 'not-found')
  if (comment.hiddenBy === 'staff') throw new Problem('conflict', 'comment-hidden-by-staff')
  const at = ports.clock()
  await ports.write(async (tx) => {
    const isChanged = of.hidden
      ? await hideWords(tx, comment.id, { by: 'organizer', reason: of.reason, at })
      : await showWords(tx, comment.id, 'organizer')
    if (!isChanged || viewer.kind !== 'account') return
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: of.hidden ? 'comments.hidden-by-organizer' : 'comments.shown-by-organizer',
      object: `comment:${comment.id}`,
      at,
      ip: of.ip,
      details: { campaignId: String(of.campaignId), ...(of.reason ? { reason: of.reason } : {}) },
    })
  })
  return required(await findComment(ports.db, of.campaignId, comment.id))
}

/** Returns held words for the moderation queue, oldest first, after a `heldAt` and `id`. */
export const listHeldComments = (
  ports: Pick<Ports, 'db'>,
  of: { limit: number; after?: { heldAt: Date; id: string } | undefined },
): Promise<Comment[]> => findHeld(ports.db, of.limit, of.after)

/**
 * Hides words in the caller's transaction, which records who and why. False: already hidden by staff or their author.
 */
export const hideCommentByStaff = (tx: Tx, of: { commentId: string; reason: string; at: Date }): Promise<boolean> =>
  hideWords(tx, of.commentId, { by: 'staff', reason: of.reason, at: of.at })

/** Shows words that staff had hidden. False: not hidden, or not by staff. */
export const showCommentByStaff = (tx: Tx, of: { commentId: string }): Promise<boolean> =>
  showWords(tx, of.commentId, 'staff')

/** Publishes held words. False: no longer held. */
export const releaseHeldComment = (tx: Tx, of: { commentId: string }): Promise<boolean> =>
  releaseWords(tx, of.commentId)
