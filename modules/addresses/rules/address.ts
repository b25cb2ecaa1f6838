import { normaliseDigits } from '#shared/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { isPostalCode } from './postcode.ts'

/** As stored and printed: S1 §3 "Address" in our spelling. `country` is ISO 3166-1 alpha-2. */
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

/** As typed: anything may be missing or empty. */
export type AddressDraft = { readonly [Field in keyof PostalAddress]?: string | undefined }

export type AddressField = keyof PostalAddress
/** What an address is for. Billing addresses are checked like shipping ones. */
export type AddressKind = 'shipping' | 'billing' | 'tax'
export const addressKinds: readonly AddressKind[] = ['shipping', 'billing', 'tax']
export type AddressFaults = { readonly [Field in AddressField]?: Fault }

const fields: readonly AddressField[] = ['firstName', 'lastName', 'name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone']

/** Trimmed, without its empty fields (S1 §5), the country in capitals, a postal code in 0-9. */
export function stripAddress(draft: AddressDraft): AddressDraft {
  const kept = fields.map((field) => [field, draft[field]?.trim() ?? ''] as const).filter(([, value]) => value !== '')
  return Object.fromEntries(
    kept.map(([field, value]) => [field, field === 'country' ? value.toUpperCase() : field === 'postalCode' ? normaliseDigits(value) : value]),
  )
}

/** A shipping address is sent on only when it says where: a street (S1 §5) in a country (S2 §5). */
export function shippingToSend(draft: AddressDraft | undefined): AddressDraft | undefined {
  const address = stripAddress(draft ?? {})
  return address.country !== undefined && address.line1 !== undefined ? address : undefined
}

/** Countries whose addresses name a state or province (S1 §5). */
export const needsState = (country: string | undefined): boolean => country === 'US' || country === 'CA'

/** What stands below each field of the tax form (S1 §5 "Field messages"). */
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

const summaries: readonly (readonly [readonly AddressField[], string])[] = [
  [['firstName', 'lastName'], 'tax-name-missing'],
  [['line1'], 'tax-address-missing'],
  [['city'], 'tax-city-missing'],
  [['postalCode'], 'tax-postal-code-missing'],
  [['country'], 'country-missing'],
  [['state'], 'state-missing'],
]

/** The sentences of the tax form's summary, in its order (S1 §5 "Tax address form"). */
export const taxAddressSummary = (faults: AddressFaults): Fault[] => summaries.filter(([of]) => of.some((field) => faults[field])).map(([, code]) => ({ code }))

/** S1 §5 "Shipping form". */
export function checkShippingAddress(draft: AddressDraft): AddressFaults {
  const address = stripAddress(draft)
  const faults: { [Field in AddressField]?: Fault } = {}
  for (const field of ['name', 'line1', 'city'] as const) if (!address[field]) faults[field] = { code: 'shipping-fields-missing' }
  if (!isCountry(address.country)) faults.country = { code: 'shipping-country-missing' }
  if (needsState(address.country) && !address.state) faults.state = { code: 'shipping-state-missing' }
  return faults
}

const isCountry = (country: string | undefined): boolean => /^[A-Z]{2}$/.test(country ?? '')

/** What is wrong with an address for what it is for. */
export const checkAddress = (kind: AddressKind, draft: AddressDraft): AddressFaults => (kind === 'tax' ? checkTaxAddress(draft) : checkShippingAddress(draft))

/** The sentences above the form, each once (S1 §5). */
export function addressSummary(kind: AddressKind, faults: AddressFaults): Fault[] {
  if (kind === 'tax') return taxAddressSummary(faults)
  const codes = fields.flatMap((field) => faults[field]?.code ?? [])
  return [...new Set(codes)].map((code) => ({ code }))
}

/** After a field was left empty that must not be: the generic sentence (S1 §5 "shown after blur when empty"). */
export const blankFault = (kind: AddressKind, field: AddressField, draft: AddressDraft): Fault | undefined =>
  !draft[field]?.trim() && checkAddress(kind, draft)[field] ? { code: 'field-required' } : undefined

/** What stands at a field: the generic sentence while it is only blank, its own once the form was sent or something else is wrong. */
export const fieldFault = (kind: AddressKind, field: AddressField, draft: AddressDraft, isSubmitted: boolean): Fault | undefined =>
  (isSubmitted ? undefined : blankFault(kind, field, draft)) ?? checkAddress(kind, draft)[field]

/** Whether the same person at the same place is meant however the line was typed: case, spaces and Unicode form do not count. */
export const lineKey = (address: AddressDraft): string => (address.line1 ?? '').normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The first of each address line (S1 §5): the same street twice is one address. Filtered to allowed countries when they are given. */
export function distinctAddresses<A extends AddressDraft>(addresses: readonly A[], allowedCountries?: readonly string[]): A[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const line = lineKey(address)
    if (seen.has(line) || (allowedCountries && !allowedCountries.includes(address.country?.trim().toUpperCase() ?? ''))) return false
    seen.add(line)
    return true
  })
}

/** A stored address as a form of another kind asks for it: one name, or first and last name. What stands is kept. */
export function forKind(kind: AddressKind, address: AddressDraft): AddressDraft {
  const { firstName = '', lastName = '', name = '' } = stripAddress(address)
  if (kind !== 'tax') return { ...address, name: name || `${firstName} ${lastName}`.trim() }
  if (firstName || lastName || !name) return address
  const words = name.split(/\s+/)
  return { ...address, firstName: words.slice(0, -1).join(' ') || name, lastName: words.length > 1 ? words.at(-1) : '' }
}
