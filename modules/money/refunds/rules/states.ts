import { transition, type Transitions } from '#shared/states.ts'

/** The state of one refund of a payment (refunds-1). */
export type RefundState =
  /** Proposed by one person and waiting for a second one's approval. Already holds its amount. */
  | 'proposed'
  /** Committed; the provider is being called, or its response is looked up. */
  | 'requested'
  /** Accepted by the provider, not yet by the donor's bank. */
  | 'pending'
  /** The donor must name a destination. */
  | 'requires_action'
  /** On its way to the donor, and in the books. */
  | 'succeeded'
  /** Refused, never made, or returned by the donor's bank: the donor doesn't have the money. Final. */
  | 'failed'
  /** Cancelled before money moved. Final. */
  | 'canceled'

export const refundStates = [
  'proposed',
  'requested',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
] as const satisfies readonly RefundState[]

/** The permitted transitions. A database trigger enforces the same table. */
export const refundTransitions: Transitions<RefundState> = {
  proposed: ['requested', 'canceled'],
  requested: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
  pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  // A bank can return a refund days after it accepted it.
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

/** Returns whether the refund's amount still holds a part of the payment. */
export const isAmountReserved = (state: RefundState): boolean => state !== 'failed' && state !== 'canceled'

type ReportedState = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Returns the state after a report of the provider. Old, repeated or impossible reports change nothing. */
export function refundAfter(state: RefundState, reported: ReportedState): RefundState {
  return state !== reported && state !== 'proposed' && refundTransitions[state].includes(reported)
    ? transition(refundTransitions, state, reported)
    : state
}

export const refundReasons = [
  'donor-request',
  'duplicate',
  'mistake',
  'fraud',
  'campaign-cancelled',
  'not-performed',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]
