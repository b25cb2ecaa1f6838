import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'

/** Periods of a dashboard: a number of days, or everything. */
export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]

export type Span = {
  /** First and last day, both included. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** The previous period of the same length; undefined for `all`. */
  readonly before: { readonly from: LocalDate; readonly to: LocalDate } | undefined
}

/** Returns the days of a period that ends today in the charity's time zone. `since` is the start of the fundraiser. */
export function daysOfPeriod(
  period: Period,
  input: { readonly now: Date; readonly since: Date; readonly timeZone: string },
): Span {
  const to = localDateIn(input.timeZone, input.now)
  if (period === 'all') {
    const since = localDateIn(input.timeZone, input.since)
    return { from: since < to ? since : to, to, before: undefined }
  }
  const days = Number(period)
  const from = addDays(to, 1 - days)
  return { from, to, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** Returns the start of a day in a time zone. */
export const startOfDay = (timeZone: string, day: LocalDate): Date => instantIn(timeZone, day, { hour: 0 })
