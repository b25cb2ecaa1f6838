import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'

/** Cached per language: creating them costs more than using them. */
const lists = new Map<Locale, Intl.ListFormat>()

/** Returns country names in the reader's language: "United States and Canada". */
export function countryNames(codes: readonly string[], locale: Locale): string {
  let list = lists.get(locale)
  if (!list) lists.set(locale, (list = new Intl.ListFormat(locale)))
  return list.format(codes.map((code) => countryName(code, locale)))
}
