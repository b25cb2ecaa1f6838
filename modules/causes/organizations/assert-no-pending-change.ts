import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findPendingChange } from './queries/ownership-changes.ts'

/**
 * Throws 409 `ownership-change-pending` while a change of the charity's ownership waits: until then no member can
 * change bank details, roles, hosts or address, close it, or export (accounts-15).
 */
export async function assertNoPendingChange(db: Db, organizationId: bigint): Promise<void> {
  if (await findPendingChange(db, organizationId)) throw new Problem('conflict', 'ownership-change-pending')
}
