import type { Locale } from '#shared/text.ts'
import type { Ports } from '#shared/ports.ts'
import type { PlaceComponent } from './rules/places.ts'

export type PlaceSuggestion = { readonly placeId: string; readonly text: string }

/** A source of place suggestions. It throws when it fails; `find-places.ts` decides what a donor sees. */
export type Places = {
  /** How precise its results are: down to a street and number, or to a town or city. */
  readonly reach: 'address' | 'city'
  /**
   * `regions`: ISO 3166-1 alpha-2 in lower case, empty for everywhere. `session` groups one search for providers that
   * bill by it.
   */
  suggest(input: {
    input: string
    regions: readonly string[]
    locale: Locale
    session: string | undefined
  }): Promise<readonly PlaceSuggestion[]>
  /** Undefined if there is no such place. */
  details(input: {
    placeId: string
    locale: Locale
    session: string | undefined
  }): Promise<readonly PlaceComponent[] | undefined>
}

/** What addresses need besides the common ports. */
export type AddressPorts = Ports & {
  readonly places: Places
  /** Countries addresses are accepted from, ISO 3166-1 alpha-2. */
  readonly permittedCountries: readonly string[]
}
