import { isUuid } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type DonationOwner, findDonationOwner } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { authorOf, publicNameOf, canEditWords } from './author.ts'
import { type Comment, findCommentOfDonation, insertComment } from './comment-queries.ts'
import { reasonForReview } from './rules/needs-review.ts'
import { checkWords, normalizeWords } from './rules/words.ts'

export type CommentRequest = {
  readonly userId?: string | null | undefined
  readonly campaignId?: string | null | undefined
  readonly donationId?: string | null | undefined
  readonly comment: string
  readonly userDisplayName: string
  readonly userDisplayLocation: string
}

/**
 * Posts words of support by the donor, once for each donation. Identical words return the existing comment; others are
 * refused. The name and place of an anonymous donor are not stored (privacy-1). Words with links or numbers are
 * reviewed by staff first.
 */
export async function postComment(ports: Ports, viewer: Viewer, request: CommentRequest): Promise<Comment> {
  const authorId = authorOf(viewer)
  if (!authorId || !request.userId) throw new Problem('validation', 'user-and-token-required')
  if (request.userId !== authorId || !request.donationId || !isUuid(request.donationId))
    throw new Problem('not-found', 'not-found')
  const owner = await findDonationOwner(ports, request.donationId)
  if (
    !owner ||
    !(await canEditWords(ports, viewer, request.donationId, owner)) ||
    (request.campaignId ?? String(owner.campaignId)) !== String(owner.campaignId)
  )
    throw new Problem('not-found', 'not-found')
  const body = normalizeWords(request.comment)
  const fault = checkWords(body)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { comment: fault } })
  const { donationId } = request
  const comment = newComment(ports, { donationId, authorId, body, owner, name: publicNameOf(owner, request) })
  if (await ports.write((tx) => insertComment(tx, comment))) return comment
  const existing = await findCommentOfDonation(ports.db, donationId)
  if (existing?.body !== body) throw new Problem('conflict', 'comment-exists')
  return existing
}

/** Builds a comment; words or a name with links or numbers are reviewed first. */
function newComment(
  ports: Ports,
  {
    donationId,
    authorId,
    body,
    owner,
    name,
  }: Pick<Comment, 'donationId' | 'authorId' | 'body'> & {
    readonly owner: DonationOwner
    readonly name: ReturnType<typeof publicNameOf>
  },
): Comment {
  const instant = ports.clock()
  const reviewReason = reasonForReview(`${body}\n${name.displayName}\n${name.displayPlace}`) ?? null
  return {
    id: ports.newId(),
    campaignId: owner.campaignId,
    donationId,
    authorId,
    body,
    ...name,
    createdAt: instant,
    changedAt: null,
    hiddenAt: null,
    hiddenBy: null,
    hiddenReason: '',
    reviewSince: reviewReason === null ? null : instant,
    reviewReason,
  }
}

/**
 * Posts words that waited for the payment of a donation, in the transaction that takes the event from the outbox
 * (payments-26). Drops words that can't be published, or whose donor has posted others since.
 */
export async function postPendingWords(
  ports: Ports,
  tx: Tx,
  waiting: readonly { readonly donationId: string; readonly text: string }[],
): Promise<void> {
  for (const { donationId, text } of waiting) {
    const owner = await findDonationOwner(ports, donationId)
    const authorId = owner?.accountId ?? owner?.guestId
    const body = normalizeWords(text)
    if (!owner || !authorId || checkWords(body)) continue
    const name = publicNameOf(owner, { userDisplayName: '', userDisplayLocation: '' })
    await insertComment(tx, newComment(ports, { donationId, authorId, body, owner, name }))
  }
}
