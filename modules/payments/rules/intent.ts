import { mayMove, type Moves } from '#shared/states.ts'
import type { Outcome } from './attempt.ts'

/** An order and its payment, over all its attempts. */
export type IntentState =
  /** Open: no attempt is under way; a card may be tried. */
  | 'CREATED'
  /** The bank has asked the donor a question. */
  | 'REQUIRES_ACTION'
  /** An attempt is under way or its outcome is not known. */
  | 'PROCESSING'
  /** Paid. */
  | 'SUCCEEDED'
  /** Its cards were all declined, or its attempt ended without a charge. Nothing was taken. Final. */
  | 'FAILED'
  /** Given up by the donor or by staff before anything was charged. Final. */
  | 'CANCELLED'
  /** Left until its time was over. Nothing was taken. Final. */
  | 'EXPIRED'
  | 'PARTIALLY_REFUNDED'
  /** Given back in full. Final. */
  | 'REFUNDED'
  | 'DISPUTED'
  | 'DISPUTE_WON'
  | 'DISPUTE_LOST'

export const intentMoves: Moves<IntentState> = {
  CREATED: ['REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REQUIRES_ACTION: ['CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  PROCESSING: ['CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  SUCCEEDED: ['PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED'],
  PARTIALLY_REFUNDED: ['REFUNDED', 'DISPUTED'],
  DISPUTED: ['DISPUTE_WON', 'DISPUTE_LOST'],
  FAILED: [],
  CANCELLED: [],
  EXPIRED: [],
  REFUNDED: [],
  DISPUTE_WON: [],
  DISPUTE_LOST: [],
}

/** A decline ends the attempt, not the order: while cards are left to try it is open again (decisions.md, payments 1). */
export function intentAfter(state: IntentState, outcome: Outcome, { attemptsLeft }: { readonly attemptsLeft: boolean }): IntentState {
  const wanted = wantedAfter(outcome, attemptsLeft)
  return mayMove(intentMoves, state, wanted) ? wanted : state
}

function wantedAfter(outcome: Outcome, attemptsLeft: boolean): IntentState {
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
