import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { donationOwner } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { authorOf, publicNameOf, saysWith } from './author.ts'
import { type Comment, findCommentOfDonation, insertComment } from './queries.ts'
import { needsReview } from './rules/needs-review.ts'
import { checkWords, tidyWords } from './rules/words.ts'

export type CommentRequest = {
  readonly userId?: string | null | undefined
  readonly campaignId?: string | null | undefined
  readonly donationId?: string | null | undefined
  readonly comment: string
  readonly userDisplayName: string
  readonly userDisplayLocation: string
}

/**
 * Posts words of support, once per donation, by its donor. Identical words return the existing comment; others are
 * refused. An anonymous donor's name and place are not stored (privacy-1). Words with links or numbers are held until
 * staff has reviewed them.
 */
export async function postComment(ports: Ports, viewer: Viewer, request: CommentRequest): Promise<Comment> {
  const authorId = authorOf(viewer)
  if (!authorId || !request.userId) throw new Problem('validation', 'user-and-token-required')
  if (request.userId !== authorId || !request.donationId || !isUuid(request.donationId))
    throw new Problem('not-found', 'not-found')
  const owner = await donationOwner(ports, request.donationId)
  if (
    !owner ||
    !(await saysWith(ports, viewer, request.donationId, owner)) ||
    (request.campaignId ?? String(owner.campaignId)) !== String(owner.campaignId)
  )
    throw new Problem('not-found', 'not-found')
  const body = tidyWords(request.comment)
  const fault = checkWords(body)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { comment: fault } })
  const name = publicNameOf(owner, request)
  const at = ports.clock()
  const heldFor = needsReview(`${body}\n${name.displayName}\n${name.displayPlace}`) ?? null
  const comment: Comment = {
    id: ports.newId(),
    campaignId: owner.campaignId,
    donationId: request.donationId,
    authorId,
    body,
    ...name,
    createdAt: at,
    changedAt: null,
    hiddenAt: null,
    hiddenBy: null,
    hiddenReason: '',
    heldAt: heldFor === null ? null : at,
    heldFor,
  }
  if (await ports.write((tx) => insertComment(tx, comment))) return comment
  const existing = await findCommentOfDonation(ports.db, request.donationId)
  if (existing?.body !== body) throw new Problem('conflict', 'comment-exists')
  return existing
}
