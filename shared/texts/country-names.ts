import { displayNames } from '../formats.ts'
import { intlTag, type Locale } from '../text.ts'

/** Countries whose short name is the one that people use: Palestine, not "Palestinian Territories". */
const shortNamed: ReadonlySet<string> = new Set(['PS', 'HK', 'MO'])

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language, or the code if it is unknown. */
export function countryName(code: string, locale: Locale): string {
  const style = shortNamed.has(code) ? 'short' : 'long'
  return displayNames(intlTag(locale), { type: 'region', style, fallback: 'code' }).of(code) ?? code
}
