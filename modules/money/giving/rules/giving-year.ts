import type { Currency } from '#shared/money.ts'
import { CalendarDate, IslamicUmalquraCalendar, toCalendar, GregorianCalendar } from '@internationalized/date'
import { hijriOf, type LocalDate, localDate } from '#shared/calendar.ts'

/** A year of either calendar: `g2026` is 2026, `h1448` is 1448 AH (Umm al-Qura). */
export type GivingYear = `${'g' | 'h'}${number}`

export const isGivingYear = (text: string): text is GivingYear => {
  const year = Number(text.slice(1))
  return /^g\d{4}$/.test(text) ? year >= 1900 && year <= 2170 : /^h\d{4}$/.test(text) && year >= 1300 && year <= 1590
}

/** Returns the first and the last day of a year. */
export function daysOfYear(givingYear: GivingYear): { readonly from: LocalDate; readonly to: LocalDate } {
  const year = Number(givingYear.slice(1))
  if (givingYear.startsWith('g')) return { from: localDate(`${year}-01-01`), to: localDate(`${year}-12-31`) }
  const next = newYear(year + 1)
  return { from: localDate(newYear(year).toString()), to: localDate(next.subtract({ days: 1 }).toString()) }
}

const newYear = (hijri: number): CalendarDate =>
  toCalendar(new CalendarDate(new IslamicUmalquraCalendar(), hijri, 1, 1), new GregorianCalendar())

/** Returns a day's year in each calendar. */
export const yearsOfDay = (day: LocalDate): readonly [GivingYear, GivingYear] => [
  `g${Number(day.slice(0, 4))}`,
  `h${hijriOf(day).year}`,
]

/** The donations of one day in one currency, in minor units. */
export type DaySum = {
  readonly day: LocalDate
  readonly currency: Currency
  readonly gift: bigint
  readonly zakat: bigint
  readonly count: number
}
export type YearSum = {
  readonly currency: Currency
  readonly gift: bigint
  readonly zakat: bigint
  readonly count: number
}

/** Returns the years with donations, newest first, by calendar. */
export function yearsOf(days: readonly Pick<DaySum, 'day'>[]): {
  readonly gregorian: GivingYear[]
  readonly hijri: GivingYear[]
} {
  const both = days.map(({ day }) => yearsOfDay(day))
  const list = (index: 0 | 1) => [...new Set(both.map((years) => years[index]))].sort().toReversed()
  return { gregorian: list(0), hijri: list(1) }
}

/** Sums a year by currency, largest number of donations first; currencies are never added up. */
export function sumsOf(days: readonly DaySum[], year: GivingYear): YearSum[] {
  const { from, to } = daysOfYear(year)
  const within = Map.groupBy(
    days.filter(({ day }) => day >= from && day <= to),
    ({ currency }) => currency,
  )
  return [...within]
    .map(([currency, rows]) => ({
      currency,
      gift: rows.reduce((sum, row) => sum + row.gift, 0n),
      zakat: rows.reduce((sum, row) => sum + row.zakat, 0n),
      count: rows.reduce((sum, row) => sum + row.count, 0),
    }))
    .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1))
}
