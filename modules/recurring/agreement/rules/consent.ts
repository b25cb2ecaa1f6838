import type { LocalDate } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import { agreedForDays } from './plan-of.ts'

/** Days before the end of an agreement on which the donor is asked to renew it. */
export const askDaysBefore = 30

/**
 * Whether the donor is asked to renew each year: not for nights, which are agreed to once, nor for plans that end
 * within the year.
 */
export const isAskedAgain = (input: {
  readonly isOfNights: boolean
  readonly endsOn: string | null
  readonly consentUntil: string
}): boolean => !input.isOfNights && (input.endsOn === null || input.endsOn > input.consentUntil)

/**
 * Returns the end of an agreement renewed on `today`: a year after the earlier end, or after today if that has passed.
 * Renewing early or twice changes nothing.
 */
export function agreedUntil(consentUntil: LocalDate, today: LocalDate): LocalDate {
  if (consentUntil > addDays(today, askDaysBefore)) return consentUntil
  return addDays(consentUntil > today ? consentUntil : today, agreedForDays)
}
