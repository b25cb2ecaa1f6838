import { addDays } from '#shared/date-arithmetic.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { agreementDays } from './requested-schedule.ts'

/** Days before the end of an agreement when the donor is asked to renew it. */
export const renewalNoticeDays = 30

/**
 * Whether the donor is asked to renew the agreement each year. Nights are agreed to once, and a plan that ends within
 * the year needs no renewal.
 */
export const needsYearlyRenewal = (input: {
  readonly hasNights: boolean
  readonly endsOn: string | null
  readonly consentUntil: string
}): boolean => !input.hasNights && (input.endsOn === null || input.endsOn > input.consentUntil)

/**
 * Returns the end of an agreement renewed on `today`: a year after the earlier end, or after today if the earlier end
 * has passed. Renewing early or twice changes nothing.
 */
export function agreedUntil(consentUntil: LocalDate, today: LocalDate): LocalDate {
  if (consentUntil > addDays(today, renewalNoticeDays)) return consentUntil
  return addDays(consentUntil > today ? consentUntil : today, agreementDays)
}
