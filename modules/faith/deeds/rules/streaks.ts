import { daysBetween } from '#shared/date-arithmetic.ts'
import type { LocalDate } from '#shared/calendar.ts'

/** Returns the longest run of days that are `step` days apart. The days may be repeated and in any order. */
export function longestRun(days: readonly LocalDate[], step: 1 | 7): number {
  const sorted = [...new Set(days)].toSorted()
  let longest = 0
  let run = 0
  for (const [index, day] of sorted.entries()) {
    const before = sorted[index - 1]
    run = before !== undefined && daysBetween(before, day) === step ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

const streakBadgeDays = [3, 7, 14, 30, 100] as const

/** The five badges of a streak; each is lit if the streak is at least that long (deeds-5). */
export const streakBadges = (streak: number): { readonly days: number; readonly isReached: boolean }[] =>
  streakBadgeDays.map((days) => ({ days, isReached: streak >= days }))
