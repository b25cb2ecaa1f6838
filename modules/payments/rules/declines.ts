/**
 * What may be done after a decline (trust.md 1.4). A donor at checkout never hears the class or the code: only the owner of a stored mandate
 * does (decisions.md 6).
 */
export type DeclineClass =
  /** Not with this card again, by rule of the card schemes. */
  | 'NEVER'
  /** The card's particulars are wrong or out of date: ask for it again. */
  | 'UPDATE'
  /** The bank wants to see the donor. */
  | 'ACTION'
  /** It may pass later. */
  | 'SOFT'

const classes: Readonly<Record<Exclude<DeclineClass, 'SOFT'>, string>> = {
  NEVER:
    'lost_card stolen_card pickup_card fraudulent incorrect_number invalid_number invalid_account revocation_of_authorization revocation_of_all_authorizations stop_payment_order transaction_not_allowed restricted_card merchant_blacklist security_violation',
  UPDATE: 'expired_card card_not_supported incorrect_cvc invalid_cvc incorrect_zip invalid_expiry_month invalid_expiry_year new_account_information_available',
  ACTION: 'authentication_required authentication_not_handled authentication_failed payment_intent_authentication_failure',
}
const classOf = new Map(Object.entries(classes).flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name as DeclineClass])))

/** Raw answers of the card schemes, where the provider passes them on. */
export type NetworkAdvice = {
  /** Mastercard's merchant advice code. */
  readonly mastercardAdvice?: string
  /** Visa's response code. */
  readonly visaResponse?: string
}

const mastercardNever = new Set(['03', '21'])
const visaNever = new Set(['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'])

/** A scheme's "never" stands above the provider's code. A code that nobody listed may pass later. */
export function declineClassOf(code: string, advice: NetworkAdvice = {}): DeclineClass {
  if (mastercardNever.has(advice.mastercardAdvice ?? '') || visaNever.has(advice.visaResponse ?? '')) return 'NEVER'
  return classOf.get(code) ?? 'SOFT'
}

/** How often one charge of a stored card may be tried again after this decline; a bank that gives no reason is asked twice at most. */
export function retriesMax(code: string, advice: NetworkAdvice = {}): number {
  switch (declineClassOf(code, advice)) {
    case 'NEVER':
    case 'ACTION':
      return 0
    case 'UPDATE':
      return 1
    case 'SOFT':
      return code === 'generic_decline' || code === 'do_not_honor' ? 2 : 4
  }
}
