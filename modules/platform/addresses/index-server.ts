import { addressesHandlers } from './http.ts'
import { bundledPlaces } from './providers/bundled/places.ts'
import { googlePlaces } from './providers/google/places.ts'

export type { AddressPorts } from './port.ts'

/** What only the server uses from this module. */
export const addressesServer = {
  handlers: addressesHandlers,
  bundledPlaces,
  googlePlaces,
}
