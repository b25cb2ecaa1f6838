import type { Locale } from '#shared/text.ts'
import type { Ports } from '#shared/ports.ts'
import type { PlaceComponent } from './rules/places.ts'

export type PlaceSuggestion = { readonly placeId: string; readonly text: string }

/** A source of place suggestions. It throws when it fails; `find-places.ts` decides what a donor sees. */
export type Places = {
  /** Precision of its results: a street and number, or a town or city. */
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

/** The ports that addresses need in addition to the common ones. */
export type AddressPorts = Ports & {
  readonly places: Places
  /** Countries addresses are accepted from, ISO 3166-1 alpha-2. */
  readonly permittedCountries: readonly string[]
}
