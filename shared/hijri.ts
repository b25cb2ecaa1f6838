import { addDays, daysBetween } from './date-arithmetic.ts'
import { required } from './collections.ts'
import { CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, toCalendar } from '@internationalized/date'
import { type HijriDate, hijriOf, hijriText, type LocalDate } from './calendar.ts'
import type { Locale } from './text.ts'

/** A month of the Hijri calendar, 1 (Muharram) to 12 (Dhul Hijjah). */
type HijriMonth = { readonly year: number; readonly month: number }

/** The months of the Hijri calendar in one group of countries. */
export type HijriMonths = {
  /** The Gregorian date of the first day of a month. */
  startOf(year: number, month: number): LocalDate
  /** 29 or 30. */
  lengthOf(year: number, month: number): number
  /** Whether the month's start was announced; otherwise it is calculated. */
  isAnnounced(year: number, month: number): boolean
}

/** A month whose first day was announced for a group of countries, by sighting or decree (calendar-2). */
export type AnnouncedMonth = HijriMonth & { readonly startsOn: LocalDate }

/**
 * Umm al-Qura is a table for the years 1300 to 1600. Outside it, libraries silently use another calendar, so this
 * throws (calendar-1).
 */
const firstYear = 1300
const lastYear = 1600

const umalqura = /* @__PURE__ */ new IslamicUmalquraCalendar()
const gregorian = /* @__PURE__ */ new GregorianCalendar()

function ummAlQuraStart(year: number, month: number): LocalDate {
  if (
    !Number.isInteger(year) ||
    !Number.isInteger(month) ||
    year < firstYear ||
    year > lastYear ||
    month < 1 ||
    month > 12
  )
    throw new RangeError(`${year}-${month} is outside the Umm al-Qura table`)
  return toCalendar(new CalendarDate(umalqura, year, month, 1), gregorian).toString() as LocalDate
}

const after = ({ year, month }: HijriMonth): HijriMonth =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
const before = ({ year, month }: HijriMonth): HijriMonth =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
/** Number of a month counted across years. */
const monthNumberOf = ({ year, month }: HijriMonth): number => year * 12 + month
/**
 * An announcement moves adjacent months by a few days at most; months of 29 and 30 days absorb this long before this
 * number of months.
 */
const monthsMoved = 12

/**
 * Returns the dates on which a month may begin, given the first day of another month and the number of months between
 * them; negative: earlier.
 */
function possibleStarts(monthsLater: number, startsOn: LocalDate): readonly [soonest: LocalDate, latest: LocalDate] {
  const [one, other] = [addDays(startsOn, 29 * monthsLater), addDays(startsOn, 30 * monthsLater)]
  return monthsLater < 0 ? [other, one] : [one, other]
}

/**
 * Returns the Umm al-Qura calendar with announced months. A month without an announcement begins on its calculated day,
 * unless the announcement of an earlier or later month would make a month shorter than 29 or longer than 30 days. An
 * announcement therefore moves adjacent months only.
 */
export function hijriMonths(announced: readonly AnnouncedMonth[] = []): HijriMonths {
  const announcedStarts = new Map(announced.map((month) => [monthNumberOf(month), month.startsOn]))
  const startOf = (year: number, month: number): LocalDate => {
    let start = ummAlQuraStart(year, month)
    const place = monthNumberOf({ year, month })
    const own = announcedStarts.get(place)
    if (own !== undefined) return own
    for (const [other, startsOn] of announcedStarts) {
      if (Math.abs(place - other) > monthsMoved) continue
      const [soonest, latest] = possibleStarts(place - other, startsOn)
      if (start < soonest) start = soonest
      else if (start > latest) start = latest
    }
    return start
  }
  return {
    startOf,
    lengthOf: (year, month) => {
      const next = after({ year, month })
      return daysBetween(startOf(year, month), startOf(next.year, next.month))
    },
    isAnnounced: (year, month) => announcedStarts.has(monthNumberOf({ year, month })),
  }
}

/** Returns the Hijri date in this calendar; near an announced month it differs from Umm al-Qura. */
export function hijriIn(months: HijriMonths, date: LocalDate): HijriDate {
  const calendar = hijriOf(date)
  // An announcement moves a month by a few days at most, so the day is in this month or an adjacent one.
  const hijriMonth = required(
    [before(calendar), calendar, after(calendar)].findLast(
      ({ year, month }) => year <= lastYear && months.startOf(year, month) <= date,
    ),
  )
  return {
    year: hijriMonth.year,
    month: hijriMonth.month,
    day: daysBetween(months.startOf(hijriMonth.year, hijriMonth.month), date) + 1,
  }
}

/** Formats a date in this calendar: "1 Ramadan 1448 AH". */
export const formatHijriIn = (months: HijriMonths, date: LocalDate, locale: Locale): string =>
  hijriText(hijriIn(months, date), locale)

/** Days that an announced month may differ from the calculated one: one day earlier to two days later (calendar-2). */
const shiftMin = -1
const shiftMax = 2

/**
 * Returns the error of an announcement: it is too far from the calculated day, or the months between it and another
 * announced month would not have 29 or 30 days each.
 */
export function faultOfAnnouncedMonth(
  announced: readonly AnnouncedMonth[],
  next: AnnouncedMonth,
): 'announced-too-far' | 'announced-impossible' | undefined {
  const shift = daysBetween(ummAlQuraStart(next.year, next.month), next.startsOn)
  if (shift < shiftMin || shift > shiftMax) return 'announced-too-far'
  const fits = (other: AnnouncedMonth) => {
    const [soonest, latest] = possibleStarts(monthNumberOf(next) - monthNumberOf(other), other.startsOn)
    return monthNumberOf(other) === monthNumberOf(next) || (soonest <= next.startsOn && next.startsOn <= latest)
  }
  return announced.every(fits) ? undefined : 'announced-impossible'
}
