import type { Locale } from '#shared/text.ts'

/** Countries by their codes, as a reader calls them: "United States and Canada". */
export function countryNames(codes: readonly string[], locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return new Intl.ListFormat(locale).format(codes.map((code) => names.of(code) ?? code))
}
