import { move, type Moves } from '#shared/states.ts'
import type { DeclineClass } from './declines.ts'

/** One attempt to collect one payment: one request with one card. */
export type AttemptState =
  /** Recorded; the provider does not know it. */
  | 'RECORDED'
  /** Committed before the bank is asked; whether it was asked is not yet known. */
  | 'SUBMITTED'
  /** The bank requires the donor's confirmation (3-D Secure). */
  | 'CHALLENGE'
  /** Paid: the provider has a charge of the agreed amount and currency. Final. */
  | 'SUCCEEDED'
  /** Refused, abandoned or expired; nothing was taken. Final for this attempt, not for the intent. */
  | 'DECLINED'
  /** No answer came. Never guessed: resolved by asking the provider for this intent. */
  | 'UNKNOWN'
  /** The provider charged something other than what was agreed. Frozen until manual review. */
  | 'INTEGRITY_FAILURE'

/** A trigger of the database has the same table. */
export const attemptMoves: Moves<AttemptState> = {
  RECORDED: ['SUBMITTED', 'DECLINED'],
  SUBMITTED: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  CHALLENGE: ['SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  UNKNOWN: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'],
  SUCCEEDED: [],
  DECLINED: [],
  INTEGRITY_FAILURE: [],
}

/** What may be stored and shown of a card; `last4` is the only part of its number that we ever have. */
type CardData = {
  readonly brand: string
  readonly last4: string
  readonly fingerprint?: string
  readonly country?: string
}

/** A card the provider saves for a customer: everything of it that we store. */
export type KeptCard = CardData & {
  readonly method: string
  readonly customerId: string
  readonly expMonth: number
  readonly expYear: number
}

/**
 * The provider's result of an attempt. A decline is a result, not an exception; `unknown` says nothing about the money.
 */
export type Outcome =
  | {
      readonly kind: 'succeeded'
      readonly chargeId: string
      /** Minor units of `currency`, as the provider counts. */
      readonly amount: bigint
      /** ISO 4217, capitals. */
      readonly currency: string
      /** The provider's fee, in minor units of the same currency, if known. */
      readonly fee?: bigint
      /** When the bank paid, if that is not now: a bank debit takes days. */
      readonly paidAt?: Date
      readonly card?: CardData
      /** The card it was paid with, if the provider saved it on request. */
      readonly kept?: KeptCard
    }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string; readonly declineClass: DeclineClass; readonly card?: CardData }
  /** The bank decides later, as with a bank debit. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Agreed = { readonly amount: bigint; readonly currency: string }

/**
 * Returns the state after an outcome. Success needs a charge of the agreed amount and currency (payments-5), whatever
 * the provider calls it. Final states stay, so repeated, late and reordered reports change nothing.
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
