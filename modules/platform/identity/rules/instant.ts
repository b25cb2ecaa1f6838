import { formatDay, localDateIn } from '#shared/calendar.ts'
import { commaOf, type Locale } from '#shared/text.ts'

/** "22 November 2026, 21:30 UTC": when something was done to an account. Nobody knows where whoever did it is. */
export const utcInstant = (at: Date, locale: Locale): string =>
  `${formatDay(localDateIn('UTC', at), locale)}${commaOf(locale)} ${at.toISOString().slice(11, 16)} UTC`
