import { move, type Moves } from '#shared/states.ts'
import type { Outcome } from './attempt.ts'

/** What a donor means to pay, once: one or more attempts, at most one success. */
export type IntentState =
  /** Agreed, and open for a card: at first, and again after a decline (payments-6). */
  | 'CREATED'
  /** The donor stands before the bank's challenge. */
  | 'REQUIRES_ACTION'
  /** The bank is asked, or its answer is being looked up. */
  | 'PROCESSING'
  /** Paid. */
  | 'SUCCEEDED'
  /** No card is left to try. Nothing was taken. */
  | 'FAILED'
  /** Called off before it was paid. */
  | 'CANCELLED'
  /** Left alone until its time was over. Nothing was taken. */
  | 'EXPIRED'
  /** A part of what was paid was given back. */
  | 'PARTIALLY_REFUNDED'
  /** All of what was paid was given back. */
  | 'REFUNDED'
  /** The donor's bank has taken the money back and asks for reasons. */
  | 'DISPUTED'
  /** The bank gave it back to us. It is paid again, and may be given back to its donor like any other. */
  | 'DISPUTE_WON'
  /** The bank keeps it for the donor, unless it thinks better of it. */
  | 'DISPUTE_LOST'

/** The database holds the same table by trigger. */
export const intentMoves: Moves<IntentState> = {
  CREATED: ['REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REQUIRES_ACTION: ['CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PROCESSING: ['CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  SUCCEEDED: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  PARTIALLY_REFUNDED: ['SUCCEEDED', 'REFUNDED', 'DISPUTED'],
  // A bank may send a refund back after it succeeded; then what was given back is there again.
  REFUNDED: ['SUCCEEDED', 'PARTIALLY_REFUNDED'],
  DISPUTED: ['DISPUTE_WON', 'DISPUTE_LOST'],
  DISPUTE_WON: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  FAILED: [],
  CANCELLED: [],
  EXPIRED: [],
  DISPUTE_LOST: ['DISPUTE_WON'],
}

/** Not yet paid and not given up: an outcome of an attempt may still move it. */
const openIntentStates = ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'] as const satisfies readonly IntentState[]

export const isOpenIntent = (state: IntentState): boolean =>
  (openIntentStates as readonly IntentState[]).includes(state)

/** Of these something may be given back: paid, and in the hands of nobody's bank. */
export const isRefundable = (state: IntentState): boolean =>
  state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED' || state === 'DISPUTE_WON'

/**
 * The state of a paid intent of which `returned` went back to the donor; a dispute goes its own way until it is won.
 * Minor units.
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
 * The state after an outcome of one of its attempts. A decline gives the intent back for another card while attempts
 * are left. What is paid or given up stays so. An attempt that ended in INTEGRITY_FAILURE must not be passed on as a
 * success: its intent stays PROCESSING.
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
