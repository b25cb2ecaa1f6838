import { findDonationOwner } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { publicNameOf, canEditWords } from './author.ts'
import {
  type Comment,
  deletePublicWords,
  emptyHiddenWords,
  findComment,
  findCommentOfDonation,
  updateWords,
} from './comment-queries.ts'
import { reasonForReview } from './rules/needs-review.ts'
import { checkWords, normalizeWords } from './rules/words.ts'

export type WordsChange = {
  readonly comment: string
  readonly userDisplayName?: string | undefined
  readonly userDisplayLocation?: string | undefined
}

/** Returns the viewer's own words; throws 404 for anyone else. */
async function ownWords(ports: Ports, viewer: Viewer, campaignId: bigint, commentId: string) {
  const comment = isUuid(commentId) ? await findComment(ports.db, campaignId, commentId) : undefined
  const owner =
    comment && comment.hiddenBy !== 'author' ? await findDonationOwner(ports, comment.donationId) : undefined
  if (!comment || !owner || !(await canEditWords(ports, viewer, comment.donationId, owner)))
    throw new Problem('not-found', 'not-found')
  return { comment, owner }
}

/** Replaces the words of a donation. Hidden words are still hidden; words with a link are reviewed again. */
export async function editWords(
  ports: Ports,
  viewer: Viewer,
  change: { campaignId: bigint; commentId: string } & WordsChange,
): Promise<Comment> {
  const { comment, owner } = await ownWords(ports, viewer, change.campaignId, change.commentId)
  const body = normalizeWords(change.comment)
  const fault = checkWords(body)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { comment: fault } })
  const name = publicNameOf(owner, {
    userDisplayName: change.userDisplayName ?? comment.displayName,
    userDisplayLocation: change.userDisplayLocation ?? comment.displayPlace,
  })
  const instant = ports.clock()
  const isSame =
    body === comment.body && name.displayName === comment.displayName && name.displayPlace === comment.displayPlace
  if (isSame) return comment
  const reviewReason = reasonForReview(`${body}\n${name.displayName}\n${name.displayPlace}`) ?? null
  await ports.write((tx) => updateWords(tx, comment.id, { body, ...name, reviewReason, at: instant }))
  return {
    ...comment,
    body,
    ...name,
    changedAt: instant,
    reviewReason,
    reviewSince: reviewReason === null ? null : instant,
  }
}

/** Deletes the author's words permanently. */
export async function deleteOwnWords(
  ports: Ports,
  viewer: Viewer,
  ids: { campaignId: bigint; commentId: string },
): Promise<void> {
  const { comment } = await ownWords(ports, viewer, ids.campaignId, ids.commentId)
  await ports.write(async (tx) => {
    if (!(await deletePublicWords(tx, comment.id))) await emptyHiddenWords(tx, comment.id, ports.clock())
  })
}

/** Returns the words of the viewer's donation, or undefined if it has none. Throws 404 for another's donation. */
export async function wordsOfDonation(ports: Ports, viewer: Viewer, donationId: string): Promise<Comment | undefined> {
  const owner = isUuid(donationId) ? await findDonationOwner(ports, donationId) : undefined
  if (!owner || !(await canEditWords(ports, viewer, donationId, owner))) throw new Problem('not-found', 'not-found')
  const comment = await findCommentOfDonation(ports.db, donationId)
  return comment?.hiddenBy === 'author' ? undefined : comment
}
