import type { RenderContext } from '#server/pages/render-context.ts'
import { hijriMonthName, hijriOf, type LocalDate, localDate } from '#shared/calendar.ts'
import { addDays, hijriIn, hijriMonths, type HijriMonths } from '#shared/hijri.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { HijriDays } from '../../features/recurring/agreement/calendar/gift-calendar.tsx'
import { besideMonth, type Month } from '../../features/recurring/agreement/calendar/month.ts'

/** The months as a group of countries counts them, with what is announced of this Hijri year and of those beside it. */
export async function monthsOf({ api }: RenderContext, calendar: CalendarGroup, year: number): Promise<HijriMonths> {
  const years = await Promise.all(
    [year - 1, year, year + 1].map((each) => api('GET /v4/hijri/months', { calendar, year: each })),
  )
  return hijriMonths(
    years.flatMap(({ months }) =>
      months
        .filter(({ isAnnounced }) => isAnnounced)
        .map((month) => ({ ...month, startsOn: month.startsOn as LocalDate })),
    ),
  )
}

/** Of the years that may be asked for with the one after them. */
const isKnown = (month: Month): boolean => '1884-01' <= month && month <= '2172-11'

/**
 * Each day of a month of the page's calendar as the plan's group of countries counts it; none of a month beside the
 * table of the calendar.
 */
export async function hijriDaysOf(frame: RenderContext, calendar: CalendarGroup, month: Month): Promise<HijriDays> {
  if (!isKnown(month)) return {}
  const [first, next] = [localDate(`${month}-01`), localDate(`${besideMonth(month, 1)}-01`)]
  const months = await monthsOf(frame, calendar, hijriOf(first).year)
  const days: Record<string, HijriDays[string]> = {}
  for (let day = first; day < next; day = addDays(day, 1)) {
    const hijri = hijriIn(months, day)
    days[day] = { day: hijri.day, month: hijriMonthName(hijri.month, frame.locale) }
  }
  return days
}
