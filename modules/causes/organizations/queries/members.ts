import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { earliestReadableClosing } from '../rules/closing.ts'
import { routeOfOwnershipChange } from '../rules/ownership.ts'
import type { MemberRole } from '../rules/roles.ts'
import '../tables.ts'

/** Returns the role of an account in a charity; undefined for other accounts. */
export const memberRoleIn = async (
  db: Db,
  accountId: string,
  organizationId: bigint,
): Promise<MemberRole | undefined> =>
  (
    await db
      .selectFrom('organizations.member')
      .select('role')
      .where('account_id', '=', accountId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
  )?.role

/** Returns the charities that an account is a member of and may still read, by name, with its roles (content-34). */
export const organizationsOfMember = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('organizations.member as m')
    .innerJoin('organizations.organization as o', 'o.id', 'm.organization_id')
    .select([
      'o.id',
      'o.slug',
      'o.name',
      'o.name_ar as nameAr',
      'o.country',
      'o.time_zone as timeZone',
      'o.closed_at as closedAt',
      'm.role',
    ])
    .where('m.account_id', '=', accountId)
    .where((e) => e.or([e('o.closed_at', 'is', null), e('o.closed_at', '>', earliestReadableClosing(now))]))
    .orderBy('o.name')
    .execute()

/** Returns the owners of a charity, who are notified of exports of its donors' data (security-9). */
export const ownersOf = async (
  db: Db,
  organizationIds: readonly bigint[],
): Promise<{ organizationId: bigint; accountId: string }[]> =>
  organizationIds.length === 0
    ? []
    : db
        .selectFrom('organizations.member')
        .select(['organization_id as organizationId', 'account_id as accountId'])
        .where('organization_id', 'in', [...organizationIds])
        .where('role', '=', 'owner')
        .orderBy('added_at')
        .execute()

/** Counts an account's own charities that were never verified. */
export const countUnverifiedOwned = async (tx: Tx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('organizations.member as m')
      .innerJoin('organizations.organization as o', 'o.id', 'm.organization_id')
      .select('o.id')
      .where('m.account_id', '=', accountId)
      .where('m.role', '=', 'owner')
      .where('o.verified_at', 'is', null)
      .where('o.closed_at', 'is', null)
      .execute()
  ).length

/** A charity that its owner must hand over before leaving, and whether another member could become its owner. */
export type CharityToHandOver = {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly hasOthers: boolean
}

/**
 * Returns the charities of an owner that would be left without an owner, or with later ones only, whom staff must
 * decide about (accounts-15), by name.
 */
export async function findCharitiesToHandOver(db: Db, accountId: string): Promise<CharityToHandOver[]> {
  const rows = await db
    .selectFrom('organizations.member as m')
    .innerJoin('organizations.organization as o', 'o.id', 'm.organization_id')
    .innerJoin('organizations.member as other', 'other.organization_id', 'm.organization_id')
    .innerJoin('identity.account as a', 'a.id', 'other.account_id')
    .select([
      'o.id',
      'o.name',
      'o.name_ar as nameAr',
      'o.verified_at as verifiedAt',
      'other.account_id as accountId',
      'other.role',
      'other.owner_since as ownerSince',
    ])
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .where('o.closed_at', 'is', null)
    // An API key can't become an owner.
    .where('a.kind', '=', 'person')
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, members]) => {
    const [{ name, nameAr, verifiedAt }] = members as [(typeof members)[number]]
    const others = members.filter((member) => member.accountId !== accountId)
    const isFree =
      others.some(({ role }) => role === 'owner') && routeOfOwnershipChange(members, accountId, verifiedAt) !== 'staff'
    return isFree ? [] : [{ id, name, nameAr, hasOthers: others.length > 0 }]
  })
}

/** Returns the open charities that an account owns, by id. */
export const charitiesOfOwner = (db: Db, accountId: string) =>
  db
    .selectFrom('organizations.member as m')
    .innerJoin('organizations.organization as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.name', 'o.name_ar as nameAr'])
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .where('o.closed_at', 'is', null)
    .orderBy('o.id')
    .execute()

/** Locks the members of an account's charities, so that two owners can't be erased at once. */
export const lockMembersBeside = (tx: Tx, accountId: string) =>
  sql`
    select
    from organizations.member
    where organization_id in (select organization_id from organizations.member where account_id = ${accountId})
    order by organization_id, account_id
    for update
  `.execute(tx)

/** Adds members; existing ones keep their role. */
export async function insertMembers(
  tx: Tx,
  rows: readonly {
    readonly organizationId: bigint
    readonly accountId: string
    readonly role: MemberRole
    readonly at: Date
  }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('organizations.member')
    .values(
      rows.map((row) => ({
        organization_id: row.organizationId,
        account_id: row.accountId,
        role: row.role,
        added_at: row.at,
        owner_since: row.role === 'owner' ? row.at : null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'account_id']).doNothing())
    .execute()
}

/** Removes an account from every charity. */
export const eraseMember = (tx: Tx, accountId: string) =>
  tx.deleteFrom('organizations.member').where('account_id', '=', accountId).execute()
