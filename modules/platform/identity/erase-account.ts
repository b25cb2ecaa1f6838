import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'
import './api-keys/tables.ts'
import './login/sign-in-tables.ts'
import './two-factor/tables.ts'

/** Locks an account until this transaction ends; undefined if it is erased or unknown. */
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
 * Anonymizes an account: deletes every sign-in method, session, picture and preference, and the guests of every
 * confirmed email. The row remains for donations that refer to it; its email is replaced by an unusable one, so that
 * the old one can sign up again.
 */
export async function eraseAccount(
  tx: Tx,
  input: { accountId: string; confirmedEmails: readonly string[]; at: Date },
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
    'api_key',
  ] as const)
    await tx.deleteFrom(`identity.${table}`).where('account_id', '=', input.accountId).execute()
  await sql`delete from identity.guest where lower(email) = any(${input.confirmedEmails}::text[])`.execute(tx)
  await tx
    .updateTable('identity.account')
    .set({
      email: `erased-${input.accountId}@erased.invalid`,
      email_confirmed_at: null,
      password_hash: null,
      first_name: '',
      last_name: '',
      roles: [],
      locale: 'en',
      preferences: '{}',
      // A repeated call, for rows that arrived since, keeps the date.
      erased_at: sql`coalesce(erased_at, ${input.at})`,
    })
    .where('id', '=', input.accountId)
    .execute()
}

/** Lists the accounts erased since that moment. */
export const listErasedSince = async (db: Db, since: Date): Promise<string[]> =>
  (await db.selectFrom('identity.account').select('id').where('erased_at', '>', since).execute()).map(({ id }) => id)
