import { listFormat } from '#shared/formats.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'

/** Returns country names in the reader's language: "United States and Canada". */
export const countryNames = (codes: readonly string[], locale: Locale): string =>
  listFormat(locale).format(codes.map((code) => countryName(code, locale)))
