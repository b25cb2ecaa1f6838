import { addDays, addMonths } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'

export const periodNames = ['this-month', 'last-month', 'this-year'] as const

/** Returns the first and last day of the periods that a list is often filtered by. `today`: in the charity's zone. */
export function periodsOn(today: LocalDate) {
  const month = localDate(`${today.slice(0, 7)}-01`)
  const lastDay = (first: LocalDate, months: number) => addDays(addMonths(first, months), -1)
  const year = localDate(`${today.slice(0, 4)}-01-01`)
  return {
    'this-month': { from: month, to: lastDay(month, 1) },
    'last-month': { from: addMonths(month, -1), to: addDays(month, -1) },
    'this-year': { from: year, to: lastDay(year, 12) },
  } as const satisfies Record<(typeof periodNames)[number], { readonly from: LocalDate; readonly to: LocalDate }>
}
