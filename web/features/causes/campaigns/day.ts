import { required } from '#shared/collections.ts'
import { locales } from '#shared/texts/locales.ts'
import { dateTag, type Locale } from '#shared/text.ts'

/** Made once: making one costs more than a page of donors. A short Arabic date would be digits alone. */
const days = new Map(
  locales.map((locale) => [
    locale,
    locale === 'en'
      ? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
      : new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
)

/** An instant's day, as lists have it. */
export const dayOf = (instant: string, locale: Locale): string => required(days.get(locale)).format(new Date(instant))
