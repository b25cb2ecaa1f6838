import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

export type StaffMember = Readonly<Selection<Tables, 'identity.account', (typeof columns)[number]>>

const columns = ['id', 'email', 'first_name as firstName', 'last_name as lastName', 'roles'] as const

/** Lists the staff, by email. */
export const listStaff = (db: Db): Promise<StaffMember[]> =>
  db
    .selectFrom('identity.account')
    .select(columns)
    .where('roles', '<>', sql<string[]>`'{}'`)
    .where('erased_at', 'is', null)
    .orderBy('email')
    .execute()

/** Locks a staff member's roles until the transaction ends; undefined if the account has none. */
export const lockStaffMember = (tx: Tx, id: string): Promise<StaffMember | undefined> =>
  tx
    .selectFrom('identity.account')
    .select(columns)
    .where('id', '=', id)
    .where('roles', '<>', sql<string[]>`'{}'`)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * Returns names and addresses of accounts in the order of the ids, without erased ones. `email` is null while it is
 * unconfirmed.
 */
export async function contactsOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('identity.account')
    .select([
      'id',
      'email',
      'email_confirmed_at as emailConfirmedAt',
      'first_name as firstName',
      'last_name as lastName',
      'locale',
    ])
    .where('id', 'in', [...ids])
    .where('erased_at', 'is', null)
    .execute()
  const byId = new Map(
    rows.map(({ emailConfirmedAt, email, ...row }) => [row.id, { ...row, email: emailConfirmedAt ? email : null }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the account that has confirmed this normalized email. */
export const accountIdOf = async (db: Db, email: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('identity.account')
      .select('id')
      .where('email_key', '=', email)
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst()
  )?.id

/** Locks every admin until the transaction ends, so that two of them can't remove the last one at once. */
export const lockAdmins = (tx: Tx): Promise<{ id: string }[]> =>
  tx
    .selectFrom('identity.account')
    .select('id')
    .where(sql<boolean>`'admin' = any(roles)`)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Finds an account for a role assignment; it needs a confirmed email. */
export const lockForRoles = (tx: Tx, accountId: string): Promise<StaffMember | undefined> =>
  tx
    .selectFrom('identity.account')
    .select(columns)
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const updateRoles = (tx: Tx, accountId: string, roles: readonly string[]) =>
  tx
    .updateTable('identity.account')
    .set({ roles: [...roles] })
    .where('id', '=', accountId)
    .execute()
