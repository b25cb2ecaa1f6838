import { isProblem, Problem } from '#shared/problem.ts'
import type { AddressPorts, Places, PlaceSuggestion } from './port.ts'
import { maySearch, type PlaceComponent, placeSearch } from './rules/places.ts'

/** Suggestions for what was typed. A places service that fails suggests nothing (S1 §8); the operator hears of it. */
export async function suggestPlaces(
  ports: AddressPorts,
  of: Parameters<Places['suggest']>[0],
): Promise<readonly PlaceSuggestion[]> {
  if (!maySearch(of.input)) return []
  try {
    return (await ports.places.suggest(of)).slice(0, placeSearch.suggestionsMax)
  } catch (error) {
    ports.log.warn({ error }, 'the places service gave no suggestions')
    return []
  }
}

/** What a suggested place is made of; without an answer there is no such place (404), or none for now (503). */
export async function placeDetails(
  ports: AddressPorts,
  of: Parameters<Places['details']>[0],
): Promise<readonly PlaceComponent[]> {
  try {
    const found = await ports.places.details(of)
    if (found) return found
  } catch (error) {
    if (isProblem(error)) throw error
    ports.log.warn({ error }, 'the places service gave no details')
    throw new Problem('server', 'place-not-found', { status: 503 })
  }
  throw new Problem('not-found', 'place-not-found')
}
