import { type AddressDraft, type AddressKind, stripAddress } from './address.ts'

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

/** What a form of one kind said of the name is what counts: the name it did not ask for is kept only while it is the same one. */
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
