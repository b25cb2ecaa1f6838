import type { Transitions } from '#shared/states.ts'

/** State of an occurrence. */
export type OccurrenceState =
  /** Waits for its due time or for a retry. */
  | 'SCHEDULED'
  /** Claimed by a worker that is charging it. */
  | 'PROCESSING'
  /** The provider didn't respond. The charge is looked up, never repeated under a new key (recurring-3). */
  | 'UNKNOWN'
  /** The bank requires the donor, who has a signed link for seven days (recurring-13). */
  | 'ACTION_REQUIRED'
  /** Paid, in the ledger, with a receipt. Final. */
  | 'SUCCEEDED'
  /** Not collected after all attempts. Only its donor can still pay it (recurring-31). */
  | 'FAILED'
  /** Skipped by the donor, or by us after a long outage, with a notice. */
  | 'SKIPPED'
  /**
   * Won't take place, because its plan ended or its month has no such night. Final, unless a corrected announcement
   * restores that night.
   */
  | 'CANCELLED'

/**
 * Valid state changes. A database trigger enforces the same table; there only a night that its month had lost returns
 * from CANCELLED.
 */
export const occurrenceTransitions: Transitions<OccurrenceState> = {
  SCHEDULED: ['PROCESSING', 'SKIPPED', 'CANCELLED'],
  PROCESSING: ['SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED'],
  UNKNOWN: ['SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED'],
  ACTION_REQUIRED: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'],
  FAILED: ['SCHEDULED'],
  SKIPPED: ['SCHEDULED', 'CANCELLED'],
  SUCCEEDED: [],
  CANCELLED: ['SCHEDULED', 'SKIPPED'],
}

/** S1 §3 "Scheduled payment status values": all values on the wire. */
export const paymentStatuses = ['SCHEDULED', 'PROCESSING', 'FAILED', 'SUCCEEDED', 'CANCELLED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * Maps a state to its wire status: a skip is cancelled, a required 3-D Secure challenge is in progress (recurring-15).
 */
export function paymentStatusOf(state: OccurrenceState): PaymentStatus {
  if (state === 'SKIPPED') return 'CANCELLED'
  return state === 'UNKNOWN' || state === 'ACTION_REQUIRED' ? 'PROCESSING' : state
}

export const subscriptionStates = ['active', 'paused', 'needs-card', 'cancelled', 'ended'] as const
export type SubscriptionState =
  | 'active'
  /** Paused by the donor, or by us after consecutive failures. */
  | 'paused'
  /** No card can be charged; the donor must choose another. */
  | 'needs-card'
  /** Cancelled before its end. Final. */
  | 'cancelled'
  /** Its last day has passed. Final. */
  | 'ended'

export const subscriptionTransitions: Transitions<SubscriptionState> = {
  active: ['paused', 'needs-card', 'cancelled', 'ended'],
  paused: ['active', 'needs-card', 'cancelled', 'ended'],
  'needs-card': ['active', 'paused', 'cancelled', 'ended'],
  cancelled: [],
  ended: [],
}

/** Whether a plan can still give, which counts as active (S2 §4 "Subscription status"). */
export const isActive = (state: SubscriptionState): boolean => state !== 'cancelled' && state !== 'ended'

/** States of a donation whose charge has no result yet. */
export const inProgressStates = ['PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED'] as const
