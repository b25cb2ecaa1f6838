import { type Money, spread } from '#shared/money.ts'

/** How a total is shared among nights (calendar-8). */
export type Distribution = 'equal' | 'odd-double' | 'odd-double-27-triple'

function weightOf(number: number, distribution: Distribution): bigint {
  if (distribution === 'equal' || number % 2 === 0) return 1n
  return number === 27 && distribution === 'odd-double-27-triple' ? 3n : 2n
}

/** The last ten begin with the night before day 21, whether the month has 29 days or 30 (calendar-5). */
export const isOfLastTen = ({ number }: { readonly number: number }): boolean => number >= 21

/**
 * What each night gets of a total, in the order of the nights; nothing is lost, and equals differ by one unit at most,
 * the earliest first.
 */
export const amountsOfNights = (total: Money, nights: readonly number[], distribution: Distribution): Money[] =>
  spread(
    total,
    nights.map((number) => weightOf(number, distribution)),
  )

/** What each of the days of Dhul Hijjah gets; `arafahDouble` gives the ninth twice as much as the others. */
export const amountsOfDays = (total: Money, days: readonly number[], arafahDouble: boolean): Money[] =>
  spread(
    total,
    days.map((number) => (arafahDouble && number === 9 ? 2n : 1n)),
  )
