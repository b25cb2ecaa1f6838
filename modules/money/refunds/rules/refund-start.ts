import { dayMs } from '#shared/time.ts'
import { isFederalHoliday } from './federal-holidays.ts'

/** Business days from a bank debit's payment to its refund, in which the bank can still return the debit. */
const debitDays = 5

/** Adds business days of US banks, by dates in UTC; skips Saturdays, Sundays and federal holidays. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from
  for (let remaining = days; remaining > 0;) {
    date = new Date(date.getTime() + dayMs)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6 && !isFederalHoliday(date)) remaining -= 1
  }
  return date
}

/**
 * Returns when to call the provider for a refund: now, or for a bank debit 5 business days after its payment
 * (refunds-10).
 */
export function refundStart(
  donations: readonly { readonly paymentMethod: string; readonly givenAt: Date }[],
  now: Date,
): Date {
  const debit = donations.find(({ paymentMethod }) => paymentMethod === 'ach')
  const start = debit ? addBusinessDays(debit.givenAt, debitDays) : now
  return start > now ? start : now
}
