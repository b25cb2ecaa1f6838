import type { Currency } from '#shared/currencies.ts'
import { isLocalDate } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'

/** The states of a payment by what staff look for. */
export const statesOfGroup = {
  paid: ['SUCCEEDED'],
  refunded: ['PARTIALLY_REFUNDED', 'REFUNDED'],
  disputed: ['DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST'],
  open: ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'],
  unpaid: ['FAILED', 'EXPIRED', 'CANCELLED'],
} as const
export const paymentGroups = ['paid', 'refunded', 'disputed', 'open', 'unpaid'] as const
type PaymentGroup = (typeof paymentGroups)[number]

export type PaymentFilterInput = {
  readonly group?: PaymentGroup | undefined
  readonly currency?: Currency | undefined
  /** Days in UTC, both included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}
export type PaymentFilter = {
  readonly states: readonly string[] | null
  readonly currency: Currency | null
  /** The first instant that counts, and the first one that doesn't count any more. */
  readonly from: Date
  readonly until: Date
}

/** Without a first day the list begins this many days before its end, so that it reads a bounded part of the table. */
const defaultDays = 30

/** Returns the filter of the list of payments (payments-28); a day that doesn't exist is ignored. */
export function paymentFilterOf(input: PaymentFilterInput, now: Date): PaymentFilter {
  const startOf = (day: string | undefined) =>
    day !== undefined && isLocalDate(day) ? new Date(`${day}T00:00:00Z`) : undefined
  const lastDay = startOf(input.until)
  const until = new Date((lastDay ?? now).getTime() + dayMs)
  return {
    states: input.group ? statesOfGroup[input.group] : null,
    currency: input.currency ?? null,
    from: startOf(input.from) ?? new Date(until.getTime() - (defaultDays + 1) * dayMs),
    until,
  }
}
