import { move, type Moves } from '#shared/states.ts'

/** One refund of one payment (refunds-1). */
export type RefundState =
  /** Proposed by one person; a second one must approve. It holds its amount already. */
  | 'proposed'
  /** Committed; the provider is asked, or its response is looked up. */
  | 'requested'
  /** Accepted by the provider, not yet by the donor's bank. */
  | 'pending'
  /** The donor must name a destination. */
  | 'requires_action'
  /** On its way to the donor, and in the books. */
  | 'succeeded'
  /** Refused, or returned by the donor's bank. Nothing was refunded. Final. */
  | 'failed'
  /** Cancelled before anything moved. Final. */
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

/** A trigger of the database has the same table. */
export const refundMoves: Moves<RefundState> = {
  proposed: ['requested', 'canceled'],
  requested: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
  pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  // A bank may return, days later, what it had accepted.
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

/** Whether its amount still holds a part of the payment. */
export const isHeld = (state: RefundState): boolean => state !== 'failed' && state !== 'canceled'

type Heard = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Returns the state after a report of the provider. Old, repeated or impossible reports change nothing. */
export function refundAfter(state: RefundState, heard: Heard): RefundState {
  return state !== heard && state !== 'proposed' && refundMoves[state].includes(heard)
    ? move(refundMoves, state, heard)
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
