import type { Fault } from '#shared/problem.ts'

/** An address while it is being typed: every part may still be missing. */
export type AddressFields = {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly name?: string | undefined
  readonly line1?: string | undefined
  readonly line2?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly postalCode?: string | undefined
  readonly country?: string | undefined
  readonly phone?: string | undefined
}

const isBlank = (text: string | undefined): boolean => !text || text.trim() === ''
/** The two countries whose addresses need a state or province (S1 §5). */
export const needsState = (country: string | undefined): boolean => country === 'US' || country === 'CA'

/** S1 §5 "Tax address form": each field's own message, all at once. */
export function checkTaxAddress(address: AddressFields): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  if (isBlank(address.firstName)) faults.firstName = { code: 'first-name-missing' }
  if (isBlank(address.lastName)) faults.lastName = { code: 'last-name-missing' }
  if (isBlank(address.line1)) faults.line1 = { code: 'address-missing' }
  if (isBlank(address.city)) faults.city = { code: 'city-missing' }
  if (isBlank(address.country)) faults.country = { code: 'country-missing' }
  if (isBlank(address.postalCode) || !isPostalCode(address.postalCode!, address.country)) faults.postalCode = { code: address.country === 'US' ? 'zip-code-invalid' : 'postal-code-invalid' }
  if (needsState(address.country) && isBlank(address.state)) faults.state = { code: 'state-missing' }
  return faults
}

/** The one sentence above the form: the first thing missing, in the form's order (S1 §5). */
export function taxAddressSummary(faults: Readonly<Record<string, Fault>>): Fault | undefined {
  if (faults.firstName || faults.lastName) return { code: 'tax-address-name' }
  if (faults.line1) return { code: 'tax-address-line' }
  if (faults.city) return { code: 'tax-address-city' }
  if (faults.postalCode) return { code: 'tax-address-postal-code' }
  if (faults.country) return { code: 'tax-address-country' }
  if (faults.state) return { code: 'tax-address-state' }
  return undefined
}

/** S1 §5 "Shipping form". */
export function checkShippingAddress(address: AddressFields): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  for (const field of ['name', 'line1', 'city'] as const) if (isBlank(address[field])) faults[field] = { code: 'shipping-required' }
  if (isBlank(address.country)) faults.country = { code: 'shipping-country-missing' }
  if (needsState(address.country) && isBlank(address.state)) faults.state = { code: 'shipping-state-missing' }
  return faults
}

const patterns: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})$/i,
}

/** The three countries whose tax papers need it exactly; elsewhere whatever the donor's post office takes. */
export const isPostalCode = (text: string, country: string | undefined): boolean => (patterns[country ?? '']?.test(text.trim()) ?? text.trim().length <= 12)

/** Blank parts are left out; without a country there is no address to keep (S1 §5, S2 §5). */
export function tidyAddress(address: AddressFields | undefined): AddressFields | undefined {
  if (!address || isBlank(address.country)) return undefined
  return Object.fromEntries(Object.entries(address).flatMap(([field, value]) => (isBlank(value) ? [] : [[field, value!.trim()]])))
}
