import type { LocalDate } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import { agreedForDays } from './plan-of.ts'

/** So long before an agreement ends it is asked for again (issue: re-consent each year with notice). */
export const askDaysBefore = 30

/**
 * Whether its donor is asked each year if it may go on: nights are agreed to once, and so is what ends by itself within
 * the year.
 */
export const isAskedAgain = (of: {
  readonly isOfNights: boolean
  readonly endsOn: string | null
  readonly consentUntil: string
}): boolean => !of.isOfNights && (of.endsOn === null || of.endsOn > of.consentUntil)

/**
 * Until when a donor agrees who agrees on a day: a year on from the end of what they had agreed to, or from that day
 * where it has ended. Agreed to before it was time to ask, or twice, it stays as it is.
 */
export function agreedUntil(consentUntil: LocalDate, today: LocalDate): LocalDate {
  if (consentUntil > addDays(today, askDaysBefore)) return consentUntil
  return addDays(consentUntil > today ? consentUntil : today, agreedForDays)
}
