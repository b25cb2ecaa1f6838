import { addDays } from '#shared/date-arithmetic.ts'
import type { RenderContext } from '#server/pages/render-context.ts'
import { hijriOf, type LocalDate } from '#shared/calendar.ts'
import { formatHijriIn } from '#shared/hijri.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import { daysOfDhulHijjah, nightsOfRamadan, type Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { nextHijriYear } from '#modules/recurring/subscriptions/rules/requested-schedule.ts'
import type { NightData } from '#web/features/recurring/subscriptions/calendar/nights.ts'
import { shortPlanDay } from '#web/features/recurring/subscriptions/calendar/plan-days.ts'
import { monthsOf } from './months.ts'

const ramadan = 9
const dhulHijjah = 12

/** Returns the nights of the next or current Ramadan, or the days of Dhul Hijjah; undefined for other programmes. */
export async function nightsFor(
  frame: RenderContext,
  programme: Programme | null,
  input: { readonly calendar: CalendarGroup; readonly today: LocalDate },
): Promise<{ readonly hijriYear: number; readonly nights: readonly NightData[] } | undefined> {
  if (programme !== 'Ramadan30Nights' && programme !== 'DhulHijjah') return undefined
  const { locale } = frame
  const thisYear = hijriOf(input.today).year
  const months = await monthsOf(frame, input.calendar, thisYear)
  const hijriYear = nextHijriYear(programme, input.today, thisYear, months)
  const makeData = (number: number, on: LocalDate, day: LocalDate): NightData => ({
    number,
    on,
    day: shortPlanDay(day, locale),
    charged: shortPlanDay(on, locale),
    hijri: formatHijriIn(months, day, locale),
    isOdd: number % 2 === 1,
    isArafah: false,
    isUncertain: false,
    isMaybe: false,
    // Tonight can't be chosen, because its charge time may have passed.
    isPast: on < input.today,
  })
  if (programme === 'DhulHijjah') {
    const first = months.startOf(hijriYear, dhulHijjah)
    const nights = Array.from({ length: daysOfDhulHijjah }, (_, index) => {
      const on = addDays(first, index)
      return { ...makeData(index + 1, on, on), isArafah: index + 1 === 9 }
    })
    return { hijriYear, nights }
  }
  const known = nightsOfRamadan(hijriYear, months).map((night) => ({
    ...makeData(night.number, night.eveningOn, addDays(night.eveningOn, 1)),
    isUncertain: night.isUncertain,
  }))
  if (known.length === 30 || months.isAnnounced(hijriYear, ramadan + 1)) return { hijriYear, nights: known }
  const last = addDays(months.startOf(hijriYear, ramadan), 28)
  return {
    hijriYear,
    nights: [...known, { ...makeData(30, last, addDays(last, 1)), isUncertain: true, isMaybe: true }],
  }
}
