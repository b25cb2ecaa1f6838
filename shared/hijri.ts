import { required } from './collections.ts'
import { dayMs } from './time.ts'
import {
  CalendarDate,
  GregorianCalendar,
  IslamicUmalquraCalendar,
  parseDate,
  toCalendar,
} from '@internationalized/date'
import { type HijriDate, hijriOf, hijriText, type LocalDate } from './calendar.ts'
import type { Locale } from './text.ts'

/** A month of the Hijri calendar, 1 (Muharram) to 12 (Dhul Hijjah). */
type HijriMonth = { readonly year: number; readonly month: number }

/** When months begin, as one group of countries counts them. */
export type HijriMonths = {
  /** The civil day of the first of a month. */
  startOf(year: number, month: number): LocalDate
  /** 29 or 30. */
  lengthOf(year: number, month: number): number
  /** Whether the month was announced; otherwise it is the calendar's. */
  isAnnounced(year: number, month: number): boolean
}

/** A month whose first day was announced, by sighting or decree, for a group of countries (calendar-2). */
export type AnnouncedMonth = HijriMonth & { readonly startsOn: LocalDate }

/**
 * Umm al-Qura is a table from 1300 to 1600; beside it libraries answer another calendar without a word, so we refuse
 * (calendar-1).
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

/** A civil day so many days later; before it, with a negative number. */
export const addDays = (date: LocalDate, days: number): LocalDate =>
  parseDate(date).add({ days }).toString() as LocalDate

/** Whole days from one civil day to another. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs

const after = ({ year, month }: HijriMonth): HijriMonth =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
const before = ({ year, month }: HijriMonth): HijriMonth =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
/** Months one after the other, over the ends of years. */
const placeOf = ({ year, month }: HijriMonth): number => year * 12 + month
/**
 * What is announced moves months beside it by a few days at most, which months of 29 and 30 days take up long before
 * this many.
 */
const monthsMoved = 12

/**
 * The days on which a month may begin so many months after one that begins on a day; before it, with a negative number.
 */
function mayBegin(monthsLater: number, startsOn: LocalDate): readonly [soonest: LocalDate, latest: LocalDate] {
  const [one, other] = [addDays(startsOn, 29 * monthsLater), addDays(startsOn, 30 * monthsLater)]
  return monthsLater < 0 ? [other, one] : [one, other]
}

/**
 * The Umm al-Qura calendar, with announced months. A month without an announcement begins as the calendar has it,
 * unless one before or after it was announced and a month would then be shorter than 29 days or longer than 30: a
 * sighting moves adjacent months, and no more.
 */
export function hijriMonths(announced: readonly AnnouncedMonth[] = []): HijriMonths {
  const announcedStarts = new Map(announced.map((month) => [placeOf(month), month.startsOn]))
  const startOf = (year: number, month: number): LocalDate => {
    let start = ummAlQuraStart(year, month)
    const place = placeOf({ year, month })
    const own = announcedStarts.get(place)
    if (own !== undefined) return own
    for (const [other, startsOn] of announcedStarts) {
      if (Math.abs(place - other) > monthsMoved) continue
      const [soonest, latest] = mayBegin(place - other, startsOn)
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
    isAnnounced: (year, month) => announcedStarts.has(placeOf({ year, month })),
  }
}

/** The day as these months count it: where one was announced, another than Umm al-Qura says. */
export function hijriIn(months: HijriMonths, date: LocalDate): HijriDate {
  const calendar = hijriOf(date)
  // What is announced moves a month by a few days at most, so the day is in this one or beside it.
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

/** "1 Ramadan 1448 AH" as these months count it. */
export const formatHijriIn = (months: HijriMonths, date: LocalDate, locale: Locale): string =>
  hijriText(hijriIn(months, date), locale)

/** How far an announced month may be from the calendar's: a day before to two days after (calendar-2). */
const shiftMin = -1
const shiftMax = 2

/**
 * What is wrong with announcing a month so, beside what is announced already: too far from the calendar, or the months
 * between it and another would not have 29 or 30 days each.
 */
export function faultOfAnnounced(
  announced: readonly AnnouncedMonth[],
  next: AnnouncedMonth,
): 'announced-too-far' | 'announced-impossible' | undefined {
  const shift = daysBetween(ummAlQuraStart(next.year, next.month), next.startsOn)
  if (shift < shiftMin || shift > shiftMax) return 'announced-too-far'
  const fits = (other: AnnouncedMonth) => {
    const [soonest, latest] = mayBegin(placeOf(next) - placeOf(other), other.startsOn)
    return placeOf(other) === placeOf(next) || (soonest <= next.startsOn && next.startsOn <= latest)
  }
  return announced.every(fits) ? undefined : 'announced-impossible'
}
