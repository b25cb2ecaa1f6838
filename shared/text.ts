import { displayNames, numberFormat, pluralRules } from './formats.ts'
import { locales } from './texts/locales.ts'

/** A language that has a folder in `locales/` (BCP 47). */
export type Locale = string

export const isLocale = (value: unknown): value is Locale => (locales as readonly unknown[]).includes(value)

const rightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/
export const isRightToLeft = (locale: Locale): boolean => rightToLeft.test(locale)
export const direction = (locale: Locale): 'ltr' | 'rtl' => (isRightToLeft(locale) ? 'rtl' : 'ltr')
/** Returns the BCP 47 tag for `Intl`, with the Gregorian calendar, because ar-SA and others default to another one. */
export const intlTag = (locale: Locale): string => `${locale}-u-ca-gregory`
/**
 * Returns the tag for dates and numbers: western digits in every language (amounts-15), and the day before the month.
 */
export const dateTag = (locale: Locale): string =>
  locale === 'en' ? 'en-GB-u-ca-gregory' : `${intlTag(locale)}-nu-latn`
const arabicScript = /^(ar|ckb|fa|ps|sd|ug|ur)\b/
/** Returns the comma of a language's script. */
export const commaOf = (locale: Locale): string => (arabicScript.test(locale) ? '،' : ',')
/** Returns the name of a language in `locale`, by default in the language itself: "English", "العربية". */
/** Isolates a name, amount or date whose writing direction may differ from the sentence. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

export const languageName = (language: Locale, locale: Locale = language): string =>
  displayNames(locale, { type: 'language' }).of(language) ?? language

/**
 * Texts of one language in i18next JSON v4: parameters are `{{name}}`, and plural forms have the keys `key_one`,
 * `key_other` and others by the language's plural rules.
 */
export type Catalogue = Readonly<Record<string, string>>
export type Params = Readonly<Record<string, string | number>>

/** The keys of a catalogue without the suffixes of plural forms. */
export type KeyOf<C> = keyof C extends infer K ? (K extends `${infer Key}_${Intl.LDMLPluralRule}` ? Key : K) : never

/** `_zero` is used for 0 in every language, even if its plural rules (English) have no such category. */
const pluralOf = (catalogue: Catalogue, locale: Locale, key: string, count: number): string | undefined =>
  (count === 0 ? catalogue[`${key}_zero`] : undefined) ??
  catalogue[`${key}_${pluralRules(locale).select(count)}`] ??
  catalogue[`${key}_other`]

/**
 * Returns the text of a key with its parameters. `params.count` selects the plural form; numbers are formatted for the
 * locale. Parameters may also have single braces, as in page texts. Returns the key if the catalogue has no such text.
 */
export function translate(catalogue: Catalogue, locale: Locale, key: string, params: Params = {}): string {
  const pattern = catalogue[key] ?? pluralOf(catalogue, locale, key, Number(params.count ?? 0))
  if (pattern === undefined) return key
  if (!pattern.includes('{')) return pattern
  return pattern.replace(/\{\{?(\w+)\}?\}/g, (place, name: string) => {
    const value = params[name]
    if (value === undefined) return place
    return typeof value === 'number' ? numberFormat(intlTag(locale)).format(value) : value
  })
}

/** Returns whether a catalogue has a text for a key. */
export const hasText = (catalogue: Catalogue, key: string): boolean =>
  Object.hasOwn(catalogue, key) || Object.hasOwn(catalogue, `${key}_other`)
