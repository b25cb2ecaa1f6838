export { bundledPlaces } from './providers/bundled/places.ts'
export { googlePlaces } from './providers/google/places.ts'
export type { AddressPorts, Places } from './port.ts'
export { type AddressBook, eraseAddresses, findAddressBook, type SavedAddress } from './queries.ts'
