import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../api-keys/tables.ts'
import '../tables.ts'
import './sign-in-tables.ts'

export type ExternalLogin = {
  readonly id: string
  readonly provider: string
  readonly email: string
  readonly linkedAt: Date
  readonly lastUsedAt: Date
}

/** Finds the account of a subject and records the use. */
export const findLinkedAccount = async (
  tx: Tx,
  input: { issuer: string; subject: string; email: string | undefined; at: Date },
): Promise<string | undefined> =>
  (
    await tx
      .updateTable('identity.external_login')
      .set({ last_used_at: input.at, ...(input.email === undefined ? {} : { email: input.email }) })
      .where('issuer', '=', input.issuer)
      .where('subject', '=', input.subject)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const isLinked = async (db: Db, input: { issuer: string; subject: string }): Promise<boolean> =>
  (await db
    .selectFrom('identity.external_login')
    .select('id')
    .where('issuer', '=', input.issuer)
    .where('subject', '=', input.subject)
    .executeTakeFirst()) !== undefined

/** Finds the account that has confirmed the email. */
export const findEmailOwner = async (
  tx: Tx,
  input: { email: string; issuer: string },
): Promise<{ id: string; isStaff: boolean; hasLinkHere: boolean } | undefined> =>
  (
    await sql<{ id: string; isStaff: boolean; hasLinkHere: boolean }>`
      select
        a.id,
        a.roles <> '{}' as "isStaff",
        exists (
          select from identity.external_login l where l.account_id = a.id and l.issuer = ${input.issuer}
        ) as "hasLinkHere"
      from identity.account a
      where a.email_key = ${input.email} and a.email_confirmed_at is not null
    `.execute(tx)
  ).rows[0]

/** Returns undefined if this subject is linked to another account, or the account has another login there. */
export const insertLink = (
  tx: Tx,
  row: { id: string; accountId: string; provider: string; issuer: string; subject: string; email: string; at: Date },
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('identity.external_login')
    .values({
      id: row.id,
      account_id: row.accountId,
      provider: row.provider,
      issuer: row.issuer,
      subject: row.subject,
      email: row.email,
      linked_at: row.at,
      last_used_at: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const listExternalLogins = (db: Db, accountId: string): Promise<ExternalLogin[]> =>
  db
    .selectFrom('identity.external_login')
    .select(['id', 'provider', 'email', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('linked_at')
    .execute()

export const deleteExternalLogin = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('identity.external_login')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export type SignInMethods = {
  readonly hasPassword: boolean
  readonly hasMail: boolean
  readonly passkeys: number
  readonly externalLogins: number
}

/**
 * Reads the sign-in methods of an account and locks its row until the transaction ends, so that two removals at once
 * can't lock the owner out.
 */
export async function lockSignInMethods(tx: Tx, accountId: string): Promise<SignInMethods> {
  // A separate statement, because one that waits for a lock continues with its earlier snapshot.
  await sql`select from identity.account where id = ${accountId} for update`.execute(tx)
  const { rows } = await sql<SignInMethods>`
      select a.password_hash is not null as "hasPassword", a.email_confirmed_at is not null as "hasMail",
        (select count(*)::int from identity.passkey p where p.account_id = a.id) as passkeys,
        (select count(*)::int from identity.external_login l where l.account_id = a.id) as "externalLogins"
      from identity.account a where a.id = ${accountId}`.execute(tx)
  return one(rows)
}

/**
 * Deletes every sign-in method except email and password, and the account's API keys, because the person who confirms
 * the email didn't add them.
 */
export async function deleteOtherSignInMethods(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('identity.passkey').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('identity.external_login').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('identity.api_key').where('account_id', '=', accountId).execute()
}

/** Keeps an existing picture, because the donor may have chosen it. */
export const insertAccountPicture = (tx: Tx, row: { accountId: string; image: Buffer; at: Date }) =>
  tx
    .insertInto('identity.account_picture')
    .values({ account_id: row.accountId, image: row.image, set_at: row.at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()

export const deletePicture = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.deleteFrom('identity.account_picture').where('account_id', '=', accountId).executeTakeFirst())
    .numDeletedRows > 0n

export const findPicture = async (db: Db, accountId: string): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('identity.account_picture')
      .select('image')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.image
