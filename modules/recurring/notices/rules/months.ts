import { instantIn, localDate, localDateIn } from '#shared/calendar.ts'

/** When a month, `2026-11`, begins in a time zone. */
export const monthStart = (month: string, timeZone: string): Date =>
  instantIn(timeZone, localDate(`${month}-01`), { hour: 0 })

/**
 * On its first days a month that has ended is summed up: not before nine in the morning, and still on the third after
 * an outage of ours.
 */
const firstHour = 9
const lastDay = 3

/** `2026-12` → `2027-01` */
export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** The month to be summed up at an instant in a time zone; none on most days. */
export function monthToSumUp(timeZone: string, now: Date): string | undefined {
  const today = localDateIn(timeZone, now)
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  if (day > lastDay || now < instantIn(timeZone, localDate(`${today.slice(0, 8)}01`), { hour: firstHour }))
    return undefined
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
