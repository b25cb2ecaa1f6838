import { type AddressDraft, stripAddress } from './address.ts'

/** When a search begins (S1 §5 and §9): `waitMs` after the last key. */
export const placeSearch = { fewestCharacters: 3, waitMs: 750, suggestionsMax: 5 } as const

/** Three or more characters that are not blank (S1 §5). */
export const maySearch = (input: string): boolean =>
  [...input.replace(/\s/g, '')].length >= placeSearch.fewestCharacters

/** One component of a place, as Google Places and the bundled list return it. */
export type PlaceComponent = {
  readonly longText: string
  readonly shortText: string
  readonly types: readonly string[]
}

/** What a form can be filled with (S2 §3 "Address from a places lookup"). */
export type PlaceAddress = {
  readonly streetNumber?: string
  readonly streetName?: string
  readonly subPremise?: string
  readonly city?: string
  readonly county?: string
  readonly state?: string
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

/**
 * Reads the components by type. A place without a locality uses its postal town, or the next larger component with a
 * name.
 */
export function readPlace(components: readonly PlaceComponent[]): PlaceAddress {
  const part = (type: string) => components.find((component) => component.types.includes(type))
  const first = (...types: string[]) => types.map((type) => part(type)?.longText).find(Boolean)
  const found = {
    streetNumber: first('street_number'),
    streetName: first('route'),
    subPremise: first('subpremise'),
    city: first(
      'locality',
      'postal_town',
      'sublocality_level_1',
      'sublocality',
      'administrative_area_level_3',
      'administrative_area_level_2',
    ),
    county: first('administrative_area_level_2'),
    state: part('administrative_area_level_1')?.shortText,
    postalCode: [part('postal_code')?.longText, part('postal_code_suffix')?.longText].filter(Boolean).join('-'),
    country: part('country')?.shortText.toUpperCase(),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

/** Countries that write the number before the street. */
const numberFirst = new Set('US CA GB IE AU NZ FR LU ZA IN PK BD LK SG MY HK MT JM TT NG KE GH MA DZ TN'.split(' '))

/**
 * Fills the form after a place was chosen (S1 §4): every component of the place replaces what was typed; what it does
 * not have (a street, for a city) stays, except that street, state and postal code of a different place are cleared
 * when the new place has them.
 */
export function fillAddressFromPlace(place: PlaceAddress, typed: AddressDraft): AddressDraft {
  const street = (
    numberFirst.has(place.country ?? '')
      ? [place.streetNumber, place.streetName]
      : [place.streetName, place.streetNumber]
  )
    .filter(Boolean)
    .join(' ')
  const hasMoved = place.country !== undefined && place.country !== stripAddress(typed).country
  return stripAddress({
    ...typed,
    ...(street ? { line1: street, line2: place.subPremise ?? '' } : {}),
    ...(place.city ? { city: place.city } : {}),
    ...(place.state || hasMoved ? { state: usesState(place.country) ? place.state : '' } : {}),
    ...(place.postalCode || hasMoved ? { postalCode: place.postalCode ?? '' } : {}),
    ...(place.country ? { country: place.country } : {}),
  })
}

/** In other countries the region is not part of a postal address form. */
const usesState = (country: string | undefined): boolean => country === 'US' || country === 'CA'
