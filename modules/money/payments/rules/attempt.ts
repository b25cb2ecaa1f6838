import { transition, type Transitions } from '#shared/states.ts'
import type { DeclineClass } from './declines.ts'

/** The state of one attempt to collect a payment: one request with one card. */
export type AttemptState =
  /** Recorded, but not yet known to the provider. */
  | 'RECORDED'
  /** Committed before the confirmation is sent; it is unknown whether the bank received it. */
  | 'SUBMITTED'
  /** The bank requires a 3-D Secure challenge. */
  | 'CHALLENGE'
  /** Paid: the provider has a charge of the agreed amount and currency. Final. */
  | 'SUCCEEDED'
  /** Declined, refused, abandoned or expired; no money moved. Final for this attempt, not for the intent. */
  | 'DECLINED'
  /** No response arrived. Resolved only by looking up the intent at the provider. */
  | 'UNKNOWN'
  /** The provider charged something other than agreed. Frozen until manual review. */
  | 'INTEGRITY_FAILURE'

/** The permitted transitions. A database trigger enforces the same table. */
export const attemptTransitions: Transitions<AttemptState> = {
  RECORDED: ['SUBMITTED', 'DECLINED'],
  SUBMITTED: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  CHALLENGE: ['SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE'],
  UNKNOWN: ['CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'],
  SUCCEEDED: [],
  DECLINED: [],
  INTEGRITY_FAILURE: [],
}

/** The card data that may be stored and shown. We never have more of the card number than `last4`. */
type CardData = {
  readonly brand: string
  readonly last4: string
  readonly fingerprint?: string
  readonly country?: string
}

/** What is printed on a card. */
export type PrintedCard = Pick<CardData, 'brand' | 'last4'> & {
  readonly expMonth: number
  readonly expYear: number
}

/** A card that the provider saved for a customer. */
export type SavedCard = CardData &
  PrintedCard & {
    readonly method: string
    readonly customerId: string
  }

/**
 * The provider's result of an attempt. A decline is a result, not an exception; `unknown` leaves open whether money
 * moved.
 */
export type Outcome =
  | {
      readonly kind: 'succeeded'
      readonly chargeId: string
      /** Minor units of `currency` as the provider reports them. */
      readonly amount: bigint
      /** ISO 4217, upper case. */
      readonly currency: string
      /** The provider's fee, in minor units of the same currency, if known. */
      readonly fee?: bigint
      /** Time at which the bank paid; absent means now. A bank debit takes days. */
      readonly paidAt?: Date
      readonly card?: CardData
      /** The card as it was printed at the charge. */
      readonly printed?: PrintedCard
      /** The card that was charged, if it was saved on request. */
      readonly savedCard?: SavedCard
    }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string; readonly declineClass: DeclineClass; readonly card?: CardData }
  /** The provider refused the request itself: no bank was asked, and nothing was charged (payments-4). */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  /** The bank decides later, for example on a bank debit. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type AgreedAmount = { readonly amount: bigint; readonly currency: string }

/**
 * Returns the state after an outcome. Success requires a charge of the agreed amount and currency (payments-5). Final
 * states don't change, so repeated, late and reordered reports have no effect.
 */
export function attemptAfter(state: AttemptState, outcome: Outcome, agreed: AgreedAmount): AttemptState {
  if (attemptTransitions[state].length === 0) return state
  const next = stateOf(state, outcome, agreed)
  return next === state ? state : transition(attemptTransitions, state, next)
}

function stateOf(state: AttemptState, outcome: Outcome, agreed: AgreedAmount): AttemptState {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.chargeId !== '' && outcome.amount === agreed.amount && outcome.currency === agreed.currency
        ? 'SUCCEEDED'
        : 'INTEGRITY_FAILURE'
    case 'challenge':
      return 'CHALLENGE'
    case 'declined':
    case 'refused':
      return 'DECLINED'
    case 'unknown':
      return 'UNKNOWN'
    case 'processing':
      return state
  }
}
