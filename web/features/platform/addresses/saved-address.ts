import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { AddressDraft, AddressKind } from '#modules/platform/addresses/rules/address.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'

/** The saved addresses as the API returns them. */
export type Book = OutputOf<ProductContract, 'GET /api/user/shippingAddress'>
export type Saved = AddressDraft & { readonly id: string; readonly label: string }

export const savedIn = (book: Book): Saved[] =>
  book.addresses.map((address) => ({ ...fromWire(address), id: address.ID, label: address.addressLabel }))

/** Returns the id of the default address for a purpose. */
export const chosenFor = (book: Book, kind: AddressKind): string | undefined =>
  ({ shipping: book.shippingAddress, billing: book.billingAddress, tax: book.taxAddress })[kind]?.ID
