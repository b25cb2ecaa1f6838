import { CalendarDateTime, parseDate, toZoned } from '@internationalized/date'
import type { LocalDate } from './calendar.ts'
import { dayMs } from './time.ts'

/** Returns the instant of a local time. Skipped and repeated times are resolved like Temporal's `compatible`. */
export function instantIn(
  timeZone: string,
  date: LocalDate,
  time: { readonly hour: number; readonly minute?: number; readonly second?: number },
): Date {
  const { year, month, day } = parseDate(date)
  return toZoned(
    new CalendarDateTime(year, month, day, time.hour, time.minute ?? 0, time.second ?? 0),
    timeZone,
    'compatible',
  ).toDate()
}

/**
 * Returns the last second of a day in the organization's time zone, for end dates (S2 §9; calendar-11). If clocks go
 * back at midnight (Cairo in October), this second occurs twice, and the day ends with the later one.
 */
export function endOfDayIn(timeZone: string, date: LocalDate): Date {
  const { year, month, day } = parseDate(date)
  return toZoned(new CalendarDateTime(year, month, day, 23, 59, 59), timeZone, 'later').toDate()
}

/** Returns the same day of a later month, or the last day of that month if it is shorter. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  parseDate(date).add({ months }).toString() as LocalDate

/** Adds days to a date; a negative number subtracts. */
export const addDays = (date: LocalDate, days: number): LocalDate =>
  parseDate(date).add({ days }).toString() as LocalDate

/** Returns the number of days from one date to another. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
