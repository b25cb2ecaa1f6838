import { addDays } from '#shared/date-arithmetic.ts'
import type { RenderContext } from '#server/pages/render-context.ts'
import { hijriMonthName, hijriOf, type LocalDate, localDate } from '#shared/calendar.ts'
import { hijriIn, hijriMonths, type HijriMonths } from '#shared/hijri.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { HijriDays } from '#web/features/recurring/subscriptions/calendar/donation-calendar.tsx'
import { adjacentMonth, type Month } from '#web/features/recurring/subscriptions/calendar/month.ts'

/** Loads the months of a calendar group, with the announcements of this Hijri year, the previous one and the next. */
export async function monthsOf({ api }: RenderContext, calendar: CalendarGroup, year: number): Promise<HijriMonths> {
  const years = await Promise.all(
    [year - 1, year, year + 1].map((value) => api('GET /v4/hijri/months', { calendar, year: value })),
  )
  return hijriMonths(
    years.flatMap(({ months }) =>
      months
        .filter(({ isAnnounced }) => isAnnounced)
        .map((month) => ({ ...month, startsOn: month.startsOn as LocalDate })),
    ),
  )
}

/** Returns whether the month and the following one are in the Hijri table. */
const isKnown = (month: Month): boolean => '1884-01' <= month && month <= '2172-11'

/**
 * Returns the Hijri date of each day of a civil month in the plan's calendar group; empty for a month outside the
 * table.
 */
export async function hijriDaysOf(frame: RenderContext, calendar: CalendarGroup, month: Month): Promise<HijriDays> {
  if (!isKnown(month)) return {}
  const [first, next] = [localDate(`${month}-01`), localDate(`${adjacentMonth(month, 1)}-01`)]
  const months = await monthsOf(frame, calendar, hijriOf(first).year)
  const days: Record<string, HijriDays[string]> = {}
  for (let day = first; day < next; day = addDays(day, 1)) {
    const hijri = hijriIn(months, day)
    days[day] = { day: hijri.day, month: hijriMonthName(hijri.month, frame.locale) }
  }
  return days
}
