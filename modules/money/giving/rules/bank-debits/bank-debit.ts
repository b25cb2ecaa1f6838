import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, money, type Money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'

/** Minimum and maximum of one bank debit, including tip and covered fee (payments-26). */
export const bankDebitLimits = { min: money(10_00n, 'USD'), max: money(10_000_00n, 'USD') } as const

/** Maximum number of pending debits for one account, one email and one visit. */
export const pendingDebitsMax = 2

/** Returns whether this total can be paid by bank debit. */
export const isDebitable = ({ amount, currency }: Money): boolean =>
  currency === 'USD' && amount >= bankDebitLimits.min.amount && amount <= bankDebitLimits.max.amount

/**
 * Returns whether a debit that starts on this day may be paid in the next year: from 20 December, because banks take
 * up to four business days.
 */
export const canCountNextYear = (day: LocalDate): boolean => day.slice(5) >= '12-20'

/**
 * Version of the mandate text in `money/bank-debit` (payments-27). A changed text needs a new version; the agreed
 * text is stored with each debit.
 */
export const debitMandateVersion = 'debit-2026-11'

/** The data of a mandate. `amount` is the total. */
export type DebitTerms = {
  readonly charity: string
  readonly product: string
  readonly contact: string
  readonly amount: Money
  readonly on: LocalDate
}

/** Translates keys of `money/bank-debit`. */
type Say = (key: 'debit.mandate', params: Readonly<Record<string, string>>) => string

/** Returns the mandate text for the page and the email. */
export const debitMandate = ({ charity, product, contact, amount, on }: DebitTerms, locale: Locale, t: Say): string =>
  t('debit.mandate', {
    charity: `\u2068${charity}\u2069`,
    product: `\u2068${product}\u2069`,
    contact: `\u2066${contact}\u2069`,
    amount: `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`,
    date: formatDay(on, locale),
  })

/** Returns the input of the hash that is stored as evidence of the shown text. */
export const debitMandateHashInput = (text: string, locale: Locale): string =>
  `${debitMandateVersion}\n${locale}\n${text}`
