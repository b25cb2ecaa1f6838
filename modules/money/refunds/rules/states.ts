import { move, type Moves } from '#shared/states.ts'

/** One refund of one payment (refunds-1). */
export type RefundState =
  /** Asked for by one of us; a second one must agree. It holds its amount already. */
  | 'proposed'
  /** Committed; the provider is asked, or its answer is being looked up. */
  | 'requested'
  /** The provider has taken it on; the donor's bank has not. */
  | 'pending'
  /** The donor must say where the money goes. */
  | 'requires_action'
  /** On its way to the donor, and in the books. */
  | 'succeeded'
  /** Refused, or sent back by the donor's bank. Nothing went back. Final. */
  | 'failed'
  /** Called off before anything moved. Final. */
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

/** The database holds the same table by trigger. */
export const refundMoves: Moves<RefundState> = {
  proposed: ['requested', 'canceled'],
  requested: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
  pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  // A bank may send back, days later, what it had taken.
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

/** What its amount still holds of the payment. */
export const isHeld = (state: RefundState): boolean => state !== 'failed' && state !== 'canceled'

type Heard = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** The state after news from the provider. News that are old, repeated or impossible change nothing. */
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
