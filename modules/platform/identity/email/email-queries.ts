import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Returns the address that an account has requested to change to, while its link is valid. */
export const findRequestedEmail = async (db: Db, accountId: string, instant: Date): Promise<string | undefined> =>
  (
    await db
      .selectFrom('identity.mail_code')
      .select('email')
      .where('account_id', '=', accountId)
      .where('purpose', '=', 'change-email')
      .where('used_at', 'is', null)
      .where('expires_at', '>', instant)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.email ?? undefined

/**
 * Sets a confirmed address of an account and stores its previous confirmed one. Returns false if another account has
 * confirmed it or the account is erased. `email`: normalized.
 */
export async function setConfirmedEmail(
  tx: Tx,
  input: { accountId: string; email: string; at: Date },
): Promise<boolean> {
  await sql`
    insert into identity.former_email (account_id, email_key, replaced_at)
    select id, email_key, ${input.at}
    from identity.account
    where id = ${input.accountId} and email_confirmed_at is not null and email_key <> lower(${input.email})
    for update
    on conflict (account_id, email_key) do update
    set replaced_at = excluded.replaced_at
  `.execute(tx)
  await sql`
    delete from identity.former_email where account_id = ${input.accountId} and email_key = lower(${input.email})
  `.execute(tx)
  const { rows } = await sql`
    update identity.account a
    set email = ${input.email}, email_confirmed_at = ${input.at}
    where a.id = ${input.accountId}
      and a.erased_at is null
      and not exists (
        select
        from identity.account o
        where o.email_key = lower(${input.email}) and o.email_confirmed_at is not null and o.id <> a.id
      )
    returning a.id
  `.execute(tx)
  return rows.length > 0
}

export const deleteFormerEmails = (tx: Tx, input: { accountId: string; replacedAfter: Date }) =>
  tx
    .deleteFrom('identity.former_email')
    .where('account_id', '=', input.accountId)
    .where('replaced_at', '>=', input.replacedAfter)
    .execute()

/**
 * Returns the normalized addresses that an account has confirmed, now or before, and that no other account has
 * confirmed since.
 */
export const confirmedEmailsOf = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await sql<{ key: string }>`
      select m.email_key as key
      from identity.mailbox m
      where m.account_id = ${accountId}
        and not exists (
          select
          from identity.account o
          where o.email_key = m.email_key and o.email_confirmed_at is not null and o.id <> m.account_id
        )
    `.execute(db)
  ).rows.map(({ key }) => key)
