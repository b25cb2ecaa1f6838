import { instantIn, type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'

/** What a dashboard may look back on: days, or everything. */
export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]

export type Span = {
  /** First and last day, both included. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** The days before, as many; undefined where everything is looked at. */
  readonly before: { readonly from: LocalDate; readonly to: LocalDate } | undefined
}

const dayMs = 86_400_000
export const addDays = (day: LocalDate, days: number): LocalDate =>
  localDate(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10))
export const daysBetween = (from: LocalDate, to: LocalDate): number => Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** The days of a period that ends today, in the charity's own zone. `since`: when the fundraiser began. */
export function spanOf(period: Period, of: { readonly now: Date; readonly since: Date; readonly timeZone: string }): Span {
  const to = localDateIn(of.timeZone, of.now)
  if (period === 'all') {
    const since = localDateIn(of.timeZone, of.since)
    return { from: since < to ? since : to, to, before: undefined }
  }
  const days = Number(period)
  const from = addDays(to, 1 - days)
  return { from, to, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** The instant a day begins in a zone. */
export const startOfDay = (timeZone: string, day: LocalDate): Date => instantIn(timeZone, day, { hour: 0 })
