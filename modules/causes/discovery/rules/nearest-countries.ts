import { countryCentres } from './country-centres.ts'

/** In degrees. */
export type Position = { readonly latitude: number; readonly longitude: number }

const countriesMax = 3
const kilometresMax = 2000
const earthRadius = 6371

/** Kilometres between two places along the surface of the earth (haversine formula). */
export function distanceKm(from: Position, to: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const h =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude)
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, h)))
}

/**
 * Returns the countries (ISO 3166-1 alpha-2) near a place, nearest first (content-13): at most three whose centre is
 * within 2,000 km, otherwise the nearest one. Runs in the browser, which sends the countries and not the place.
 */
export function nearestCountries(place: Position, codes: readonly string[]): string[] {
  const near = codes
    .flatMap((code) => {
      const [latitude, longitude] = countryCentres[code] ?? []
      return latitude === undefined || longitude === undefined
        ? []
        : [{ code, kilometres: distanceKm(place, { latitude, longitude }) }]
    })
    .toSorted((a, b) => a.kilometres - b.kilometres)
  const within = near.filter(({ kilometres }) => kilometres <= kilometresMax).slice(0, countriesMax)
  return (within.length > 0 ? within : near.slice(0, 1)).map(({ code }) => code)
}
