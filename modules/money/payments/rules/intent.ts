import { transition, type Transitions } from '#shared/states.ts'
import type { Outcome } from './attempt.ts'

/** The state of one intended payment, which has one or more attempts and at most one success. */
export type IntentState =
  /** Agreed and waiting for a card, at first and after each decline (payments-6). */
  | 'CREATED'
  /** The donor has an open 3-D Secure challenge. */
  | 'REQUIRES_ACTION'
  /** The payment was submitted, and its outcome isn't known yet. */
  | 'PROCESSING'
  /** Paid. */
  | 'SUCCEEDED'
  /** Declined with no attempts left, or refused by the provider. No money moved. */
  | 'FAILED'
  /** Cancelled before payment. */
  | 'CANCELLED'
  /** Timed out before payment. No money moved. */
  | 'EXPIRED'
  /** Partly refunded. */
  | 'PARTIALLY_REFUNDED'
  /** Fully refunded. */
  | 'REFUNDED'
  /** The donor's bank took the money back and accepts evidence. */
  | 'DISPUTED'
  /** The bank returned the money to us. Counts as paid and can be refunded. */
  | 'DISPUTE_WON'
  /** The donor keeps the money, unless the bank revises its decision. */
  | 'DISPUTE_LOST'

/** The permitted transitions. A database trigger enforces the same table. */
export const intentTransitions: Transitions<IntentState> = {
  CREATED: ['REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REQUIRES_ACTION: ['CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PROCESSING: ['CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  SUCCEEDED: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  PARTIALLY_REFUNDED: ['SUCCEEDED', 'REFUNDED', 'DISPUTED'],
  // A bank can return a refund after it succeeded.
  REFUNDED: ['SUCCEEDED', 'PARTIALLY_REFUNDED'],
  DISPUTED: ['DISPUTE_WON', 'DISPUTE_LOST'],
  DISPUTE_WON: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  FAILED: [],
  CANCELLED: [],
  EXPIRED: [],
  DISPUTE_LOST: ['DISPUTE_WON'],
}

/** States before payment, which an attempt's outcome can still change. */
const openIntentStates = ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'] as const satisfies readonly IntentState[]

export const isOpenIntent = (state: IntentState): boolean =>
  (openIntentStates as readonly IntentState[]).includes(state)

/** Returns whether a payment can be refunded: it is paid and has no open or lost dispute. */
export const isPaymentRefundable = (state: IntentState): boolean =>
  state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED' || state === 'DISPUTE_WON'

/**
 * Returns the state of a paid intent of which `refundedAmount` was refunded, in minor units. A disputed state remains until
 * the dispute is won.
 */
export function intentAfterRefund(
  state: IntentState,
  { captured, refundedAmount }: { readonly captured: bigint; readonly refundedAmount: bigint },
): IntentState {
  if (!isPaymentRefundable(state) && state !== 'REFUNDED') return state
  if (state === 'DISPUTE_WON' && refundedAmount <= 0n) return state
  const refunded = refundedAmount >= captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const next = refundedAmount <= 0n ? 'SUCCEEDED' : refunded
  return next === state ? state : transition(intentTransitions, state, next)
}

/**
 * Returns the state after an attempt's outcome. A decline reopens the intent for another card while attempts are
 * left. Paid and closed intents don't change. The caller must not pass an attempt in INTEGRITY_FAILURE as a success:
 * its intent stays PROCESSING.
 */
export function intentAfter(
  state: IntentState,
  outcome: Outcome,
  { attemptsLeft }: { readonly attemptsLeft: boolean },
): IntentState {
  if (!isOpenIntent(state)) return state
  const next = nextOf(outcome, attemptsLeft)
  return next === state ? state : transition(intentTransitions, state, next)
}

function nextOf(outcome: Outcome, attemptsLeft: boolean): IntentState {
  switch (outcome.kind) {
    case 'succeeded':
      return 'SUCCEEDED'
    case 'challenge':
      return 'REQUIRES_ACTION'
    case 'declined':
      return attemptsLeft ? 'CREATED' : 'FAILED'
    // The provider would refuse this order again; another method is another order.
    case 'refused':
      return 'FAILED'
    case 'processing':
    case 'unknown':
      return 'PROCESSING'
  }
}
