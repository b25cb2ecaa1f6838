import {
  calculateObligation,
  type Obligation,
  type ObligationAmount,
} from '#modules/faith/zakat/rules/calculator/obligations.ts'
import { isWithinMaximum } from '#modules/money/giving/rules/amounts.ts'
import type { Currency } from '#shared/currencies.ts'
import { exponentOf, money, type Money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

/** The obligation pages by the last part of their path: the donation type and the obligations calculated there. */
export const obligationPages = {
  'al-fitr': { donationType: 'zakat-al-fitr', obligations: ['zakat-al-fitr'] },
  fidya: { donationType: 'fidya', obligations: ['fidya'] },
  kaffarah: { donationType: 'kaffarah', obligations: ['kaffarah-fast', 'kaffarah-oath'] },
} as const satisfies Record<string, { donationType: string; obligations: readonly Obligation[] }>
export type ObligationPage = keyof typeof obligationPages

export const isObligationPage = (text: string): text is ObligationPage => Object.hasOwn(obligationPages, text)

/** A rate as the API returns it: minor units as text. */
export type ShownRate = {
  readonly obligation: Obligation
  readonly year: number
  readonly rate: string
  readonly code: Currency
  readonly source: string
}

export const rateOf = ({ rate, code }: ShownRate): Money => money(BigInt(rate), code)

/** Calculates the amount due for a typed count. Returns a fault if the count is empty, 0 or not a whole number. */
export function amountFor(rate: ShownRate, country: string, typedCount: string): ObligationAmount | Fault {
  const due = calculateObligation(
    { obligation: rate.obligation, country, year: rate.year, rate: rateOf(rate), source: rate.source },
    typedCount,
  )
  return 'code' in due || due.count > 0n ? due : { code: 'number-not-positive' }
}

/** Returns whole major units, rounded up, as checkouts accept them; undefined if it exceeds the maximum donation. */
export function wholeAmountFor({ amount, currency }: Money): string | undefined {
  const unit = 10n ** BigInt(exponentOf(currency))
  const whole = String((amount + unit - 1n) / unit)
  return isWithinMaximum(whole, currency) ? whole : undefined
}

/** Returns the URL of a fundraiser's checkout with the amount and donation type filled in. */
export function checkoutAddress(slug: string, page: ObligationPage, amount: string): string {
  const query = new URLSearchParams({ amount, donationType: obligationPages[page].donationType, src: `zakat-${page}` })
  return `/v4/checkout/${encodeURIComponent(slug)}?${query}`
}
