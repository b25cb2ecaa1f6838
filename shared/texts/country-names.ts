import { intlTag, type Locale } from '../text.ts'

type Names = { readonly long: Intl.DisplayNames; readonly short: Intl.DisplayNames }
/** Cached per language: creating them costs more than using them. */
const made = new Map<Locale, Names>()

/** Countries whose short name is the one that people use: Palestine, not "Palestinian Territories". */
const shortNamed: ReadonlySet<string> = new Set(['PS', 'HK', 'MO'])

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language, or the code if it is unknown. */
export function countryName(code: string, locale: Locale): string {
  let names = made.get(locale)
  if (!names) {
    const inStyle = (style: 'long' | 'short') =>
      new Intl.DisplayNames([intlTag(locale)], { type: 'region', style, fallback: 'code' })
    made.set(locale, (names = { long: inStyle('long'), short: inStyle('short') }))
  }
  return names[shortNamed.has(code) ? 'short' : 'long'].of(code) ?? code
}
