import { type AddressDraft, type AddressKind, needsState, stripAddress } from './address.ts'

/** Normalizes a text for comparison: case, spaces and Unicode form do not count. */
const plain = (text = ''): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export const lineKey = (address: AddressDraft): string => plain(address.line1)

/** Returns the key of a line's place: streets of the same name are in many towns (ADR-0025). */
export function placeKey(address: AddressDraft): string {
  const { country, postalCode, state, city } = stripAddress(address)
  return [country, plain(postalCode).replaceAll(' ', ''), needsState(country) ? plain(state) : '', plain(city)].join(
    '\n',
  )
}

/** Returns the comparison key of an address; equal keys mean one address in the book. */
export const bookKey = (address: AddressDraft): string => `${lineKey(address)}\n${placeKey(address)}`

/**
 * Returns the first of each address line and place (S1 §5, ADR-0025), filtered to allowed countries if they are given.
 */
export function distinctAddresses<A extends AddressDraft>(
  addresses: readonly A[],
  allowedCountries?: readonly string[],
): A[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = bookKey(address)
    if (seen.has(key) || (allowedCountries && !allowedCountries.includes(address.country?.trim().toUpperCase() ?? '')))
      return false
    seen.add(key)
    return true
  })
}

/**
 * Keeps the name fields consistent: name fields that this kind of form doesn't have are kept only if they contain the
 * same name.
 */
export function withConsistentNames(kind: AddressKind, address: AddressDraft): AddressDraft {
  const { firstName = '', lastName = '', name = '' } = address
  if (!name || !(firstName || lastName) || name === `${firstName} ${lastName}`.trim()) return address
  return stripAddress(kind === 'tax' ? { ...address, name: '' } : { ...address, firstName: '', lastName: '' })
}

/**
 * Converts a stored address for a form of another kind: full name, or first and last name. Existing values are kept.
 */
export function convertAddress(kind: AddressKind, address: AddressDraft): AddressDraft {
  const { firstName = '', lastName = '', name = '' } = stripAddress(address)
  if (kind !== 'tax') return { ...address, name: name || `${firstName} ${lastName}`.trim() }
  if (firstName || lastName || !name) return address
  const words = name.split(/\s+/)
  return { ...address, firstName: words.slice(0, -1).join(' ') || name, lastName: words.length > 1 ? words.at(-1) : '' }
}
