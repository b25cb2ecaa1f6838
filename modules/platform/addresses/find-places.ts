import { isProblem, Problem } from '#shared/problem.ts'
import type { AddressPorts, Places, PlaceSuggestion } from './port.ts'
import { canSearch, type PlaceComponent, placeSearch } from './rules/places.ts'

/** Returns suggestions for the typed text. If the places service fails, returns none (S1 §8) and logs a warning. */
export async function suggestPlaces(
  ports: AddressPorts,
  input: Parameters<Places['suggest']>[0],
): Promise<readonly PlaceSuggestion[]> {
  if (!canSearch(input.input)) return []
  try {
    return (await ports.places.suggest(input)).slice(0, placeSearch.suggestionsMax)
  } catch (error) {
    ports.log.warn({ error }, 'the places service gave no suggestions')
    return []
  }
}

/** Returns the components of a suggested place: 404 if there is none, 503 if the service doesn't respond. */
export async function placeDetails(
  ports: AddressPorts,
  input: Parameters<Places['details']>[0],
): Promise<readonly PlaceComponent[]> {
  try {
    const placeComponents = await ports.places.details(input)
    if (placeComponents) return placeComponents
  } catch (error) {
    if (isProblem(error)) throw error
    ports.log.warn({ error }, 'the places service gave no details')
    throw new Problem('server', 'place-not-found', { status: 503 })
  }
  throw new Problem('not-found', 'place-not-found')
}
