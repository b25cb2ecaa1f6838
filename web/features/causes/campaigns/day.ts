import { required } from '#shared/collections.ts'
import { locales } from '#shared/texts/locales.ts'
import { dateTag, type Locale } from '#shared/text.ts'

/** Cached: creating one costs more than formatting a page of donors. A short Arabic date would be only digits. */
const days = new Map(
  locales.map((locale) => [
    locale,
    locale === 'en'
      ? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
      : new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
)

/** Formats an instant's date for lists. */
export const dayOf = (instant: string, locale: Locale): string => required(days.get(locale)).format(new Date(instant))
