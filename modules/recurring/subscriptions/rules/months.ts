import { instantIn } from '#shared/date-arithmetic.ts'
import { localDate, localDateIn } from '#shared/calendar.ts'

/** Returns the start of a month (`2026-11`) in a time zone. */
export const monthStart = (month: string, timeZone: string): Date =>
  instantIn(timeZone, localDate(`${month}-01`), { hour: 0 })

/** A past month is summarized from 09:00 on the first day of the next, or after an outage until the third. */
const firstHour = 9
const lastDay = 3

/** Returns the next month: `2026-12` → `2027-01`. */
export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Returns the month to summarize at an instant in a time zone; undefined on most days. */
export function monthToSumUp(timeZone: string, now: Date): string | undefined {
  const today = localDateIn(timeZone, now)
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  if (day > lastDay || now < instantIn(timeZone, localDate(`${today.slice(0, 8)}01`), { hour: firstHour }))
    return undefined
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
