import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { normalizeDigits } from '#shared/input/digits.ts'

const yearFirst = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/
const yearLast = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

/** The empty time that spreadsheets add to a date. */
const midnight = /[ T]0{1,2}:00(:00(\.0+)?)?Z?$/

const dayOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/**
 * Returns the days that a typed date can mean (content-37): 2026-11-20, 2026/11/20, and the dates of spreadsheets, 20/11/2026
 * and 11/20/2026, with an empty time. Two days if day and month can be exchanged, none if it isn't a date.
 */
export function possibleDays(typed: string): LocalDate[] {
  const text = normalizeDigits(typed).trim().replace(midnight, '')
  const [, y = '', m = '', d = ''] = yearFirst.exec(text) ?? []
  const [, first = '', second = '', year = ''] = yearLast.exec(text) ?? []
  const days = [dayOf(y, m, d), dayOf(year, second, first), dayOf(year, first, second)]
  return [...new Set(days.filter(isLocalDate))]
}

/** The order of day and month in a file's dates. */
export const dateOrders = ['day-first', 'month-first'] as const
export type DateOrder = (typeof dateOrders)[number]

const isYearLast = (typed: string): boolean => yearLast.test(normalizeDigits(typed).trim().replace(midnight, ''))

/**
 * Returns the day that a cell of a file means, in ISO 8601: with an order, the day that the cell has in this order; otherwise the
 * only one up to `today` (or at all). A cell without such a day is returned as it is, which the rules refuse.
 */
export function dayInFile(typed: string, today: LocalDate, order?: DateOrder): string {
  if (order !== undefined && isYearLast(typed)) return dayInOrder(typed, order) ?? typed
  const days = possibleDays(typed)
  const past = days.filter((day) => day <= today)
  const [day, ...others] = past.length > 0 ? past : days
  return day !== undefined && others.length === 0 ? day : typed
}

function dayInOrder(typed: string, order: DateOrder): LocalDate | undefined {
  const [, first = '', second = '', year = ''] =
    yearLast.exec(normalizeDigits(typed).trim().replace(midnight, '')) ?? []
  const day = order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
  return isLocalDate(day) ? day : undefined
}

/**
 * Returns whether the order of day and month in these cells has to be asked for, and the order of the cells that can only be
 * read in one; undefined if there are none, or some of each.
 */
export function orderOfDates(cells: readonly string[]): {
  readonly isAmbiguous: boolean
  readonly likely: DateOrder | undefined
} {
  const found = cells.filter(isYearLast)
  const orders = new Set(
    found.flatMap((cell) => {
      const possible = dateOrders.filter((order) => dayInOrder(cell, order) !== undefined)
      return possible.length === 1 ? possible : []
    }),
  )
  return {
    isAmbiguous: found.some((cell) => possibleDays(cell).length > 1),
    likely: orders.size === 1 ? [...orders][0] : undefined,
  }
}
