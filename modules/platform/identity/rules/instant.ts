import { formatDay, localDateIn } from '#shared/calendar.ts'
import { commaOf, type Locale } from '#shared/text.ts'

/**
 * Formats an instant as "22 November 2026, 21:30 UTC". UTC, because the time zone of the person who acted is unknown.
 */
export const utcInstant = (at: Date, locale: Locale): string =>
  `${formatDay(localDateIn('UTC', at), locale)}${commaOf(locale)} ${at.toISOString().slice(11, 16)} UTC`
