import type { Locale } from '#shared/text.ts'

/** Cached per language: creating them costs more than using them. */
const made = new Map<Locale, { readonly names: Intl.DisplayNames; readonly list: Intl.ListFormat }>()

/** Returns country names in the reader's language: "United States and Canada". */
export function countryNames(codes: readonly string[], locale: Locale): string {
  let input = made.get(locale)
  if (!input)
    made.set(
      locale,
      (input = { names: new Intl.DisplayNames(locale, { type: 'region' }), list: new Intl.ListFormat(locale) }),
    )
  const { names, list } = input
  return list.format(codes.map((code) => names.of(code) ?? code))
}
