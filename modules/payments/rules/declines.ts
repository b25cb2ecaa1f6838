import type { DeclineClass } from './attempt.ts'

/** What may be done after a decline (trust.md 1.4): nothing ever, another card, the donor's own authentication, or trying again later. */
const classes: Readonly<Record<DeclineClass, readonly string[]>> = {
  NEVER: ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'incorrect_number', 'invalid_account', 'revocation_of_authorization', 'revocation_of_all_authorizations', 'stop_payment_order', 'transaction_not_allowed', 'restricted_card'],
  UPDATE: ['expired_card', 'card_not_supported', 'incorrect_cvc', 'invalid_cvc', 'new_account_information_available'],
  ACTION: ['authentication_required', 'authentication_failed', 'payment_intent_authentication_failure'],
  SOFT: ['insufficient_funds', 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded', 'try_again_later', 'issuer_not_available', 'processing_error', 'reenter_transaction', 'call_issuer', 'generic_decline', 'do_not_honor', 'card_declined'],
}

const byCode = new Map(Object.entries(classes).flatMap(([name, codes]) => codes.map((code) => [code, name as DeclineClass] as const)))

/** A code nobody told us of is treated as one that may pass: it is retried a few times, never for ever. */
export const declineClassOf = (code: string): DeclineClass => byCode.get(code) ?? 'SOFT'
