import type { AddressPorts } from './port.ts'
import { saveAddress, type SaveRequest } from './save-address.ts'

/** A shipping address in Sheffield; each `line1` makes a different address. */
export const anAddress = (over: Partial<SaveRequest> & { readonly line1?: string } = {}): SaveRequest => ({
  label: '',
  kind: 'shipping',
  draft: {
    name: 'Amina Yusuf',
    line1: over.line1 ?? '1 High Street',
    city: 'Sheffield',
    postalCode: 'S19 2BD',
    country: 'GB',
  },
  ...over,
})

/** Saves an address in an account's book; returns its id. */
export const aSavedAddress = (
  ports: AddressPorts,
  accountId: string,
  over: Parameters<typeof anAddress>[0] = {},
): Promise<string> => saveAddress(ports, accountId, anAddress(over))

/** An address in Leeds on the wire, with its country in lower case as some clients send it. */
export const aSentAddress = (street: string) => ({
  FirstName: 'Huda',
  LastName: 'Saleh',
  Name: 'Huda Saleh',
  Address: street,
  City: 'Leeds',
  Zip: 'LS1 1AA',
  Country: 'gb',
})

/** The same address as it is stored. */
export const aStoredAddress = (street: string) => ({
  firstName: 'Huda',
  lastName: 'Saleh',
  name: 'Huda Saleh',
  line1: street,
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
})
