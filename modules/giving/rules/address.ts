import type { Fault } from '#shared/problem.ts'
import { formatPostcode } from './postcode.ts'

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
export type AddressFaults = { readonly [Field in AddressField]?: Fault }

const fields: readonly AddressField[] = ['firstName', 'lastName', 'name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone']

/** Trimmed, without its empty fields (S1 §5), the country in capitals. */
export function stripAddress(draft: AddressDraft): AddressDraft {
  const kept = fields.map((field) => [field, draft[field]?.trim() ?? ''] as const).filter(([, value]) => value !== '')
  return Object.fromEntries(kept.map(([field, value]) => [field, field === 'country' ? value.toUpperCase() : value]))
}

/** A shipping address is sent on only when it says where: a street (S1 §5) in a country (S2 §5). */
export function shippingToSend(draft: AddressDraft | undefined): AddressDraft | undefined {
  const address = stripAddress(draft ?? {})
  return address.country !== undefined && address.line1 !== undefined ? address : undefined
}

/** Countries whose addresses name a state or province (S1 §5). */
export const needsState = (country: string | undefined): boolean => country === 'US' || country === 'CA'

/** Countries that have no postal codes, or do not use them. */
const withoutPostalCodes = new Set('AE QA HK UG RW GM DJ GH JM FJ AO BJ BF BI CM CF TD KM CG CI GQ ML MR SC SL SO TG YE ZW'.split(' '))

/** Whether the code is one of its country; only the shape is known, not whether somebody lives there. */
export function isPostalCode(text: string, country: string | undefined): boolean {
  const code = text.trim()
  switch (country) {
    case 'US':
      return /^\d{5}(?:-?\d{4})?$/.test(code)
    case 'CA':
      return /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i.test(code)
    case 'GB':
      return formatPostcode(code) !== undefined
    default:
      return withoutPostalCodes.has(country ?? '') ? code.length <= 12 : /^[\p{L}\p{N}][\p{L}\p{N} -]{1,11}$/u.test(code)
  }
}

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

/** The first of each address line (S1 §5): the same street twice is one address. */
export function distinctAddresses<A extends AddressDraft>(addresses: readonly A[], allowedCountries?: readonly string[]): A[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const line = address.line1?.trim().toLowerCase() ?? ''
    if (seen.has(line) || (allowedCountries && !allowedCountries.includes(address.country?.trim().toUpperCase() ?? ''))) return false
    seen.add(line)
    return true
  })
}
