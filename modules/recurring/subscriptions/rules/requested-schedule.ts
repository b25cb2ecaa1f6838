import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { localDate, type LocalDate } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import {
  daysOfDhulHijjah,
  friday,
  type Programme,
  type Schedule,
  type Weekday,
  weekdayOf,
} from '#modules/recurring/plans/rules/schedule.ts'

const ramadan = 9
const dhulHijjah = 12

export type ScheduleInput = {
  readonly programme: Programme | null
  readonly frequency: Frequency
  readonly startsOn: LocalDate
  readonly weekday?: number | undefined
  readonly anchorDay?: number | undefined
  readonly hijriYear: number
  readonly nights?: readonly number[] | undefined
}

/**
 * Returns the schedule of a plan request, or undefined for an unknown frequency. Defaults: a weekly plan on the weekday
 * of its start, a monthly plan on that day of the month, all nights of Ramadan and all ten days of Dhul Hijjah
 * (recurring-18).
 */
export function scheduleOf(request: ScheduleInput): Schedule | undefined {
  switch (request.programme) {
    case 'FridayGivers':
      return { kind: 'week', weekday: friday }
    case 'DailyGivers':
      return { kind: 'day' }
    case 'Ramadan30Nights':
      return { kind: 'ramadan', hijriYear: request.hijriYear, nights: numbers(request.nights, 30) }
    case 'DhulHijjah':
      return { kind: 'dhul-hijjah', hijriYear: request.hijriYear, days: numbers(request.nights, daysOfDhulHijjah) }
    case null:
      if (request.frequency === 'day') return { kind: 'day' }
      if (request.frequency === 'week')
        return { kind: 'week', weekday: (request.weekday ?? weekdayOf(request.startsOn)) as Weekday }
      if (request.frequency === 'month')
        return { kind: 'month', anchorDay: request.anchorDay ?? Number(request.startsOn.slice(8)) }
      if (request.frequency === 'year')
        return {
          kind: 'year',
          month: Number(request.startsOn.slice(5, 7)),
          anchorDay: request.anchorDay ?? Number(request.startsOn.slice(8)),
        }
      return undefined
  }
}

const numbers = (chosen: readonly number[] | undefined, last: number): number[] =>
  chosen
    ? [...new Set(chosen)].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b)
    : Array.from({ length: last }, (_, index) => index + 1)

/** Returns the Hijri year of the current or next Ramadan or Dhul Hijjah. */
export function nextHijriYear(
  programme: Programme | null,
  today: LocalDate,
  thisYear: number,
  months: HijriMonths,
): number {
  if (programme !== 'Ramadan30Nights' && programme !== 'DhulHijjah') return thisYear
  const month = programme === 'Ramadan30Nights' ? ramadan : dhulHijjah
  const days = programme === 'Ramadan30Nights' ? months.lengthOf(thisYear, month) - 1 : daysOfDhulHijjah
  const last = addDays(months.startOf(thisYear, month), days - 1)
  return daysBetween(today, last) >= 0 ? thisYear : thisYear + 1
}

/** Days after which the donor is asked to renew an agreement: a year (recurring-16). */
export const agreementDays = 365
/** End of the agreement to a yearly plan: none, because its donor is reminded before each donation (recurring-22). */
export const noConsentEnd = localDate('9999-12-31')
/** Limits for the start and end of a plan; later dates are typing errors. */
export const startsWithinDays = 366
export const endsWithinDays = 100 * 366
