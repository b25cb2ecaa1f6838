import { required } from './collections.ts'
const locales = ['en', 'ar'] as const
export type Locale = (typeof locales)[number]

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)
export const direction = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
/** The BCP 47 tag given to `Intl`: Gregorian always named, because ar-SA and others would choose another calendar. */
export const intlTag = (locale: Locale): string => (locale === 'ar' ? 'ar-u-ca-gregory' : 'en-u-ca-gregory')

/**
 * A sentence with `{name}` places, or one per plural category of the locale (Arabic has six). `other` always stands.
 */
export type Message = string | ({ readonly other: string } & { readonly [C in Intl.LDMLPluralRule]?: string })
export type Catalogue = Readonly<Record<string, Message>>
export type Params = Readonly<Record<string, string | number>>

const plurals = new Map<Locale, Intl.PluralRules>()
const numbers = new Map<Locale, Intl.NumberFormat>()
const pluralRules = (locale: Locale) =>
  plurals.get(locale) ?? required(plurals.set(locale, new Intl.PluralRules(locale)).get(locale))
const numberFormat = (locale: Locale) =>
  numbers.get(locale) ?? required(numbers.set(locale, new Intl.NumberFormat(intlTag(locale))).get(locale))

/** `zero` is used for 0 in every language, also where the locale's own plural rules (English) have no such category. */
const pluralOf = (message: Exclude<Message, string>, locale: Locale, count: number): string =>
  (count === 0 ? message.zero : undefined) ?? message[pluralRules(locale).select(count)] ?? message.other

/**
 * The words of one message. A plural is chosen by `params.count`; numbers are written the locale's way. A missing key
 * answers the key.
 */
export function translate(catalogue: Catalogue, locale: Locale, key: string, params: Params = {}): string {
  const message = catalogue[key]
  if (message === undefined) return key
  const pattern = typeof message === 'string' ? message : pluralOf(message, locale, Number(params.count ?? 0))
  return pattern.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name]
    if (value === undefined) return place
    return typeof value === 'number' ? numberFormat(locale).format(value) : value
  })
}
