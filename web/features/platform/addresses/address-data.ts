import { type Named, type PackedList, packList } from './packed-list.ts'
import { collator } from '#shared/formats.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'
import { allCountryCodes, countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { states } from '#modules/platform/addresses/rules/states.ts'

export type Country = Named

/** Lists for address forms, created on the server, because browsers' country names differ. */
export type AddressData = {
  /** Accepted countries, sorted by name in the visitor's language. */
  readonly countries: PackedList
  readonly states: Readonly<Record<'US' | 'CA', PackedList>>
  /** The detail of place suggestions. */
  readonly reach: 'address' | 'city'
  /** Regions to search for places, in lower case; empty for everywhere (S1 §7 `includedRegionCodes`). */
  readonly regions: readonly string[]
}

const packedStates = { US: packList(states.US), CA: packList(states.CA) }

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
    .sort((a, b) => collator(locale).compare(a.name, b.name))
  lists.set(locale, list)
  return list
}

export function addressDataIn(locale: Locale, permitted: readonly string[], reach: AddressData['reach']): AddressData {
  const countries = countriesIn(locale, permitted)
  return {
    countries: packList(countries),
    states: packedStates,
    reach,
    regions: countries.length < countryCodes.length ? countries.map(({ code }) => code.toLowerCase()) : [],
  }
}
