import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn, hijriOf } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'

/** The days of a Hijri year by Umm al-Qura: from `start` (inclusive) to `end` (exclusive). */
export type DeedsYear = {
  readonly hijriYear: number
  readonly start: LocalDate
  readonly end: LocalDate
  /** The first days of its twelve months. */
  readonly months: readonly LocalDate[]
}

const calendar = hijriMonths()

/** Returns the bounds of a Deeds year. Announced months don't change it (deeds-1). */
export function deedsYear(hijriYear: number): DeedsYear {
  const months = Array.from({ length: 12 }, (_, index) => calendar.startOf(hijriYear, index + 1))
  return { hijriYear, start: calendar.startOf(hijriYear, 1), end: calendar.startOf(hijriYear + 1, 1), months }
}

/**
 * Returns when the Deeds of a year open: at 12:00 UTC on 2 Muharram of the next year, when the year has ended in all
 * time zones.
 */
export const deedsOpenAt = (hijriYear: number): Date =>
  instantIn('UTC', addDays(calendar.startOf(hijriYear + 1, 1), 1), { hour: 12 })

/** Returns the last completed year whose Deeds are open. */
export function latestDeedsYear(now: Date): number {
  const { year } = hijriOf(localDateIn('UTC', now))
  return deedsOpenAt(year - 1) <= now ? year - 1 : year - 2
}
