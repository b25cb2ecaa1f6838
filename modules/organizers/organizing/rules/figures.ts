import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { required } from '#shared/collections.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'

export type DayFigures = { readonly day: LocalDate; readonly gift: bigint; readonly donations: number }
export type DayViews = { readonly day: LocalDate; readonly views: number }

/** A step of the chart: its first day, and the sums until the next step. */
export type ChartStep = {
  readonly day: LocalDate
  readonly raised: bigint
  readonly donations: number
  readonly views: number
}
export type StepLength = 'day' | 'week' | 'month'

/** Returns a step length with which a chart has up to about a hundred steps, so that its table stays readable. */
const stepLengthOf = (from: LocalDate, to: LocalDate): StepLength => {
  const days = daysBetween(from, to) + 1
  if (days <= 92) return 'day'
  return days <= 730 ? 'week' : 'month'
}

const startOf = (day: LocalDate, from: LocalDate, length: StepLength): LocalDate => {
  if (length === 'day') return day
  if (length === 'week') return addDays(from, Math.floor(daysBetween(from, day) / 7) * 7)
  const first = localDate(`${day.slice(0, 8)}01`)
  return first < from ? from : first
}

/** Returns every step of a period, including empty ones. */
export function stepsOf(input: {
  from: LocalDate
  to: LocalDate
  donations: readonly DayFigures[]
  views: readonly DayViews[]
}): {
  length: StepLength
  steps: ChartStep[]
} {
  const length = stepLengthOf(input.from, input.to)
  const steps = new Map<LocalDate, { raised: bigint; donations: number; views: number }>()
  for (let day = input.from; day <= input.to; day = addDays(day, 1)) {
    const start = startOf(day, input.from, length)
    if (!steps.has(start)) steps.set(start, { raised: 0n, donations: 0, views: 0 })
  }
  for (const { day, gift, donations } of within(input.donations, input.from, input.to)) {
    const step = required(steps.get(startOf(day, input.from, length)))
    step.raised += gift
    step.donations += donations
  }
  for (const { day, views } of within(input.views, input.from, input.to))
    required(steps.get(startOf(day, input.from, length))).views += views
  return { length, steps: [...steps].map(([day, step]) => ({ day, ...step })) }
}

const within = <Row extends { readonly day: LocalDate }>(rows: readonly Row[], from: LocalDate, to: LocalDate): Row[] =>
  rows.filter(({ day }) => day >= from && day <= to)

export type Numbers = {
  /** Minor units. */
  readonly raised: bigint
  readonly donations: number
  readonly donors: number
  /** Minor units, rounded down; null without donations. */
  readonly average: bigint | null
  readonly views: number
  /** Donations per thousand visits, on days with counted visits; null without visits. */
  readonly conversion: number | null
}

/**
 * Computes the four figures of a period (content-16). Conversion uses only the donations of days on which visits were
 * counted.
 */
export function campaignNumbersOf(input: {
  from: LocalDate
  to: LocalDate
  donations: readonly DayFigures[]
  views: readonly DayViews[]
  donors: number
}): Numbers {
  const days = within(input.donations, input.from, input.to)
  const daysWithViews = within(input.views, input.from, input.to).filter(({ views }) => views > 0)
  const counted = new Set(daysWithViews.map(({ day }) => day))
  const raised = days.reduce((sum, { gift }) => sum + gift, 0n)
  const donations = days.reduce((sum, { donations: count }) => sum + count, 0)
  const views = daysWithViews.reduce((sum, { views: count }) => sum + count, 0)
  const seen = days.filter(({ day }) => counted.has(day)).reduce((sum, { donations: count }) => sum + count, 0)
  return {
    raised,
    donations,
    donors: input.donors,
    average: donations === 0 ? null : raised / BigInt(donations),
    views,
    conversion: views === 0 ? null : Math.min(1000, Math.round((seen * 1000) / views)),
  }
}

/** Returns the change in percent; null without an earlier value. */
export const changeOf = (now: bigint | number | null, before: bigint | number | null): number | null =>
  now === null || before === null || Number(before) === 0
    ? null
    : Math.round(((Number(now) - Number(before)) / Number(before)) * 100)
