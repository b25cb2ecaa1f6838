import type { ExpressionBuilder, Selection } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import type { MemberRole } from '../rules/roles.ts'
import '../tables.ts'

export type Member = Readonly<Selection<Tables, 'organizations.member', (typeof columns)[number]>>

const columns = [
  'account_id as accountId',
  'role',
  'added_at as addedAt',
  // Since when the member is an owner; null for other roles, and for owners from before this was stored.
  'owner_since as ownerSince',
] as const

/** Whether a member is a person: an API key isn't counted, listed or mailed as a member (security-21). */
const isPerson = (e: ExpressionBuilder<Tables, 'organizations.member'>) =>
  e.exists(
    e
      .selectFrom('identity.account as a')
      .whereRef('a.id', '=', 'organizations.member.account_id')
      .where('a.kind', '=', 'person')
      .select('a.id'),
  )

/** Lists the members of a charity, longest membership first, without API keys. */
export const listMembers = (db: Db, organizationId: bigint): Promise<Member[]> =>
  db
    .selectFrom('organizations.member')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where(isPerson)
    .orderBy('added_at')
    .orderBy('account_id')
    .execute()

/** Lists and locks the members, so that two owners can't both leave concurrently. */
export const lockMembers = (tx: Tx, organizationId: bigint): Promise<Member[]> =>
  tx
    .selectFrom('organizations.member')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where(isPerson)
    .orderBy('account_id')
    .forUpdate()
    .execute()

/** Changes a member's role; the caller checks with `lockMembers` that an owner remains. */
export const changeMember = (
  tx: Tx,
  input: { readonly organizationId: bigint; readonly accountId: string; readonly role: MemberRole; readonly at: Date },
) =>
  tx
    .updateTable('organizations.member')
    .set({ role: input.role, owner_since: input.role === 'owner' ? input.at : null })
    .where('organization_id', '=', input.organizationId)
    .where('account_id', '=', input.accountId)
    .where('role', '<>', input.role)
    .execute()

/** Removes a member; the caller checks with `lockMembers` that an owner remains. */
export const deleteMember = (tx: Tx, ids: { organizationId: bigint; accountId: string }) =>
  tx
    .deleteFrom('organizations.member')
    .where('organization_id', '=', ids.organizationId)
    .where('account_id', '=', ids.accountId)
    .execute()
