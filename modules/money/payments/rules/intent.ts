import { move, type Moves } from '#shared/states.ts'
import type { Outcome } from './attempt.ts'

/** One intended payment of a donor: one or more attempts, at most one success. */
export type IntentState =
  /** Agreed, and open for a card: at first, and again after a decline (payments-6). */
  | 'CREATED'
  /** The donor is completing the bank's challenge. */
  | 'REQUIRES_ACTION'
  /** The bank is asked, or its answer is being looked up. */
  | 'PROCESSING'
  /** Paid. */
  | 'SUCCEEDED'
  /** No attempts are left. Nothing was taken. */
  | 'FAILED'
  /** Cancelled before it was paid. */
  | 'CANCELLED'
  /** Its time is over. Nothing was taken. */
  | 'EXPIRED'
  /** Partly refunded. */
  | 'PARTIALLY_REFUNDED'
  /** Fully refunded. */
  | 'REFUNDED'
  /** The donor's bank has taken the money back and asks for evidence. */
  | 'DISPUTED'
  /** The bank returned the money to us. It counts as paid, and can be refunded like any other. */
  | 'DISPUTE_WON'
  /** The donor keeps the money, unless the bank revises its decision. */
  | 'DISPUTE_LOST'

/** A trigger of the database has the same table. */
export const intentMoves: Moves<IntentState> = {
  CREATED: ['REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REQUIRES_ACTION: ['CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PROCESSING: ['CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  SUCCEEDED: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  PARTIALLY_REFUNDED: ['SUCCEEDED', 'REFUNDED', 'DISPUTED'],
  // A bank may return a refund after it succeeded.
  REFUNDED: ['SUCCEEDED', 'PARTIALLY_REFUNDED'],
  DISPUTED: ['DISPUTE_WON', 'DISPUTE_LOST'],
  DISPUTE_WON: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  FAILED: [],
  CANCELLED: [],
  EXPIRED: [],
  DISPUTE_LOST: ['DISPUTE_WON'],
}

/** Not yet paid, and open: an outcome of an attempt may still move it. */
const openIntentStates = ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'] as const satisfies readonly IntentState[]

export const isOpenIntent = (state: IntentState): boolean =>
  (openIntentStates as readonly IntentState[]).includes(state)

/** Whether it can be refunded: paid, and without an open or lost dispute. */
export const isRefundable = (state: IntentState): boolean =>
  state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED' || state === 'DISPUTE_WON'

/**
 * The state of a paid intent of which `returned` was refunded; a dispute's state stays until it is won. Minor units.
 */
export function intentAfterRefund(
  state: IntentState,
  { captured, returned }: { readonly captured: bigint; readonly returned: bigint },
): IntentState {
  if (!isRefundable(state) && state !== 'REFUNDED') return state
  if (state === 'DISPUTE_WON' && returned <= 0n) return state
  const refunded = returned >= captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const next = returned <= 0n ? 'SUCCEEDED' : refunded
  return next === state ? state : move(intentMoves, state, next)
}

/**
 * The state after an outcome of one of its attempts. A decline reopens the intent for another card while attempts are
 * left. Paid and closed ones stay. An attempt in INTEGRITY_FAILURE must not count as a success: its intent stays
 * PROCESSING.
 */
export function intentAfter(
  state: IntentState,
  outcome: Outcome,
  { attemptsLeft }: { readonly attemptsLeft: boolean },
): IntentState {
  if (!isOpenIntent(state)) return state
  const next = nextOf(outcome, attemptsLeft)
  return next === state ? state : move(intentMoves, state, next)
}

function nextOf(outcome: Outcome, attemptsLeft: boolean): IntentState {
  switch (outcome.kind) {
    case 'succeeded':
      return 'SUCCEEDED'
    case 'challenge':
      return 'REQUIRES_ACTION'
    case 'declined':
      return attemptsLeft ? 'CREATED' : 'FAILED'
    case 'processing':
    case 'unknown':
      return 'PROCESSING'
  }
}
