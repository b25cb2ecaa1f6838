import { type AddressDraft, type AddressKind, needsState, stripAddress } from './address.ts'

/** A text as it is compared, however it was typed: case, spaces and Unicode form do not count. */
const plain = (text = ''): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export const lineKey = (address: AddressDraft): string => plain(address.line1)

/** Where a line is: streets of the same name are in many towns (ADR-0025). */
export function placeKey(address: AddressDraft): string {
  const { country, postalCode, state, city } = stripAddress(address)
  return [country, plain(postalCode).replaceAll(' ', ''), needsState(country) ? plain(state) : '', plain(city)].join(
    '\n',
  )
}

/** The same key is the same address of a book. */
export const bookKey = (address: AddressDraft): string => `${lineKey(address)}\n${placeKey(address)}`

/**
 * The first of each address line and its place (S1 §5, ADR-0025): the same address twice is one. Filtered to allowed
 * countries when they are given.
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
 * What a form of one kind said of the name is what counts: the name it did not ask for is kept only while it is the
 * same one.
 */
export function withOneName(kind: AddressKind, address: AddressDraft): AddressDraft {
  const { firstName = '', lastName = '', name = '' } = address
  if (!name || !(firstName || lastName) || name === `${firstName} ${lastName}`.trim()) return address
  return stripAddress(kind === 'tax' ? { ...address, name: '' } : { ...address, firstName: '', lastName: '' })
}

/** A stored address as a form of another kind asks for it: one name, or first and last name. What stands is kept. */
export function forKind(kind: AddressKind, address: AddressDraft): AddressDraft {
  const { firstName = '', lastName = '', name = '' } = stripAddress(address)
  if (kind !== 'tax') return { ...address, name: name || `${firstName} ${lastName}`.trim() }
  if (firstName || lastName || !name) return address
  const words = name.split(/\s+/)
  return { ...address, firstName: words.slice(0, -1).join(' ') || name, lastName: words.length > 1 ? words.at(-1) : '' }
}
