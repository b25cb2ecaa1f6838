import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { AddressPorts } from './port.ts'
import { chooseAddress, findAddress, lockBook } from './queries.ts'
import { type AddressKind, checkAddress } from './rules/address.ts'
import { convertAddress } from './rules/saved.ts'
import { wireFaults } from './save-address.ts'

/** Chooses one of the account's addresses as its shipping, billing or tax address, if it has all required fields. */
export async function useAddress(ports: AddressPorts, accountId: string, id: string, kind: AddressKind): Promise<void> {
  if (!isUuid(id)) throw new Problem('not-found', 'not-found')
  await ports.write(async (tx) => {
    await lockBook(tx, accountId)
    const saved = await findAddress(tx, accountId, id)
    if (!saved) throw new Problem('not-found', 'not-found')
    const faults = checkAddress(kind, convertAddress(kind, saved.address))
    if (Object.keys(faults).length > 0) throw new Problem('validation', 'invalid-input', { fields: wireFaults(faults) })
    await chooseAddress(tx, accountId, kind, id)
  })
}
