import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'

function formatOf(locale: Locale, withYear: boolean): Intl.DateTimeFormat {
  const length = locale === 'ar' ? 'long' : 'short'
  return dateTimeFormat(dateTag(locale), {
    weekday: length,
    day: 'numeric',
    month: length,
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
}

/** Formats a civil date as "Sat 27 Feb", without the year unless `withYear`. */
export const shortPlanDay = (day: string, locale: Locale, withYear = false): string =>
  formatOf(locale, withYear)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')

/** Formats the local time of an instant as "22:30". */
export const timeIn = (instant: string, timeZone: string): string =>
  dateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
