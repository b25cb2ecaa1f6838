import type { Transitions } from '#shared/states.ts'

/** The state of a claim (gift-aid-13). */
export const claimStates = ['draft', 'submitted', 'paid', 'cancelled'] as const
export type ClaimState = (typeof claimStates)[number]

/** The permitted transitions. A database trigger enforces the same table. */
export const claimTransitions: Transitions<ClaimState> = {
  draft: ['submitted', 'cancelled'],
  submitted: ['paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

/** Why a claim was cancelled: by a check, the charity, or because HMRC rejected all of it. */
export const claimCancelReasons = ['refunded', 'not-claimable', 'by-charity', 'rejected'] as const
export type ClaimCancelReason = (typeof claimCancelReasons)[number]
