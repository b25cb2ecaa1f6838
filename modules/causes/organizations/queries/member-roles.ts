import type { Db, Tx } from '#shared/ports.ts'
import type { MemberRole } from '../rules/roles.ts'
import '../tables.ts'

export type Member = { readonly accountId: string; readonly role: MemberRole; readonly addedAt: Date }

const columns = ['account_id as accountId', 'role', 'added_at as addedAt'] as const

/** Everyone who works for a charity, those longest there first. */
export const listMembers = (db: Db, organizationId: bigint): Promise<Member[]> =>
  db
    .selectFrom('organizations.member')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('added_at')
    .orderBy('account_id')
    .execute()

/** The same for a change: two owners cannot both leave at once. */
export const lockMembers = (tx: Tx, organizationId: bigint): Promise<Member[]> =>
  tx
    .selectFrom('organizations.member')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('account_id')
    .forUpdate()
    .execute()

/** Whether an owner is left is for the caller to ask, of `lockMembers`. */
export const changeMember = (tx: Tx, input: { organizationId: bigint; accountId: string; role: MemberRole }) =>
  tx
    .updateTable('organizations.member')
    .set({ role: input.role })
    .where('organization_id', '=', input.organizationId)
    .where('account_id', '=', input.accountId)
    .execute()

/** The caller asks the same first. */
export const deleteMember = (tx: Tx, ids: { organizationId: bigint; accountId: string }) =>
  tx
    .deleteFrom('organizations.member')
    .where('organization_id', '=', ids.organizationId)
    .where('account_id', '=', ids.accountId)
    .execute()
