import type { Moves } from '#shared/states.ts'

/** One gift of a plan, as we know it. */
export type OccurrenceState =
  /** Waits for its time, or for another try. */
  | 'SCHEDULED'
  /** Claimed by a worker; the bank is being asked. */
  | 'PROCESSING'
  /** No answer came. Looked up at the provider, never asked again under a new key (recurring-3). */
  | 'UNKNOWN'
  /** The bank wants to see the donor: a signed link waits for them, seven days (recurring-13). */
  | 'ACTION_REQUIRED'
  /** Paid, in the books, receipted. Final. */
  | 'SUCCEEDED'
  /** Not collected after its tries. A card that replaces the one that failed opens it once more (recurring-14). */
  | 'FAILED'
  /** The donor's own choice, or ours after a long outage, which is told. */
  | 'SKIPPED'
  /**
   * Will not come: its plan ended, or its month has no such night. Final, unless the month is found to have that night
   * after all.
   */
  | 'CANCELLED'

/** The database holds the same table by trigger, and lets only a night that its month took away come back. */
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

/** S1 §3 "Scheduled payment status values": all that is ever told outside. */
export const paymentStatuses = ['SCHEDULED', 'PROCESSING', 'FAILED', 'SUCCEEDED', 'CANCELLED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A skip shows as cancelled, what waits for an answer as in progress (recurring-15). */
export function statusOf(state: OccurrenceState): PaymentStatus {
  if (state === 'SKIPPED') return 'CANCELLED'
  return state === 'UNKNOWN' || state === 'ACTION_REQUIRED' ? 'PROCESSING' : state
}

export const subscriptionStates = ['active', 'paused', 'needs-card', 'cancelled', 'ended'] as const
export type SubscriptionState =
  | 'active'
  /** By the donor, or by us after gifts that failed one after the other. */
  | 'paused'
  /** No card of it may be charged: the donor must name another. */
  | 'needs-card'
  /** Stopped before its end. Final. */
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

/** S2 §4 "Subscription status": only what is still to give counts as active. */
export const isActive = (state: SubscriptionState): boolean => state !== 'cancelled' && state !== 'ended'

/** States a gift is in while its charge has no end. */
export const underWay = ['PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED'] as const
