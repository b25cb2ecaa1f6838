import type { LocalDate } from '#shared/calendar.ts'
import type { Currency, Money } from '#shared/money.ts'
import { convert, euroRate, type Rate } from './rate.ts'

/** The recorded rates of many days, indexed for search. */
export type RateHistory = Readonly<Partial<Record<Currency, readonly Rate[]>>>

/** Orders rates by currency and day; on the same day the central bank's rate takes precedence. */
export function rateHistory(rates: readonly Rate[]): RateHistory {
  const isBetter = (rate: Rate, other: Rate): number =>
    Number(rate.day > other.day) - Number(rate.day < other.day) ||
    Number(rate.source === 'ecb') - Number(other.source === 'ecb')
  return Object.fromEntries(
    [...Map.groupBy(rates, ({ currency }) => currency)].map(([currency, ofIt]) => [currency, ofIt.toSorted(isBetter)]),
  )
}

/** Returns the newest rate on or before a day, otherwise the oldest; the euro is always 1 (amounts-16). */
export function rateOfDay(history: RateHistory, currency: Currency, day: LocalDate): Rate | undefined {
  if (currency === 'EUR') return { ...euroRate, day }
  const rates = history[currency] ?? []
  return rates.findLast((rate) => rate.day <= day) ?? oldestOf(rates)
}

/** Returns the rate of the oldest day; the central bank's comes last within a day. */
const oldestOf = (rates: readonly Rate[]): Rate | undefined => rates.findLast(({ day }) => day === rates[0]?.day)

export type DayConversion = { readonly amount: Money; readonly isApproximate: boolean }

/**
 * Converts an amount of at least 0 at the rates of its day, rounded half-up to the minor unit. `isApproximate`: a rate
 * of another day was used (amounts-16). Undefined if a currency has no rate.
 */
export function convertOnDay(
  history: RateHistory,
  amount: Money,
  to: Currency,
  day: LocalDate,
): DayConversion | undefined {
  if (amount.currency === to) return { amount, isApproximate: false }
  const from = rateOfDay(history, amount.currency, day)
  const target = rateOfDay(history, to, day)
  if (!from || !target) return undefined
  return { amount: convert(amount, from, target), isApproximate: from.day !== day || target.day !== day }
}
