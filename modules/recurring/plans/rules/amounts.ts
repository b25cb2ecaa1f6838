import { type Money, spread } from '#shared/money.ts'

/** How a total is divided among nights (calendar-8). */
export type NightDistribution = 'equal' | 'odd-double' | 'odd-double-27-triple'

function weightOf(number: number, distribution: NightDistribution): bigint {
  if (distribution === 'equal' || number % 2 === 0) return 1n
  return number === 27 && distribution === 'odd-double-27-triple' ? 3n : 2n
}

/**
 * Whether a night is one of the last ten. They begin with night 21, whether the month has 29 days or 30 (calendar-5).
 */
export const isInLastTenNights = ({ number }: { readonly number: number }): boolean => number >= 21

/**
 * Divides a total exactly among nights, in their order. Equal shares differ by at most one minor unit; the earlier ones
 * are larger.
 */
export const amountsOfNights = (total: Money, nights: readonly number[], distribution: NightDistribution): Money[] =>
  spread(
    total,
    nights.map((number) => weightOf(number, distribution)),
  )

/**
 * Divides a total exactly among days of Dhul Hijjah; with `arafahDouble` the ninth gets twice as much as each other
 * day.
 */
export const amountsOfDays = (total: Money, days: readonly number[], arafahDouble: boolean): Money[] =>
  spread(
    total,
    days.map((number) => (arafahDouble && number === 9 ? 2n : 1n)),
  )
