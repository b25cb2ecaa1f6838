import { hijriText } from '#shared/calendar.ts'
import { hijriIn, type HijriMonths } from '#shared/hijri.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'

const ramadan = 9

/**
 * Returns the Hijri date of a donation in the plan's calendar. A night belongs to the day after its evening: night 21
 * is 21 Ramadan, although it is charged on the evening of the civil day `on` (recurring-1, calendar-6, calendar-5).
 */
export function hijriDayOf(
  schedule: Schedule,
  { on, number }: { readonly on: LocalDate; readonly number: number | null },
  months: HijriMonths,
  locale: Locale,
): string {
  const isNight = schedule.kind === 'ramadan' && number !== null
  return hijriText(isNight ? { year: schedule.hijriYear, month: ramadan, day: number } : hijriIn(months, on), locale)
}
