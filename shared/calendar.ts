import { dateTimeFormat } from './formats.ts'
import { required } from './collections.ts'
import { normalizeDigits } from './input/digits.ts'
import { dayMs } from './time.ts'
import { dateTag, type Locale } from './text.ts'

/** A calendar date without a time zone: `2027-03-31`. */
export type LocalDate = string & { readonly brand: 'LocalDate' }

/** Returns whether a text is a valid Gregorian date in ISO 8601. */
export const isLocalDate = (text: string): text is LocalDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  utcDay(text).toISOString().startsWith(text)

/** Reads a typed date with digits of any script (amounts-17); undefined if it isn't a date in ISO 8601. */
export function readLocalDate(typed: string): LocalDate | undefined {
  const text = normalizeDigits(typed).trim()
  return isLocalDate(text) ? text : undefined
}

/** Converts a date literal in code. Throws if it isn't a valid date. */
export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`${text} is not a day`)
  return text
}

const utcDay = (text: string): Date => new Date(`${text}T00:00:00Z`)

/** Returns the date at an instant in an IANA time zone. */
export function localDateIn(timeZone: string, instant: Date): LocalDate {
  const format = dateTimeFormat('en-CA-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return localDate(`${required(part.year).padStart(4, '0')}-${part.month}-${part.day}`)
}

export type HijriDate = { readonly year: number; readonly month: number; readonly day: number }

const umalqura = /* @__PURE__ */ dateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** Returns whether a date is in the Umm al-Qura table: years 1300 to 1600. */
export const isInHijriTable = (date: LocalDate): boolean => date >= '1882-11-12' && date <= '2174-11-25'

/**
 * Returns the date in the Umm al-Qura calendar. Throws outside its table, where Intl would use another calendar
 * (calendar-1).
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

/** Names with a fixed spelling (calendar-12), because Intl's English names differ between versions. */
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

/** Returns the name of a Hijri month, 1 to 12; languages without a list use Intl's names. */
export function hijriMonthName(month: number, locale: Locale): string {
  const own = hijriMonths[locale]?.[month - 1]
  if (own !== undefined) return own
  const middleOfMonth = Date.UTC(2026, 5, 16) + (month - 0.5) * 29.53 * dayMs
  const format = dateTimeFormat(`${locale}-u-ca-islamic-umalqura`, { timeZone: 'UTC', month: 'long' })
  return format.format(middleOfMonth)
}

/** "1448 AH", "1448 هـ". */
export const hijriYearText = (year: number, locale: Locale): string => `${year} ${locale === 'ar' ? 'هـ' : 'AH'}`

/** "1 Ramadan 1448 AH", "1 رمضان 1448 هـ". */
export const hijriText = ({ year, month, day }: HijriDate, locale: Locale): string =>
  `${day} ${hijriMonthName(month, locale)} ${hijriYearText(year, locale)}`

/** Formats a Gregorian date as a Hijri date by Umm al-Qura. */
export const formatHijri = (date: LocalDate, locale: Locale): string => hijriText(hijriOf(date), locale)

/** "31 March 2027", "31 مارس 2027". */
export const formatDay = (date: LocalDate, locale: Locale): string =>
  dateTimeFormat(dateTag(locale), { timeZone: 'UTC', dateStyle: 'long' }).format(utcDay(date))
