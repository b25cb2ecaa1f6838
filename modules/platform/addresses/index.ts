export { bundledPlaces } from './providers/bundled/places.ts'
export { googlePlaces } from './providers/google/places.ts'
export type { AddressPorts } from './port.ts'
export { eraseAddresses } from './queries.ts'
