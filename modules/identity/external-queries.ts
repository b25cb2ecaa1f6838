import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'
import './ways-in-tables.ts'

export type ExternalLogin = {
  readonly id: string
  readonly provider: string
  readonly email: string
  readonly linkedAt: Date
  readonly lastUsedAt: Date
}

/** Who this subject is here; their last use is written down with the question. */
export const useLink = async (tx: Tx, of: { issuer: string; subject: string; email: string | undefined; at: Date }): Promise<string | undefined> =>
  (
    await tx
      .updateTable('identity.external_login')
      .set({ last_used_at: of.at, ...(of.email === undefined ? {} : { email: of.email }) })
      .where('issuer', '=', of.issuer)
      .where('subject', '=', of.subject)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

/** The account that has the e-mail: the one that has proven it, else one that only says so. */
export const findEmailHolder = async (
  tx: Tx,
  of: { email: string; issuer: string },
): Promise<{ id: string; isConfirmed: boolean; isStaff: boolean; hasLinkHere: boolean } | undefined> =>
  (
    await sql<{ id: string; isConfirmed: boolean; isStaff: boolean; hasLinkHere: boolean }>`
      select a.id, a.email_confirmed_at is not null as "isConfirmed", a.roles <> '{}' as "isStaff",
        exists (select from identity.external_login l where l.account_id = a.id and l.issuer = ${of.issuer}) as "hasLinkHere"
      from identity.account a where a.email_key = ${of.email}
      order by a.email_confirmed_at nulls last, a.created_at limit 1`.execute(tx)
  ).rows[0]

/** Undefined: this subject is somebody else's already, or the account has another login there. */
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

/** An account without a password. Undefined: the e-mail is taken. */
export const insertExternalAccount = async (
  tx: Tx,
  row: { id: string; email: string; firstName: string; lastName: string; locale: string; at: Date; isConfirmed: boolean },
): Promise<{ id: string } | undefined> =>
  (
    await sql<{ id: string }>`
      insert into identity.account (id, email, first_name, last_name, locale, created_at, email_confirmed_at)
      values (${row.id}, ${row.email}, ${row.firstName}, ${row.lastName}, ${row.locale}, ${row.at}, ${row.isConfirmed ? row.at : null})
      on conflict do nothing returning id`.execute(tx)
  ).rows[0]

export const listExternalLogins = (db: Db, accountId: string): Promise<ExternalLogin[]> =>
  db
    .selectFrom('identity.external_login')
    .select(['id', 'provider', 'email', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('linked_at')
    .execute()

export const deleteExternalLogin = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (await tx.deleteFrom('identity.external_login').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n

export type WaysIn = { readonly hasPassword: boolean; readonly hasMail: boolean; readonly passkeys: number; readonly externalLogins: number }

/** How an account may be logged in to. Its row is held until the transaction ends, so that two removals at once cannot lock somebody out. */
export const lockWaysIn = async (tx: Tx, accountId: string): Promise<WaysIn> =>
  (
    await sql<WaysIn>`
      select a.password_hash is not null as "hasPassword", a.email_confirmed_at is not null as "hasMail",
        (select count(*)::int from identity.passkey p where p.account_id = a.id) as passkeys,
        (select count(*)::int from identity.external_login l where l.account_id = a.id) as "externalLogins"
      from identity.account a where a.id = ${accountId} for update of a`.execute(tx)
  ).rows[0]!

export const findPasswordHash = async (ports: Ports, accountId: string): Promise<string | null> =>
  (await ports.db.selectFrom('identity.account').select('password_hash').where('id', '=', accountId).executeTakeFirst())?.password_hash ?? null

/** When this session's holder last showed who they are. */
export const findProvenAt = async (ports: Ports, tokenHash: Buffer): Promise<Date | undefined> =>
  (
    await ports.statement<{ at: Date }>('identity.proven_at', 'select coalesce(proven_at, created_at) as at from identity.session where token_hash = $1', [
      tokenHash,
    ])
  )[0]?.at

/** A picture that is there stays: it may be the donor's own choice. */
export const insertPicture = (tx: Tx, row: { accountId: string; image: Buffer; at: Date }) =>
  tx
    .insertInto('identity.account_picture')
    .values({ account_id: row.accountId, image: row.image, set_at: row.at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()

export const findPicture = async (db: Db, accountId: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('identity.account_picture').select('image').where('account_id', '=', accountId).executeTakeFirst())?.image
