import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { MailCodePurpose } from '../tables.ts'
import '../tables.ts'

/**
 * Counts a requested mail, whether or not an account has the address. Of many requests at once, the first `mailsMax` of
 * an hour are allowed. `fromIp`: the hour's requests of the network, with this one.
 */
export const countEmailRequest = async (
  ports: Ports,
  input: { emailKey: string; ip: string; at: Date; mailsMax: number },
): Promise<{ isAllowed: boolean; fromIp: number }> =>
  one(
    await ports.statement<{ isAllowed: boolean; fromIp: number }>(
      'identity.count_email_request',
      'select is_allowed as "isAllowed", from_ip as "fromIp" from identity.count_email_request($1, $2, $3, $4)',
      [input.emailKey, input.ip, input.at, input.mailsMax],
    ),
  )

export const deleteEmailRequest = (ports: Ports, input: { emailKey: string; ip: string; at: Date }): Promise<unknown> =>
  ports.statement(
    'identity.delete_email_request',
    `
      delete from identity.email_request
      where ctid = any(
        array(
          select ctid
          from identity.email_request
          where email_key = $1 and ip = $2 and requested_at = $3
          limit 1
          for update skip locked
        )
      )
    `,
    [input.emailKey, input.ip, input.at],
  )

export const insertMailCode = (
  tx: Tx,
  row: {
    codeHash: Buffer
    purpose: MailCodePurpose
    accountId: string
    email?: string | undefined
    at: Date
    expiresAt: Date
  },
) =>
  tx
    .insertInto('identity.mail_code')
    .values({
      code_hash: row.codeHash,
      purpose: row.purpose,
      account_id: row.accountId,
      email: row.email ?? null,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .execute()

/** Finds a valid code and its account; `about` is the address the code is for, if it isn't the account's. */
export const findMailCode = (db: Db, codeHash: Buffer, instant: Date) =>
  db
    .selectFrom('identity.mail_code as c')
    .innerJoin('identity.account as a', 'a.id', 'c.account_id')
    .select([
      'c.purpose',
      'c.created_at as createdAt',
      'a.id as accountId',
      'a.email',
      'c.email as about',
      'a.password_hash as passwordHash',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email_confirmed_at as emailConfirmedAt',
    ])
    .where('c.code_hash', '=', codeHash)
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', instant)
    .executeTakeFirst()

/** Uses a code; returns false if it was used or has expired. */
export const useMailCode = async (tx: Tx, codeHash: Buffer, instant: Date): Promise<boolean> =>
  (
    await tx
      .updateTable('identity.mail_code')
      .set({ used_at: instant })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', instant)
      .returning('account_id')
      .execute()
  ).length > 0

/**
 * Invalidates every other code of the account, except the one that restores its previous address, which an intruder
 * must not be able to remove.
 */
export const endMailCodes = (tx: Tx, accountId: string, instant: Date) =>
  tx
    .updateTable('identity.mail_code')
    .set({ used_at: instant })
    .where('account_id', '=', accountId)
    .where('purpose', '<>', 'undo-email')
    .where('used_at', 'is', null)
    .execute()

/** Invalidates an account's codes for one purpose; with `createdAfter` only those created later. */
export const endMailCodesFor = (
  tx: Tx,
  {
    accountId,
    purpose,
    createdAfter = new Date(0),
    at,
  }: { accountId: string; purpose: MailCodePurpose; createdAfter?: Date; at: Date },
) =>
  tx
    .updateTable('identity.mail_code')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .execute()

/** Invalidates links that log in or change the address; a link that only confirms the email stays valid. */
export const invalidateAccessLinks = (tx: Tx, accountId: string, instant: Date) =>
  tx
    .updateTable('identity.mail_code')
    .set({ used_at: instant })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', ['log-in', 'set-password', 'change-email'])
    .where('used_at', 'is', null)
    .execute()

/** `taken`: another account has confirmed the same email. */
export async function markEmailConfirmed(
  tx: Tx,
  accountId: string,
  instant: Date,
): Promise<'confirmed' | 'already-confirmed' | 'taken'> {
  const { rows } = await sql<{ id: string }>`
    update identity.account a
    set email_confirmed_at = ${instant}
    where a.id = ${accountId}
      and a.email_confirmed_at is null
      and not exists (
        select from identity.account o where o.email_key = a.email_key and o.email_confirmed_at is not null
      )
    returning a.id
  `.execute(tx)
  if (rows.length > 0) return 'confirmed'
  const account = await tx
    .selectFrom('identity.account')
    .select('email_confirmed_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.email_confirmed_at ? 'already-confirmed' : 'taken'
}

/**
 * Finds the account that a mail to this address may log in: the one that has confirmed it, otherwise the latest one
 * that claims it.
 */
export const findAccountForMail = (db: Db, email: string) =>
  db
    .selectFrom('identity.account')
    .select([
      'id',
      'email',
      'password_hash as passwordHash',
      'first_name as firstName',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .where('email_key', '=', email)
    .where('erased_at', 'is', null)
    .orderBy('email_confirmed_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
