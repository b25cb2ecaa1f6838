import type { Locale } from '#shared/text.ts'

/** Made once: making one costs more than a page of donors. A short Arabic date would be digits alone. */
const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat('ar-u-ca-gregory-nu-latn', { dateStyle: 'long', timeZone: 'UTC' }),
} as const

/** An instant's day, as lists have it. */
export const dayOf = (instant: string, locale: Locale): string => days[locale].format(new Date(instant))
