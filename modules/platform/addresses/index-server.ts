import { addressesHandlers } from './http.ts'
import { bundledPlaces } from './providers/bundled/places.ts'
import { googlePlaces } from './providers/google/places.ts'

export type { AddressPorts } from './port.ts'

/** The module's interface for the server only. */
export const addressesServer = {
  handlers: addressesHandlers,
  bundledPlaces,
  googlePlaces,
}
