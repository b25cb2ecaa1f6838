import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'

/** Formats an instant's date for lists. A short Arabic date would be only digits. */
export const dayOf = (instant: string, locale: Locale): string =>
  (locale === 'en'
    ? dateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    : dateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone: 'UTC' })
  ).format(new Date(instant))
