import { type AddressDraft, stripAddress } from './address.ts'

/** Conditions of a search (S1 §5 and §9): it starts `waitMs` after the last keystroke. */
export const placeSearch = { fewestCharacters: 3, waitMs: 750, suggestionsMax: 5 } as const

/** Whether the input has at least three non-blank characters (S1 §5). */
export const canSearch = (input: string): boolean =>
  [...input.replace(/\s/g, '')].length >= placeSearch.fewestCharacters

/** One component of a place, as Google Places and the bundled list return it. */
export type PlaceComponent = {
  readonly longText: string
  readonly shortText: string
  readonly types: readonly string[]
}

/** The address fields that a place provides (S2 §3 "Address from a places lookup"). */
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
 * Fills the form with a chosen place (S1 §4): each component of the place replaces the typed value. A value that the
 * place doesn't have, such as the street for a city, is kept, except that street, state and postal code are cleared if
 * the place is a different one.
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
