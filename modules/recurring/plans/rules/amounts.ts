import { type Money, spread } from '#shared/money.ts'

/** How a total is divided between nights (calendar-8). */
export type Distribution = 'equal' | 'odd-double' | 'odd-double-27-triple'

function weightOf(number: number, distribution: Distribution): bigint {
  if (distribution === 'equal' || number % 2 === 0) return 1n
  return number === 27 && distribution === 'odd-double-27-triple' ? 3n : 2n
}

/** The last ten nights begin before day 21, whether the month has 29 days or 30 (calendar-5). */
export const isOfLastTen = ({ number }: { readonly number: number }): boolean => number >= 21

/**
 * Divides a total between nights, in their order, exactly; equal shares differ by at most one unit, the first ones
 * being larger.
 */
export const amountsOfNights = (total: Money, nights: readonly number[], distribution: Distribution): Money[] =>
  spread(
    total,
    nights.map((number) => weightOf(number, distribution)),
  )

/** Divides a total between days of Dhul Hijjah; `arafahDouble` gives the ninth twice as much as the others. */
export const amountsOfDays = (total: Money, days: readonly number[], arafahDouble: boolean): Money[] =>
  spread(
    total,
    days.map((number) => (arafahDouble && number === 9 ? 2n : 1n)),
  )
