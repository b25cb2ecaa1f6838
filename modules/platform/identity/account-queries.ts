import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** One that was erased is not there. */
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
    ])
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** `null` takes the password away: until one is set again, only a link by mail opens the account. */
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

/** For changing them: nobody else changes them meanwhile. */
export const lockPreferences = (tx: Tx, accountId: string) =>
  tx.selectFrom('identity.account').select('preferences').where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Ends every session of an account; answers how many. */
export const deleteSessionsOf = async (tx: Tx, accountId: string): Promise<number> =>
  Number(
    (await tx.deleteFrom('identity.session').where('account_id', '=', accountId).executeTakeFirst()).numDeletedRows,
  )

export const deleteSessionIn = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('identity.session').where('token_hash', '=', tokenHash).execute()

export const markSessionProven = (tx: Tx, tokenHash: Buffer, at: Date) =>
  tx.updateTable('identity.session').set({ proven_at: at }).where('token_hash', '=', tokenHash).execute()
