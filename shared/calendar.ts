import { getOrInsert, required } from './collections.ts'
import { CalendarDateTime, parseDate, toZoned } from '@internationalized/date'
import { dayMs } from './time.ts'
import { dateTag, type Locale } from './text.ts'

/** A civil day, `2027-03-31`: what a calendar on the wall shows, in no time zone. */
export type LocalDate = string & { readonly brand: 'LocalDate' }

/** A real day of the Gregorian calendar, written as ISO 8601 does. */
export const isLocalDate = (text: string): text is LocalDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  utcDay(text).toISOString().startsWith(text)

/** For dates written in code; throws for what is no day. */
export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`${text} is not a day`)
  return text
}

const utcDay = (text: string): Date => new Date(`${text}T00:00:00Z`)
const days = new Map<string, Intl.DateTimeFormat>()

/** Which day it is at an instant in an IANA time zone. */
export function localDateIn(timeZone: string, instant: Date): LocalDate {
  const format = getOrInsert(
    days,
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-CA-u-ca-iso8601-nu-latn', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
  )
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return localDate(`${required(part.year).padStart(4, '0')}-${part.month}-${part.day}`)
}

/** An instant of a local day. Where clocks skip or repeat it, as Temporal's `compatible` chooses. */
export function instantIn(
  timeZone: string,
  date: LocalDate,
  time: { readonly hour: number; readonly minute?: number; readonly second?: number },
): Date {
  const { year, month, day } = parseDate(date)
  return toZoned(
    new CalendarDateTime(year, month, day, time.hour, time.minute ?? 0, time.second ?? 0),
    timeZone,
    'compatible',
  ).toDate()
}

/**
 * End dates are the last second of the day, in the organization's own time zone (S2 §9; calendar-11). Where
 * clocks go back at midnight (Cairo in October) that second comes twice, and the day ends with the later one.
 */
export function endOfDayIn(timeZone: string, date: LocalDate): Date {
  const { year, month, day } = parseDate(date)
  return toZoned(new CalendarDateTime(year, month, day, 23, 59, 59), timeZone, 'later').toDate()
}

/** The same day of a later month, or the last of that month where it has no such day. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  parseDate(date).add({ months }).toString() as LocalDate

export type HijriDate = { readonly year: number; readonly month: number; readonly day: number }

const umalqura = /* @__PURE__ */ new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** Days that the table of Umm al-Qura holds: 1300 to 1600. */
export const isInHijriTable = (date: LocalDate): boolean => date >= '1882-11-12' && date <= '2174-11-25'

/**
 * The day in the Umm al-Qura calendar. Outside its table Intl would answer another calendar, so it throws (calendar-1).
 */
export function hijriOf(date: LocalDate): HijriDate {
  if (!isInHijriTable(date)) throw new RangeError(`${date} is outside the Umm al-Qura table`)
  const part = Object.fromEntries(umalqura.formatToParts(utcDay(date)).map(({ type, value }) => [type, value]))
  return {
    year: Number.parseInt(part.year ?? required(part.relatedYear), 10),
    month: Number(part.month),
    day: Number(part.day),
  }
}

/** Our own spelling (calendar-12): Intl's English names differ between versions. */
const hijriMonths: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'Muharram',
    'Safar',
    'Rabi al-Awwal',
    'Rabi al-Thani',
    'Jumada al-Ula',
    'Jumada al-Akhirah',
    'Rajab',
    'Sha‘ban',
    'Ramadan',
    'Shawwal',
    'Dhul Qa‘dah',
    'Dhul Hijjah',
  ],
  ar: [
    'محرّم',
    'صفر',
    'ربيع الأول',
    'ربيع الآخر',
    'جمادى الأولى',
    'جمادى الآخرة',
    'رجب',
    'شعبان',
    'رمضان',
    'شوّال',
    'ذو القعدة',
    'ذو الحجة',
  ],
}

/** The name of a Hijri month, 1 to 12; in a language that we have no spelling for, Intl's. */
export function hijriMonthName(month: number, locale: Locale): string {
  const own = hijriMonths[locale]?.[month - 1]
  if (own !== undefined) return own
  const middleOfMonth = Date.UTC(2026, 5, 16) + (month - 0.5) * 29.53 * dayMs
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-islamic-umalqura`, { timeZone: 'UTC', month: 'long' })
  return format.format(middleOfMonth)
}

/** "1448 AH", "1448 هـ". */
export const hijriYearText = (year: number, locale: Locale): string => `${year} ${locale === 'ar' ? 'هـ' : 'AH'}`

/** "1 Ramadan 1448 AH", "1 رمضان 1448 هـ". */
export const hijriText = ({ year, month, day }: HijriDate, locale: Locale): string =>
  `${day} ${hijriMonthName(month, locale)} ${hijriYearText(year, locale)}`

/** The same of a civil day, by Umm al-Qura. */
export const formatHijri = (date: LocalDate, locale: Locale): string => hijriText(hijriOf(date), locale)

const long = new Map<Locale, Intl.DateTimeFormat>()

/** "31 March 2027", "31 مارس 2027". */
export function formatDay(date: LocalDate, locale: Locale): string {
  return getOrInsert(
    long,
    locale,
    () => new Intl.DateTimeFormat(dateTag(locale), { timeZone: 'UTC', dateStyle: 'long' }),
  ).format(utcDay(date))
}
