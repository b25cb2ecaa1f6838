import { addBusinessDays } from '#modules/money/refunds/rules/refund-start.ts'
import { dayMs } from '#shared/time.ts'

/**
 * Why money of a charity can't be paid out yet (payouts-2, payouts-3), most of them with an end. Of a payment: it is
 * new, disputed, or one of its donations may be refunded. Of the charity: its verification isn't valid, a screening
 * match is open, staff set a hold, or it has no bank details in force.
 */
export const holdReasons = [
  'card-payment-new',
  'debit-new',
  'disputed',
  'refund-requested',
  'refund-open',
  'not-verified',
  'screening-match',
  'set-by-staff',
  'no-bank-details',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** `until` is the first instant without the hold; null if it has no known end. */
export type Hold = { readonly reason: HoldReason; readonly until: Date | null }

/** The data of one payment, about its donations to one charity. */
export type PaymentFacts = {
  readonly id: string
  /** `ach` is a bank debit; every other method is treated like a card. */
  readonly method: string
  /** When the donor or, for a bank debit, the bank paid. */
  readonly paidAt: Date
  /** Whether the bank is deciding on a dispute of the payment. */
  readonly isDisputed: boolean
  /** Whether a donor's request to refund one of its donations to this charity is open. */
  readonly hasOpenRequest: boolean
  /** Whether a refund of one of its donations to this charity is proposed, requested, pending or needs action. */
  readonly hasOpenRefund: boolean
}

/** Business days for which a bank debit is held after it was paid (refunds-10). */
export const debitHoldDays = 5

export const isBankDebit = ({ method }: Pick<PaymentFacts, 'method'>): boolean => method === 'ach'

/** Returns when a payment is old enough: `holdDays` × 24 hours, or 5 business days of a bank debit. */
const newUntil = (payment: Pick<PaymentFacts, 'method' | 'paidAt'>, holdDays: number): Date =>
  isBankDebit(payment)
    ? addBusinessDays(payment.paidAt, debitHoldDays)
    : new Date(payment.paidAt.getTime() + holdDays * dayMs)

/** Returns the holds of a payment at an instant, in the order of `holdReasons`; empty if it is free. */
export function holdsOfPayment(payment: PaymentFacts, settings: { readonly holdDays: number }, instant: Date): Hold[] {
  const until = newUntil(payment, settings.holdDays)
  return [
    ...(until > instant
      ? [{ reason: isBankDebit(payment) ? ('debit-new' as const) : ('card-payment-new' as const), until }]
      : []),
    ...(payment.isDisputed ? [{ reason: 'disputed' as const, until: null }] : []),
    ...(payment.hasOpenRequest ? [{ reason: 'refund-requested' as const, until: null }] : []),
    ...(payment.hasOpenRefund ? [{ reason: 'refund-open' as const, until: null }] : []),
  ]
}

/** The state of a charity that decides whether it can be paid in a currency now. */
export type CharityFacts = {
  /** Whether its verification is valid; for a closed charity, whether it was valid when it closed. */
  readonly isVerified: boolean
  /** Whether a match of its names with a screening list is open or confirmed. */
  readonly hasScreeningMatch: boolean
  /** Whether staff have set a hold that isn't lifted. */
  readonly hasStaffHold: boolean
  /** The bank details in force in this currency; null if there are none. */
  readonly bankDetailsId: string | null
  /** When approved details that aren't in force yet will be; null if there are none. */
  readonly bankDetailsFrom: Date | null
}

/** Returns the holds of a charity in the order of `holdReasons`; empty if it can be paid. */
export const holdsOfCharity = (charity: CharityFacts): Hold[] => [
  ...(charity.isVerified ? [] : [{ reason: 'not-verified' as const, until: null }]),
  ...(charity.hasScreeningMatch ? [{ reason: 'screening-match' as const, until: null }] : []),
  ...(charity.hasStaffHold ? [{ reason: 'set-by-staff' as const, until: null }] : []),
  ...(charity.bankDetailsId === null ? [{ reason: 'no-bank-details' as const, until: charity.bankDetailsFrom }] : []),
]
