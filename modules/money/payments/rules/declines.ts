import { one } from '#shared/collections.ts'
import { hourMs } from '#shared/time.ts'

/**
 * What can follow a decline (payments-15). Donors at checkout never see the class or the code; the owner of a saved
 * mandate does (payments-8).
 */
export type DeclineClass =
  /** The card schemes forbid another attempt with this card. */
  | 'NEVER'
  /** The card's data is wrong or outdated: ask the donor for it again. */
  | 'UPDATE'
  /** The bank requires the donor's confirmation. */
  | 'ACTION'
  /** A later attempt may succeed. */
  | 'SOFT'

const classes: Readonly<Record<Exclude<DeclineClass, 'SOFT'>, string>> = {
  NEVER:
    'lost_card stolen_card pickup_card fraudulent incorrect_number invalid_number invalid_account revocation_of_authorization revocation_of_all_authorizations stop_payment_order transaction_not_allowed restricted_card card_removed merchant_blacklist security_violation account_closed no_account debit_not_authorized bank_account_restricted',
  UPDATE:
    'expired_card card_not_supported incorrect_cvc invalid_cvc incorrect_zip invalid_expiry_month invalid_expiry_year new_account_information_available bank_account_unverified',
  ACTION:
    'authentication_required authentication_not_handled authentication_failed payment_intent_authentication_failure',
}
const classOf = new Map(
  Object.entries(classes).flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name as DeclineClass])),
)

/** Raw codes of the card schemes, if the provider reports them. */
export type NetworkAdvice = {
  readonly brand?: string | undefined
  /** Mastercard's merchant advice code. */
  readonly adviceCode?: string | undefined
  /** Visa's response code. */
  readonly responseCode?: string | undefined
}

const mastercardNever = new Set(['03', '21'])
const visaNever = new Set(['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'])
/** The waiting times that Mastercard requires before another attempt. */
const mastercardWaits = new Map(
  [1, 24, 48, 96, 144, 192, 240].map((hours, index) => [String(24 + index), hours * hourMs]),
)

/**
 * Returns a decline code as we store it: the provider's code and, if it has a meaning of its own, the scheme's after
 * a space (`generic_decline mastercard_03`). The functions below must be able to read codes stored years ago.
 */
export function declineCodeOf(code: string, { brand, adviceCode = '', responseCode = '' }: NetworkAdvice): string {
  if (brand === 'mastercard' && (mastercardNever.has(adviceCode) || mastercardWaits.has(adviceCode)))
    return `${code} mastercard_${adviceCode}`
  if (brand === 'visa' && visaNever.has(responseCode)) return `${code} visa_${responseCode}`
  return code
}

/** Returns the provider's code of a stored decline code. */
export const providerCodeOf = (declineCode: string): string => one(declineCode.split(' ', 1))

const schemeOf = (declineCode: string): readonly [scheme: string, code: string] => {
  const [scheme = '', code = ''] = (declineCode.split(' ')[1] ?? '').split('_')
  return [scheme, code]
}

const refusedCode = 'payment_refused'

/** Returns a refusal of the provider as we store it beside decline codes (payments-4). */
export const refusalCodeOf = (providerCode: string): string => `${refusedCode} ${providerCode}`

/** Returns whether a stored decline code is a refusal of the provider, which asked no bank. */
export const isProviderRefusal = (declineCode: string | null): boolean =>
  declineCode !== null && providerCodeOf(declineCode) === refusedCode

/**
 * Returns the class of a stored decline code. A scheme's "never" overrides the provider's code; an unlisted code is
 * `SOFT`.
 */
export function declineClassOf(declineCode: string): DeclineClass {
  const [scheme, code] = schemeOf(declineCode)
  if ((scheme === 'mastercard' && mastercardNever.has(code)) || (scheme === 'visa' && visaNever.has(code)))
    return 'NEVER'
  return classOf.get(providerCodeOf(declineCode)) ?? 'SOFT'
}

/** Returns the milliseconds that the scheme requires before another attempt; they override our own schedule. */
export function requiredWaitMs(declineCode: string): number {
  const [scheme, code] = schemeOf(declineCode)
  return scheme === 'mastercard' ? (mastercardWaits.get(code) ?? 0) : 0
}

/**
 * Returns how often a charge of a saved card may be retried after this decline: never, once with outdated data, twice
 * if the bank gives no reason, otherwise four times.
 */
export function maxRetriesAfter(declineCode: string): number {
  const code = providerCodeOf(declineCode)
  switch (declineClassOf(declineCode)) {
    case 'NEVER':
    case 'ACTION':
      return 0
    case 'UPDATE':
      return 1
    case 'SOFT':
      return code === 'generic_decline' || code === 'do_not_honor' ? 2 : 4
  }
}

/** Codes of ours and of the provider's own checks: no bank was asked, or it isn't known that one answered. */
const withoutBank = new Set(
  `card_removed payment_method_unusable bank_account_unverified never-confirmed challenge-expired abandoned processing_error
  incorrect_number invalid_number invalid_cvc invalid_expiry_month invalid_expiry_year fraudulent highest_risk_level
  elevated_risk_level merchant_blacklist not_a_card`.split(/\s+/),
)

/** Whether a bank answered with this decline. Texts name the bank only then (payments-8). */
export const isBankDecline = (declineCode: string): boolean =>
  declineCode.includes(' ') || !withoutBank.has(declineCode)
