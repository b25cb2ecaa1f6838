import { CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { type HijriDate, hijriOf, hijriText, type LocalDate } from './calendar.ts'
import type { Locale } from './text.ts'

/** A month of the Hijri calendar, 1 (Muharram) to 12 (Dhul Hijjah). */
export type HijriMonth = { readonly year: number; readonly month: number }

/** When months begin, as one group of countries counts them. */
export type HijriMonths = {
  /** The civil day of the first of a month. */
  startOf(year: number, month: number): LocalDate
  /** 29 or 30. */
  lengthOf(year: number, month: number): number
  /** Whether somebody has announced the month; otherwise it is the calendar's. */
  isAnnounced(year: number, month: number): boolean
}

/** A month whose first day was announced, by sighting or decree, for a group of countries (islamic.md 3.3). */
export type AnnouncedMonth = HijriMonth & { readonly startsOn: LocalDate }

/** Umm al-Qura is a table from 1300 to 1600; beside it libraries answer another calendar without a word, so we refuse (islamic.md 3.1). */
const firstYear = 1300
const lastYear = 1600

const umalqura = /* @__PURE__ */ new IslamicUmalquraCalendar()
const gregorian = /* @__PURE__ */ new GregorianCalendar()

function ummAlQuraStart(year: number, month: number): LocalDate {
  if (!Number.isInteger(year) || !Number.isInteger(month) || year < firstYear || year > lastYear || month < 1 || month > 12)
    throw new RangeError(`${year}-${month} is outside the Umm al-Qura table`)
  return toCalendar(new CalendarDate(umalqura, year, month, 1), gregorian).toString() as LocalDate
}

/** A civil day so many days later; before it, with a negative number. */
export const addDays = (date: LocalDate, days: number): LocalDate => parseDate(date).add({ days }).toString() as LocalDate

/** Whole days from one civil day to another. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

const after = ({ year, month }: HijriMonth): HijriMonth => (month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 })
const before = ({ year, month }: HijriMonth): HijriMonth => (month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 })
const keyOf = ({ year, month }: HijriMonth) => `${year}-${month}`

/**
 * The Umm al-Qura calendar, with months that were announced otherwise. A month nobody announced begins where the calendar says, unless the one
 * before it was announced and would then have fewer than 29 or more than 30 days: a sighting moves what follows, but no month is longer or
 * shorter than a month can be.
 */
export function hijriMonths(announced: readonly AnnouncedMonth[] = []): HijriMonths {
  const told = new Map(announced.map((month) => [keyOf(month), month.startsOn]))
  const startOf = (year: number, month: number): LocalDate => {
    const start = told.get(keyOf({ year, month }))
    const calendar = ummAlQuraStart(year, month)
    if (start !== undefined) return start
    const previous = before({ year, month })
    if (told.size === 0 || !moves(previous)) return calendar
    const sincePrevious = startOf(previous.year, previous.month)
    const [soonest, latest] = [addDays(sincePrevious, 29), addDays(sincePrevious, 30)]
    return calendar < soonest ? soonest : calendar > latest ? latest : calendar
  }
  /** Whether anything was announced of it or of the year before it: by then a difference of two days has been taken up by longer months. */
  function moves(month: HijriMonth): boolean {
    for (let [at, step] = [month, 0]; step < 12; at = before(at), step++) if (told.has(keyOf(at))) return true
    return false
  }
  return {
    startOf,
    lengthOf: (year, month) => {
      const next = after({ year, month })
      return daysBetween(startOf(year, month), startOf(next.year, next.month))
    },
    isAnnounced: (year, month) => told.has(keyOf({ year, month })),
  }
}

/** So many months before one that was announced take up the days it was moved by. */
const monthsTakenUp = 4

/**
 * When a month begins whose days are written down. What was announced of a later one says that this one began otherwise, too, where it would have had
 * 31 days or 28; nobody announced it, so nothing but its dates follows from that.
 */
function writtenStart(months: HijriMonths, at: HijriMonth, ahead = monthsTakenUp): LocalDate {
  const start = months.startOf(at.year, at.month)
  const next = after(at)
  if (ahead === 0 || next.year > lastYear || months.isAnnounced(at.year, at.month)) return start
  const end = writtenStart(months, next, ahead - 1)
  const length = daysBetween(start, end)
  return length > 30 ? addDays(end, -30) : length < 29 ? addDays(end, -29) : start
}

/** The day as these months count it: where one was announced, another than Umm al-Qura says. */
export function hijriIn(months: HijriMonths, date: LocalDate): HijriDate {
  const calendar = hijriOf(date)
  // What is announced moves a month by a few days at most, so the day is in this one or beside it.
  const at = [before(calendar), calendar, after(calendar)].findLast((month) => month.year <= lastYear && writtenStart(months, month) <= date)!
  return { year: at.year, month: at.month, day: daysBetween(writtenStart(months, at), date) + 1 }
}

/** "1 Ramadan 1448 AH" as these months count it. */
export const formatHijriIn = (months: HijriMonths, date: LocalDate, locale: Locale): string => hijriText(hijriIn(months, date), locale)

/** How far an announced month may be from the calendar's: a day before to two days after (islamic.md 3.3). */
const shiftMin = -1
const shiftMax = 2

/**
 * What is wrong with announcing a month so, beside what is announced already: too far from the calendar, or a month next to it would not have
 * 29 or 30 days.
 */
export function faultOfAnnounced(announced: readonly AnnouncedMonth[], next: AnnouncedMonth): 'announced-too-far' | 'announced-impossible' | undefined {
  const shift = daysBetween(ummAlQuraStart(next.year, next.month), next.startsOn)
  if (shift < shiftMin || shift > shiftMax) return 'announced-too-far'
  const months = hijriMonths([...announced.filter((month) => keyOf(month) !== keyOf(next)), next])
  const previous = before(next)
  const neighbours = [
    months.lengthOf(next.year, next.month),
    ...(months.isAnnounced(previous.year, previous.month) ? [months.lengthOf(previous.year, previous.month)] : []),
  ]
  return neighbours.every((length) => length === 29 || length === 30) ? undefined : 'announced-impossible'
}
