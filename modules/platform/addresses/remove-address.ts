import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { AddressPorts } from './port.ts'
import { deleteAddress } from './queries.ts'

/** Removes an address from the account's book; receipts and donations keep their own copy. */
export async function removeAddress(ports: AddressPorts, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await ports.write((tx) => deleteAddress(tx, accountId, id))))
    throw new Problem('not-found', 'not-found')
}
