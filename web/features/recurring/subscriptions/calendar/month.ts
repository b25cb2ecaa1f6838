import { addDays } from '#shared/date-arithmetic.ts'
import { isInHijriTable, type LocalDate, localDate } from '#shared/calendar.ts'
import { weekdayOf } from '#modules/recurring/plans/rules/schedule.ts'
import type { Locale } from '#shared/text.ts'

/** `2026-11`. */
export type Month = string

export const monthOf = (day: string): Month => day.slice(0, 7)
/** Whether the month can be shown: all its days are in the Hijri table. */
export const isMonth = (text: string | null): text is Month =>
  text !== null &&
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) &&
  isInHijriTable(localDate(`${text}-01`)) &&
  isInHijriTable(localDate(`${adjacentMonth(text, 1)}-01`))

export function adjacentMonth(month: Month, by: 1 | -1): Month {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const position = year * 12 + number - 1 + by
  return `${String(Math.floor(position / 12)).padStart(4, '0')}-${String((position % 12) + 1).padStart(2, '0')}`
}

/** ISO 8601 number of the first weekday: Monday in English (most readers are in Europe), Sunday in Arabic. */
export const firstWeekday = (locale: Locale): number => (locale === 'ar' ? 7 : 1)

/** Returns the weeks of a month; days of neighbouring months are null. */
export function weeksOf(month: Month, first: number): (LocalDate | null)[][] {
  const start = localDate(`${month}-01`)
  const before = (weekdayOf(start) - first + 7) % 7
  const next = localDate(`${adjacentMonth(month, 1)}-01`)
  const days: (LocalDate | null)[] = Array.from({ length: before }, () => null)
  for (let day = start; day < next; day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
