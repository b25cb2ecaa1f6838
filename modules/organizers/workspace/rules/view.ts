import { addMonths, addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'

/** How a charity looks at its figures: the last 30 days by day, 13 weeks by week, or 12 months by month. */
export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]

type Days = { readonly from: LocalDate; readonly to: LocalDate }
export type Span = Days & {
  /** The period before: as many days, or the same months a year earlier. */
  readonly before: Days
  /** The first day of each step. */
  readonly starts: readonly LocalDate[]
  readonly startsBefore: readonly LocalDate[]
}

const daysOf = { day: 30, week: 91 } as const
const months = 12

/** Returns the days that a view shows, which end today, and those before them. */
export function spanOf(view: View, today: LocalDate): Span {
  if (view === 'month') {
    const first = localDate(`${today.slice(0, 8)}01`)
    const starts = Array.from({ length: months }, (_, index) => addMonths(first, index + 1 - months))
    const startsBefore = starts.map((start) => addMonths(start, -months))
    return {
      from: required(starts[0]),
      to: today,
      before: { from: required(startsBefore[0]), to: addMonths(today, -months) },
      starts,
      startsBefore,
    }
  }
  const days = daysOf[view]
  const length = view === 'day' ? 1 : 7
  const from = addDays(today, 1 - days)
  const starts = Array.from({ length: days / length }, (_, index) => addDays(from, index * length))
  return {
    from,
    to: today,
    before: { from: addDays(from, -days), to: addDays(from, -1) },
    starts,
    startsBefore: starts.map((start) => addDays(start, -days)),
  }
}

export const isWithin = (day: LocalDate, { from, to }: Days): boolean => day >= from && day <= to

/** Returns the index of the step with this day, which is not before the first one. */
export const stepOf = (day: LocalDate, starts: readonly LocalDate[]): number =>
  starts.findLastIndex((start) => start <= day)

/** Returns the number of days of a span. */
export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to) + 1
