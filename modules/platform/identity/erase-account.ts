import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'
import './login/sign-in-tables.ts'
import './two-factor/tables.ts'

/** Whose account it is, locked until this transaction ends; undefined: it is erased, or there is none. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('identity.account')
    .select([
      'id',
      'email',
      'email_key as emailKey',
      'first_name as firstName',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Makes nobody of an account: every sign-in method, session, picture and preference goes, and the guests of every
 * e-mail it has proven. The row stays for the gifts that name it; its e-mail is one that can open nothing, so that the
 * old one may sign up anew.
 */
export async function eraseAccount(
  tx: Tx,
  of: { accountId: string; provenEmails: readonly string[]; at: Date },
): Promise<void> {
  for (const table of [
    'session',
    'mail_code',
    'former_email',
    'known_browser',
    'external_login',
    'passkey',
    'passkey_challenge',
    'account_picture',
    'authenticator',
    'recovery_code',
    'code_attempt',
  ] as const)
    await tx.deleteFrom(`identity.${table}`).where('account_id', '=', of.accountId).execute()
  await sql`delete from identity.guest where lower(email) = any(${of.provenEmails}::text[])`.execute(tx)
  await tx
    .updateTable('identity.account')
    .set({
      email: `erased-${of.accountId}@erased.invalid`,
      email_confirmed_at: null,
      password_hash: null,
      first_name: '',
      last_name: '',
      roles: [],
      locale: 'en',
      preferences: '{}',
      // Called again for what came in meanwhile, the day stays.
      erased_at: sql`coalesce(erased_at, ${of.at})`,
    })
    .where('id', '=', of.accountId)
    .execute()
}

/** Accounts erased since then. */
export const erasedSince = async (db: Db, since: Date): Promise<string[]> =>
  (await db.selectFrom('identity.account').select('id').where('erased_at', '>', since).execute()).map(({ id }) => id)
