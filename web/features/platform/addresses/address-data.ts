import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'
import { allCountryCodes, countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { type State, states } from '#modules/platform/addresses/rules/states.ts'

export type Country = { readonly code: string; readonly name: string }

/** Lists for address forms, created on the server, because browsers' country names differ. */
export type AddressData = {
  /** Accepted countries, sorted by name in the visitor's language. */
  readonly countries: readonly Country[]
  readonly states: Readonly<Record<'US' | 'CA', readonly State[]>>
  /** The detail of place suggestions. */
  readonly reach: 'address' | 'city'
  /** Regions to search for places, in lower case; empty for everywhere (S1 §7 `includedRegionCodes`). */
  readonly regions: readonly string[]
}

const lists = new Map<Locale, readonly Country[]>()

/** Returns all countries by name in a language, or only those of `codes`. */
export function countriesIn(locale: Locale, codes?: readonly string[]): readonly Country[] {
  const countries = allCountriesIn(locale)
  return codes ? countries.filter(({ code }) => codes.includes(code)) : countries
}

function allCountriesIn(locale: Locale): readonly Country[] {
  const countries = lists.get(locale)
  if (countries) return countries
  const list = allCountryCodes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  lists.set(locale, list)
  return list
}

export function addressDataIn(locale: Locale, permitted: readonly string[], reach: AddressData['reach']): AddressData {
  const countries = countriesIn(locale, permitted)
  return {
    countries,
    states,
    reach,
    regions: countries.length < countryCodes.length ? countries.map(({ code }) => code.toLowerCase()) : [],
  }
}
