import { addMonths, addDays } from '#shared/date-arithmetic.ts'
import { CalendarDate, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { type HijriDate, isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'

/** The zakat date within each Hijri (`lunar`) or Gregorian (`solar`) year. */
export type ZakatAnchor = { readonly year: 'lunar' | 'solar'; readonly month: number; readonly day: number }
/** A zakat year: from its first day until before the anniversary. */
export type ZakatWindow = { readonly start: LocalDate; readonly anniversary: LocalDate }

const calendar = /* @__PURE__ */ new IslamicUmalquraCalendar()
const months = /* @__PURE__ */ hijriMonths()

/** Dates for which the Umm al-Qura table also covers the year before and after. */
export const isZakatDay = (text: unknown): text is LocalDate =>
  typeof text === 'string' && isLocalDate(text) && text >= '1884-01-01' && text <= '2172-12-31'

/** The Hijri date from our own table, so that every browser shows the same (calendar-1, calendar-10). */
function hijriDayOf(date: LocalDate): HijriDate {
  const { year, month, day } = toCalendar(parseDate(date), calendar)
  return { year, month, day }
}

/** A day of a Hijri month, or the last day if the month is shorter. */
const dayInMonth = (year: number, month: number, day: number): LocalDate =>
  addDays(months.startOf(year, month), Math.min(day, months.lengthOf(year, month)) - 1)

/** The same Hijri day a number of months later, or the last day if that month is shorter. */
export function addHijriMonths(date: LocalDate, count: number): LocalDate {
  const { year, month, day } = hijriDayOf(date)
  const place = year * 12 + (month - 1) + count
  return dayInMonth(Math.floor(place / 12), (place % 12) + 1, day)
}

/** The anchor of a zakat date. It is stored, because a clamped anniversary no longer contains it (zakat-16). */
export function anchorOf(date: LocalDate, year: ZakatAnchor['year']): ZakatAnchor {
  const { month, day } = year === 'lunar' ? hijriDayOf(date) : parseDate(date)
  return { year, month, day }
}

/** The anniversary in a Hijri year, or for a solar anchor in a civil year, from the stored day (zakat-16). */
export function anniversaryIn(anchor: ZakatAnchor, year: number): LocalDate {
  if (anchor.year === 'lunar') return dayInMonth(year, anchor.month, anchor.day)
  return new CalendarDate(year, anchor.month, anchor.day).toString() as LocalDate
}

/** The zakat year of a date. It starts on the latest anniversary on or before that date (zakat-16). */
export function windowOf(anchor: ZakatAnchor, day: LocalDate): ZakatWindow {
  const year = anchor.year === 'lunar' ? hijriDayOf(day).year : parseDate(day).year
  const anniversary = anniversaryIn(anchor, year)
  return anniversary > day
    ? { start: anniversaryIn(anchor, year - 1), anniversary }
    : { start: anniversary, anniversary: anniversaryIn(anchor, year + 1) }
}

/** A year after a day: the same Hijri day, or the same civil one (29 February becomes 28), clamped (zakat-12). */
export const yearAfter = (date: LocalDate, year: ZakatAnchor['year']): LocalDate =>
  year === 'lunar' ? addHijriMonths(date, 12) : addMonths(date, 12)

/** The name of a zakat year: the Hijri year of its anniversary, even if the anchor is solar. */
export const periodOf = ({ anniversary }: ZakatWindow): string => String(hijriDayOf(anniversary).year)

/** The Hijri year that ends with a date, for a donor without a current profile (zakat-17). */
export const trailingWindow = (day: LocalDate): ZakatWindow => ({
  start: addDays(addHijriMonths(day, -12), 1),
  anniversary: addDays(day, 1),
})

/** Compares periods for `sort`: numeric ones as numbers and after all others, which are compared by code point. */
export function comparePeriods(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumberA !== isNumberB) return isNumberA ? 1 : -1
  if (isNumberA) return signOf(BigInt(a) - BigInt(b))
  const [pointsA, pointsB] = [Array.from(a), Array.from(b)]
  const place = pointsA.findIndex((point, index) => point !== pointsB[index])
  if (place < 0) return pointsA.length - pointsB.length
  return (pointsA[place]?.codePointAt(0) ?? -1) - (pointsB[place]?.codePointAt(0) ?? -1)
}

const signOf = (value: bigint): number => Number(value > 0n) - Number(value < 0n)
