import type { Moves } from '#shared/states.ts'

/** Internal state of a donation of a plan. */
export type OccurrenceState =
  /** Waits for its time, or for a retry. */
  | 'SCHEDULED'
  /** Claimed by a worker; the bank is being asked. */
  | 'PROCESSING'
  /** No response. Looked up at the provider, never charged again under a new key (recurring-3). */
  | 'UNKNOWN'
  /** The bank requires the donor: a signed link waits for them, seven days (recurring-13). */
  | 'ACTION_REQUIRED'
  /** Paid, in the books, with a receipt. Final. */
  | 'SUCCEEDED'
  /** Not collected after all attempts. A new card reopens it once (recurring-14). */
  | 'FAILED'
  /** By the donor, or by us after a long outage, with a notice. */
  | 'SKIPPED'
  /**
   * Won't occur: its plan ended, or its month has no such night. Final, unless the month is found to have that night
   * after all.
   */
  | 'CANCELLED'

/** The database enforces the same table with a trigger, where only a night that its month had lost can return. */
export const occurrenceMoves: Moves<OccurrenceState> = {
  SCHEDULED: ['PROCESSING', 'SKIPPED', 'CANCELLED'],
  PROCESSING: ['SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED'],
  UNKNOWN: ['SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED'],
  ACTION_REQUIRED: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'],
  FAILED: ['SCHEDULED'],
  SKIPPED: ['SCHEDULED', 'CANCELLED'],
  SUCCEEDED: [],
  CANCELLED: ['SCHEDULED', 'SKIPPED'],
}

/** S1 §3 "Scheduled payment status values": all values at the wire. */
export const paymentStatuses = ['SCHEDULED', 'PROCESSING', 'FAILED', 'SUCCEEDED', 'CANCELLED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A skip shows as cancelled, and a required challenge as in progress (recurring-15). */
export function statusOf(state: OccurrenceState): PaymentStatus {
  if (state === 'SKIPPED') return 'CANCELLED'
  return state === 'UNKNOWN' || state === 'ACTION_REQUIRED' ? 'PROCESSING' : state
}

export const subscriptionStates = ['active', 'paused', 'needs-card', 'cancelled', 'ended'] as const
export type SubscriptionState =
  | 'active'
  /** By the donor, or by us after failures in a row. */
  | 'paused'
  /** No card can be charged: the donor must choose another. */
  | 'needs-card'
  /** Cancelled before its end. Final. */
  | 'cancelled'
  /** Its last day has passed. Final. */
  | 'ended'

export const subscriptionMoves: Moves<SubscriptionState> = {
  active: ['paused', 'needs-card', 'cancelled', 'ended'],
  paused: ['active', 'needs-card', 'cancelled', 'ended'],
  'needs-card': ['active', 'paused', 'cancelled', 'ended'],
  cancelled: [],
  ended: [],
}

/** S2 §4 "Subscription status": plans that can still give count as active. */
export const isActive = (state: SubscriptionState): boolean => state !== 'cancelled' && state !== 'ended'

/** States of a donation whose charge has no result yet. */
export const underWay = ['PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED'] as const
