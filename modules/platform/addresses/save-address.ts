import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { AddressPorts } from './port.ts'
import { chooseAddress, findKnown, insertAddress, lockBook, updateAddress } from './queries.ts'
import { type AddressDraft, type AddressKind, checkAddress, type PostalAddress, stripAddress } from './rules/address.ts'
import { convertAddress, lineKey, placeKey, withConsistentNames } from './rules/saved.ts'
import { wireNames } from './rules/wire.ts'

/**
 * `id`: the address to change. `label` and the draft's phone: undefined keeps the stored value of a known address, an
 * empty text removes it. `kind`: the use it is chosen for; undefined: it is only stored.
 */
export type SaveRequest = {
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly kind: AddressKind | undefined
  readonly draft: AddressDraft
}

/** Maximum number of addresses in a book; a book is always listed as a whole. */
export const addressesMax = 50

/**
 * Saves an address in the account's book and returns its id. An address with the same line and place is the same
 * address (S1 §5): it is updated, not duplicated.
 */
export async function saveAddress(
  ports: AddressPorts,
  accountId: string,
  { id, label, kind, draft }: SaveRequest,
): Promise<string> {
  if (id !== undefined && !isUuid(id)) throw new Problem('not-found', 'not-found')
  const address = acceptable(ports, kind ?? 'shipping', draft)
  return ports.write(async (tx) => {
    await lockBook(tx, accountId)
    const known = await findKnown(tx, accountId)
    const named = known.find((item) => item.id === id)
    if (id !== undefined && !named) throw new Problem('not-found', 'not-found')
    const same = known.find((item) => item.lineKey === lineKey(address) && item.placeKey === placeKey(address))
    if (named && same && same.id !== id)
      throw new Problem('conflict', 'address-exists', { fields: { 'address.Address': { code: 'address-exists' } } })
    const existing = named ?? same
    if (!existing && known.length >= addressesMax)
      throw new Problem('conflict', 'too-many-addresses', { params: { max: addressesMax } })
    const row = {
      id: existing?.id ?? ports.newId(),
      accountId,
      label: label?.trim() ?? existing?.label ?? '',
      address: draft.phone === undefined && existing?.phone ? { ...address, phone: existing.phone } : address,
      at: ports.clock(),
    }
    await (existing ? updateAddress(tx, row) : insertAddress(tx, row))
    if (kind) await chooseAddress(tx, accountId, kind, row.id)
    return row.id
  })
}

function acceptable(ports: AddressPorts, kind: AddressKind, draft: AddressDraft): PostalAddress {
  const address = withConsistentNames(kind, stripAddress(draft))
  // First and last name make a full name, which a tax form asks for in parts.
  const faults = checkAddress(kind, kind === 'tax' ? address : convertAddress(kind, address))
  const isPermitted = address.country === undefined || ports.permittedCountries.includes(address.country)
  const wrong = { ...faults, ...(isPermitted ? {} : { country: faults.country ?? { code: 'country-not-permitted' } }) }
  if (Object.keys(wrong).length > 0) throw new Problem('validation', 'invalid-input', { fields: wireFaults(wrong) })
  return address as PostalAddress
}

/** Moves each message to the field that caused it, with the field's name on the wire. */
export const wireFaults = <T>(faults: Readonly<Partial<Record<keyof PostalAddress, T>>>): Record<string, T> =>
  Object.fromEntries(
    (Object.entries(faults) as [keyof PostalAddress, T][]).map(([field, fault]) => [
      `address.${wireNames[field]}`,
      fault,
    ]),
  )
