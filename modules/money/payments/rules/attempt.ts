import { move, type Moves } from '#shared/states.ts'
import type { DeclineClass } from './declines.ts'

/** One try to collect one payment: one press of the button, one card. */
export type AttemptState =
  /** Written down; the provider knows nothing of it. */
  | 'RECORDED'
  /** Committed before the bank is asked; whether it was asked is not yet known. */
  | 'SUBMITTED'
  /** The bank wants to see the donor (3-D Secure). */
  | 'CHALLENGE'
  /** The money is ours to pass on: the provider named a charge of the agreed amount and currency. Final. */
  | 'SUCCEEDED'
  /** Refused, abandoned or lapsed; nothing was taken. Final for this attempt, not for the intent. */
  | 'DECLINED'
  /** No answer came. Never guessed: resolved by asking the provider for this very intent. */
  | 'UNKNOWN'
  /** The provider charged something other than what was agreed. Frozen for a person to look at. */
  | 'INTEGRITY_FAILURE'

/** The database holds the same table by trigger. */
export const attemptMoves: Moves<AttemptState> = {
  RECORDED: ['SUBMITTED', 'DECLINED'],
  SUBMITTED: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  CHALLENGE: ['SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  UNKNOWN: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'],
  SUCCEEDED: [],
  DECLINED: [],
  INTEGRITY_FAILURE: [],
}

/** What may be stored and shown of a card; `last4` is all of its number that is ever known here. */
type CardFacts = {
  readonly brand: string
  readonly last4: string
  readonly fingerprint?: string
  readonly country?: string
}

/** A card the provider keeps for a customer of its own: everything of it that is ever stored here. */
export type KeptCard = CardFacts & {
  readonly method: string
  readonly customerId: string
  readonly expMonth: number
  readonly expYear: number
}

/**
 * What a provider says came of a try. A decline is an answer, not an exception; `unknown` says nothing about the money.
 */
export type Outcome =
  | {
      readonly kind: 'succeeded'
      readonly chargeId: string
      /** Minor units of `currency`, as the provider counts what it took. */
      readonly amount: bigint
      /** ISO 4217, capitals. */
      readonly currency: string
      /** What the provider kept, in minor units of the same currency, when it says so. */
      readonly fee?: bigint
      readonly card?: CardFacts
      /** The card it was paid with, when the provider keeps it for later because that was asked. */
      readonly kept?: KeptCard
    }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string; readonly declineClass: DeclineClass; readonly card?: CardFacts }
  /** The bank will say later, as with a bank debit. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Agreed = { readonly amount: bigint; readonly currency: string }

/**
 * The state after an outcome. Success needs a charge of the agreed amount and currency (payments-5), whatever the
 * provider calls it. What is final stays as it is, so repeated, late and reordered news change nothing.
 */
export function attemptAfter(state: AttemptState, outcome: Outcome, agreed: Agreed): AttemptState {
  if (attemptMoves[state].length === 0) return state
  const next = stateOf(state, outcome, agreed)
  return next === state ? state : move(attemptMoves, state, next)
}

function stateOf(state: AttemptState, outcome: Outcome, agreed: Agreed): AttemptState {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.chargeId !== '' && outcome.amount === agreed.amount && outcome.currency === agreed.currency
        ? 'SUCCEEDED'
        : 'INTEGRITY_FAILURE'
    case 'challenge':
      return 'CHALLENGE'
    case 'declined':
      return 'DECLINED'
    case 'unknown':
      return 'UNKNOWN'
    case 'processing':
      return state
  }
}
