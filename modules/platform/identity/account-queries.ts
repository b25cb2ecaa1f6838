import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Returns undefined for an erased account. */
export const findAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('identity.account')
    .select([
      'id',
      'email',
      'password_hash as passwordHash',
      'first_name as firstName',
      'last_name as lastName',
      'roles',
      'locale',
      'preferences',
      'email_confirmed_at as emailConfirmedAt',
      'created_at as createdAt',
    ])
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/**
 * Sets the password hash. `null` removes the password: until a new one is set, only a mailed link opens the account.
 */
export const updatePassword = (tx: Tx, accountId: string, passwordHash: string | null) =>
  tx.updateTable('identity.account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()

export const updateName = (tx: Tx, accountId: string, name: { firstName: string; lastName: string }) =>
  tx
    .updateTable('identity.account')
    .set({ first_name: name.firstName, last_name: name.lastName })
    .where('id', '=', accountId)
    .execute()

export const updatePreferences = (tx: Tx, accountId: string, preferences: object, locale: string | undefined) =>
  tx
    .updateTable('identity.account')
    .set({ preferences: JSON.stringify(preferences), ...(locale ? { locale } : {}) })
    .where('id', '=', accountId)
    .execute()

/** Reads the preferences with a row lock, so that a concurrent change waits. */
export const lockPreferences = (tx: Tx, accountId: string) =>
  tx.selectFrom('identity.account').select('preferences').where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Ends every session of an account; returns how many. */
export const deleteSessionsOf = async (tx: Tx, accountId: string): Promise<number> =>
  Number(
    (await tx.deleteFrom('identity.session').where('account_id', '=', accountId).executeTakeFirst()).numDeletedRows,
  )

export const deleteSessionIn = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('identity.session').where('token_hash', '=', tokenHash).execute()

export const markSessionAuthenticated = (tx: Tx, tokenHash: Buffer, instant: Date) =>
  tx.updateTable('identity.session').set({ authenticated_at: instant }).where('token_hash', '=', tokenHash).execute()
