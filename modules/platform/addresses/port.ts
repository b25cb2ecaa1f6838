import type { Locale } from '#shared/text.ts'
import type { Ports } from '#shared/ports.ts'
import type { PlaceComponent } from './rules/places.ts'

export type PlaceSuggestion = { readonly placeId: string; readonly text: string }

/** Where place suggestions come from. Whatever fails there is thrown; `find-places.ts` decides what a donor is told. */
export type Places = {
  /** How far its answers reach: down to a street and number, or to a town or city. */
  readonly reach: 'address' | 'city'
  /**
   * `regions`: ISO 3166-1 alpha-2 in lower case, empty for everywhere. `session` groups one search for providers that
   * bill by it.
   */
  suggest(of: {
    input: string
    regions: readonly string[]
    locale: Locale
    session: string | undefined
  }): Promise<readonly PlaceSuggestion[]>
  /** Undefined: there is no such place. */
  details(of: {
    placeId: string
    locale: Locale
    session: string | undefined
  }): Promise<readonly PlaceComponent[] | undefined>
}

/** What addresses ask of the world besides the common ports. */
export type AddressPorts = Ports & {
  readonly places: Places
  /** Countries addresses are taken from, ISO 3166-1 alpha-2. */
  readonly permittedCountries: readonly string[]
}
