import { dateTag, type Locale } from '#shared/text.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(locale: Locale, withYear: boolean): Intl.DateTimeFormat {
  const key = `${locale}${withYear}`
  const known = formats.get(key)
  if (known) return known
  const length = locale === 'ar' ? 'long' : 'short'
  const made = new Intl.DateTimeFormat(dateTag(locale), {
    weekday: length,
    day: 'numeric',
    month: length,
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
  formats.set(key, made)
  return made
}

/** Formats a civil date as "Sat 27 Feb", without the year unless `withYear`. */
export const shortDay = (day: string, locale: Locale, withYear = false): string =>
  formatOf(locale, withYear)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')

/** Formats the local time of an instant as "22:30". */
export const timeIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
