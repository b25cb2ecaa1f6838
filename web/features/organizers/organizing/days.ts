import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats the month of a date as "Nov 2026". Server only, like `shortDay`. */
export const shortMonth = (day: string, locale: Locale): string =>
  dateTimeFormat(dateTag(locale), { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  )

/**
 * Formats a date as "20 Nov" or "20 Nov 2025", with Latin digits in Arabic. Server only, so that both sides show the
 * same.
 */
export function shortDay(day: string, locale: Locale, { withYear = false }: { withYear?: boolean } = {}): string {
  const key = `${locale}${withYear}`
  const known = formats.get(key)
  const format =
    known ??
    dateTimeFormat(dateTag(locale), {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      ...(withYear ? { year: 'numeric' as const } : {}),
    })
  if (!known) formats.set(key, format)
  return format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}
