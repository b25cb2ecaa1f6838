import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { normalizeDigits } from '#shared/input/digits.ts'

const yearFirst = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/
const yearLast = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

const dayOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/**
 * Returns the days that a typed date can mean (content-37): 2026-11-20, 2026/11/20, and the dates of spreadsheets, 20/11/2026
 * and 11/20/2026, with an empty time. Two days if day and month can be exchanged, none if it isn't a date.
 */
export function possibleDays(typed: string): LocalDate[] {
  const text = normalizeDigits(typed)
    .trim()
    .replace(/[ T]0{1,2}:00(:00(\.0+)?)?Z?$/, '')
  const [, y = '', m = '', d = ''] = yearFirst.exec(text) ?? []
  const [, first = '', second = '', year = ''] = yearLast.exec(text) ?? []
  const days = [dayOf(y, m, d), dayOf(year, second, first), dayOf(year, first, second)]
  return [...new Set(days.filter(isLocalDate))]
}

/**
 * Returns the day that a cell of a file means, in ISO 8601, if it is the only one up to `today` (or at all); otherwise the cell
 * as it is, which the rules refuse.
 */
export function dayInFile(typed: string, today: LocalDate): string {
  const days = possibleDays(typed)
  const past = days.filter((day) => day <= today)
  const [day, ...others] = past.length > 0 ? past : days
  return day !== undefined && others.length === 0 ? day : typed
}
