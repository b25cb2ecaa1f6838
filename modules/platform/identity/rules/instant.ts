import { formatDay, localDateIn } from '#shared/calendar.ts'
import { commaOf, type Locale } from '#shared/text.ts'

/**
 * Formats an instant as "22 November 2026, 21:30 UTC"; in UTC, because the time zone of the person who acted is
 * unknown.
 */
export const utcInstant = (instant: Date, locale: Locale): string =>
  `${formatDay(localDateIn('UTC', instant), locale)}${commaOf(locale)} ${instant.toISOString().slice(11, 16)} UTC`
