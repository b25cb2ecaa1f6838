import { settle } from '#modules/money/giving/payment/settle.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import type { Ports } from '#shared/ports.ts'
import { type CommentRequest, postComment } from './post-comment.ts'
import type { Comment } from './comment-queries.ts'

/** Creates a paid donation of 20.00 by a new guest, who can post words. */
export async function aGuestsDonation(ports: Ports, campaignId: bigint, over: Parameters<typeof aLine>[2] = {}) {
  const guestId = ports.newId()
  const line = aLine(ports, campaignId, over)
  const attempt = await aClaimedAttempt(ports, anOrder([line], { guestId }))
  await settle(ports as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${guestId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  return { guestId, donationId: line.donationId, viewer: { kind: 'guest', guestId } as const }
}

/** Returns the guest's request to post words. */
export const wordsWith = (
  donation: { guestId: string; donationId: string },
  over: Partial<CommentRequest> = {},
): CommentRequest => ({
  userId: donation.guestId,
  donationId: donation.donationId,
  comment: 'May Allah accept it.',
  userDisplayName: '',
  userDisplayLocation: '',
  ...over,
})

/** Posts words of support for a new donation. */
export async function aComment(ports: Ports, campaignId: bigint, over: Partial<CommentRequest> = {}): Promise<Comment> {
  const donation = await aGuestsDonation(ports, campaignId)
  return postComment(ports, donation.viewer, wordsWith(donation, over))
}
