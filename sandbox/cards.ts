/** How a payment with a test card ends. Numbers aren't stored, only the name of their behaviour. */
export type Ending =
  | { readonly kind: 'success' }
  | { readonly kind: 'decline'; readonly code: string; readonly declineCode?: string }
export type Behaviour = {
  /** `always`: each payment requires a challenge; `unless-set-up`: none after the card was set up or saved. */
  readonly challenge?: 'always' | 'unless-set-up'
  readonly ending: Ending
  /** Saving the card works, but every later charge is declined. */
  readonly failsLater?: true
  readonly disputedLater?: true
  /** The payment succeeds and gets an early fraud warning, or a review is opened. */
  readonly warning?: 'fraud' | 'review'
  readonly refund?: 'fails-later' | 'succeeds-later'
  /** Bank debit: the account must be verified with microdeposits first, which takes days. */
  readonly needsMicrodeposits?: true
  /** Bank debit: pending until `settlePending`, which advancing the clock and the sandbox's page call. */
  readonly settlesLater?: true
}

const success: Ending = { kind: 'success' }
const declined = (declineCode: string, code = 'card_declined'): Ending => ({ kind: 'decline', code, declineCode })

export const behaviours = {
  success: { ending: success },
  'challenge-then-success': { challenge: 'always', ending: success },
  'challenge-unless-set-up': { challenge: 'unless-set-up', ending: success },
  'challenge-then-declined': { challenge: 'always', ending: declined('generic_decline') },
  'challenge-then-insufficient-funds': { challenge: 'always', ending: declined('insufficient_funds') },
  'challenge-lookup-error': {
    challenge: 'always',
    ending: { kind: 'decline', code: 'payment_intent_authentication_failure' },
  },
  'insufficient-funds': { ending: declined('insufficient_funds') },
  'expired-card': { ending: { kind: 'decline', code: 'expired_card', declineCode: 'expired_card' } },
  'processing-error': { ending: { kind: 'decline', code: 'processing_error', declineCode: 'processing_error' } },
  'incorrect-cvc': { ending: { kind: 'decline', code: 'incorrect_cvc', declineCode: 'incorrect_cvc' } },
  declined: { ending: declined('generic_decline') },
  'lost-card': { ending: declined('lost_card') },
  'stolen-card': { ending: declined('stolen_card') },
  fraudulent: { ending: declined('fraudulent') },
  'elevated-risk': { ending: success, warning: 'review' },
  'early-fraud-warning': { ending: success, warning: 'fraud' },
  'fails-later': { ending: declined('generic_decline'), failsLater: true },
  'disputed-later': { ending: success, disputedLater: true },
  'refund-fails-later': { ending: success, refund: 'fails-later' },
  'refund-succeeds-later': { ending: success, refund: 'succeeds-later' },
  'bank-debit': { ending: success, settlesLater: true },
  'bank-debit-insufficient': {
    ending: { kind: 'decline', code: 'insufficient_funds', declineCode: 'insufficient_funds' },
    settlesLater: true,
  },
  'bank-debit-closed': {
    ending: { kind: 'decline', code: 'account_closed', declineCode: 'account_closed' },
    settlesLater: true,
  },
  'bank-debit-unauthorised': {
    ending: { kind: 'decline', code: 'debit_not_authorized', declineCode: 'debit_not_authorized' },
    settlesLater: true,
  },
  'bank-debit-microdeposits': { ending: success, settlesLater: true, needsMicrodeposits: true },
} as const satisfies Record<string, Behaviour>
export type BehaviourName = keyof typeof behaviours

/** Test card numbers (payments-21). */
export const testNumbers: Readonly<Record<string, BehaviourName>> = {
  '4242424242424242': 'success',
  '5555555555554444': 'success',
  '378282246310005': 'success',
  '4000002760003184': 'challenge-then-success',
  '4000002500003155': 'challenge-unless-set-up',
  '4000000000003220': 'challenge-then-success',
  '4000008400001629': 'challenge-then-declined',
  '4000008400001280': 'challenge-lookup-error',
  '4000008260003178': 'challenge-then-insufficient-funds',
  '4000000000009995': 'insufficient-funds',
  '4000000000000069': 'expired-card',
  '4000000000000119': 'processing-error',
  '4000000000000127': 'incorrect-cvc',
  '4000000000000002': 'declined',
  '4000000000009987': 'lost-card',
  '4000000000009979': 'stolen-card',
  '4000000000000341': 'fails-later',
  '4100000000000019': 'fraudulent',
  '4000000000009235': 'elevated-risk',
  '4000000000000259': 'disputed-later',
  '4000000000005423': 'early-fraud-warning',
  '4000000000005126': 'refund-fails-later',
  '4000000000007726': 'refund-succeeds-later',
}

/** Fixed tokens of test cards, for clients without card fields. */
export const namedMethods: Readonly<Record<string, { readonly number: string; readonly brand: string }>> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_amex: { number: '378282246310005', brand: 'amex' },
  pm_card_threeDSecure2Required: { number: '4000000000003220', brand: 'visa' },
  pm_card_threeDSecureRequired: { number: '4000002760003184', brand: 'visa' },
  pm_card_authenticationRequired: { number: '4000002760003184', brand: 'visa' },
  pm_card_visa_chargeDeclined: { number: '4000000000000002', brand: 'visa' },
  pm_card_chargeDeclined: { number: '4000000000000002', brand: 'visa' },
  pm_card_chargeDeclinedInsufficientFunds: { number: '4000000000009995', brand: 'visa' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { number: '4000000000009995', brand: 'visa' },
  pm_card_chargeDeclinedExpiredCard: { number: '4000000000000069', brand: 'visa' },
  pm_card_chargeDeclinedProcessingError: { number: '4000000000000119', brand: 'visa' },
  pm_card_chargeDeclinedIncorrectCvc: { number: '4000000000000127', brand: 'visa' },
  pm_card_visa_chargeDeclinedLostCard: { number: '4000000000009987', brand: 'visa' },
  pm_card_visa_chargeDeclinedStolenCard: { number: '4000000000009979', brand: 'visa' },
  pm_card_chargeCustomerFail: { number: '4000000000000341', brand: 'visa' },
  pm_card_createDispute: { number: '4000000000000259', brand: 'visa' },
  pm_card_refundFail: { number: '4000000000005126', brand: 'visa' },
  pm_card_pendingRefund: { number: '4000000000007726', brand: 'visa' },
}

/** Test bank accounts by number, with routing number 110000000. */
export const testAccounts: Readonly<Record<string, BehaviourName>> = {
  '000123456789': 'bank-debit',
  '000222222227': 'bank-debit-insufficient',
  '000111111113': 'bank-debit-closed',
  '000333333335': 'bank-debit-unauthorised',
  '000999999991': 'bank-debit-microdeposits',
}

export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const value = index % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** The provider's fees: a rate in parts per million, and a fixed part in minor units. */
const fees: Readonly<Record<string, readonly [ppm: bigint, fixed: bigint]>> = {
  usd: [29_000n, 30n],
  gbp: [19_000n, 25n],
  eur: [19_000n, 25n],
  jpy: [29_000n, 30n],
  kwd: [29_000n, 100n],
  bhd: [29_000n, 100n],
  jod: [29_000n, 200n],
  cad: [29_000n, 42n],
  aud: [29_000n, 46n],
  pkr: [29_000n, 8400n],
  myr: [29_000n, 125n],
  try: [29_000n, 1250n],
  mad: [29_000n, 280n],
  aed: [29_000n, 110n],
  sar: [29_000n, 113n],
  idr: [29_000n, 500_000n],
  inr: [29_000n, 2650n],
}

/** Returns the fee of a charge, rounded half up; a currency that isn't listed costs 2.9 % and 30 minor units. */
export function feeOf(amount: number, currency: string, method: 'card' | 'us_bank_account' = 'card'): number {
  const [ppm, fixed] =
    method === 'us_bank_account' ? ([8_000n, 0n] as const) : (fees[currency] ?? ([29_000n, 30n] as const))
  return Number((BigInt(amount) * ppm + 500_000n) / 1_000_000n + fixed)
}
