import type { AddressDraft, AddressField } from './address.ts'

/** S1 §3 "Address": our field → its spelling on the wire. */
export const wireNames = {
  firstName: 'FirstName',
  lastName: 'LastName',
  name: 'Name',
  line1: 'Address',
  line2: 'Address2',
  city: 'City',
  state: 'State',
  postalCode: 'Zip',
  country: 'Country',
  phone: 'Phone',
} as const satisfies Readonly<Record<AddressField, string>>

type WireName = (typeof wireNames)[AddressField]
export type WireFields = { readonly [Name in WireName]?: string | undefined }
const names = Object.entries(wireNames) as [AddressField, WireName][]

/** Returns the address as it is sent: trimmed, without empty fields. */
export const toWire = (address: AddressDraft): Partial<Record<WireName, string>> =>
  Object.fromEntries(names.flatMap(([ours, theirs]) => (address[ours]?.trim() ? [[theirs, address[ours].trim()]] : [])))

/** Reads an address from the wire; undefined stays undefined. */
export const fromWire = <Sent extends WireFields | undefined>(
  address: Sent,
): Sent extends undefined ? undefined : AddressDraft =>
  (address && Object.fromEntries(names.map(([ours, theirs]) => [ours, address[theirs]]))) as Sent extends undefined
    ? undefined
    : AddressDraft

/** Maps the wire's field to ours; undefined if it is not part of an address. */
export const fieldOfWire = (name: string | undefined): AddressField | undefined =>
  names.find(([, theirs]) => theirs === name)?.[0]
