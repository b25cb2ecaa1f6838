import { normalizeDigits, normalizePhone } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { isPostalCode } from './postcode.ts'

/** An address as stored and printed: S1 §3 "Address" with our field names. `country` is ISO 3166-1 alpha-2. */
export type PostalAddress = {
  readonly firstName?: string
  readonly lastName?: string
  readonly name?: string
  readonly line1: string
  readonly line2?: string
  readonly city: string
  readonly state?: string
  readonly postalCode?: string
  readonly country: string
  readonly phone?: string
}

/** An address as typed: any field may be missing or empty. */
export type AddressDraft = { readonly [Field in keyof PostalAddress]?: string | undefined }

export type AddressField = keyof PostalAddress
/** The use of an address. Billing addresses are checked like shipping addresses. */
export type AddressKind = 'shipping' | 'billing' | 'tax'
export const addressKinds: readonly AddressKind[] = ['shipping', 'billing', 'tax']
export type AddressFaults = { readonly [Field in AddressField]?: Fault }

/** The fields in the order of the form. */
export const addressFields: readonly AddressField[] = [
  'firstName',
  'lastName',
  'name',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
]

/**
 * Trims an address and removes empty fields (S1 §5); converts the country to upper case, and postal code and phone
 * number to the form in which they are checked (amounts-17).
 */
export function stripAddress(draft: AddressDraft): AddressDraft {
  const tidy = (field: AddressField, value: string): string => {
    if (field === 'country') return value.trim().toUpperCase()
    if (field === 'postalCode') return normalizeDigits(value).trim()
    return field === 'phone' ? normalizePhone(value) : value.trim()
  }
  return Object.fromEntries(
    addressFields.map((field) => [field, tidy(field, draft[field] ?? '')]).filter(([, value]) => value !== ''),
  )
}

/** Returns the shipping address to send, if it has a street (S1 §5) and a country (S2 §5). */
export function shippingToSend(draft: AddressDraft | undefined): AddressDraft | undefined {
  const address = stripAddress(draft ?? {})
  return address.country !== undefined && address.line1 !== undefined ? address : undefined
}

/** Countries whose addresses include a state or province (S1 §5). */
export const needsState = (country: string | undefined): boolean => country === 'US' || country === 'CA'

const placeFields = ['line1', 'line2', 'city', 'postalCode'] as const

/** Whether any part of a place was typed. Names and a country don't count, because they may have been prefilled. */
export const isAddressStarted = (draft: AddressDraft): boolean => placeFields.some((field) => draft[field]?.trim())

/** Returns the message below each field of the tax form (S1 §5 "Field messages"). */
export function checkTaxAddress(draft: AddressDraft): AddressFaults {
  const address = stripAddress(draft)
  const faults: { [Field in AddressField]?: Fault } = {}
  if (!address.firstName) faults.firstName = { code: 'first-name-missing' }
  if (!address.lastName) faults.lastName = { code: 'last-name-missing' }
  if (!address.line1) faults.line1 = { code: 'address-missing' }
  if (!address.city) faults.city = { code: 'city-missing' }
  if (!isPostalCode(address.postalCode ?? '', address.country))
    faults.postalCode = { code: address.country === 'US' ? 'zip-code-invalid' : 'postal-code-invalid' }
  if (!isCountry(address.country)) faults.country = { code: 'country-missing' }
  if (needsState(address.country) && !address.state) faults.state = { code: 'state-missing' }
  return faults
}

/** Returns the message below each field of the shipping form (S1 §5 "Shipping form"). */
export function checkShippingAddress(draft: AddressDraft): AddressFaults {
  const address = stripAddress(draft)
  const faults: { [Field in AddressField]?: Fault } = {}
  for (const field of ['name', 'line1', 'city'] as const)
    if (!address[field]) faults[field] = { code: 'shipping-fields-missing' }
  if (!isCountry(address.country)) faults.country = { code: 'shipping-country-missing' }
  if (needsState(address.country) && !address.state) faults.state = { code: 'shipping-state-missing' }
  return faults
}

const isCountry = (country: string | undefined): boolean => /^[A-Z]{2}$/.test(country ?? '')

/** Checks an address for its use. */
export const checkAddress = (kind: AddressKind, draft: AddressDraft): AddressFaults =>
  kind === 'tax' ? checkTaxAddress(draft) : checkShippingAddress(draft)
