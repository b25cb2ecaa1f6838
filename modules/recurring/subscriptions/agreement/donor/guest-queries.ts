import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../../tables.ts'

/**
 * Returns guest plans whose email address an account has verified, either after the plan started or for plans that
 * started before `begunBefore`. `email` is in lower case.
 */
export async function plansOfProvenAddresses(
  db: Db,
  { begunBefore, limit }: { readonly begunBefore: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly email: string; readonly accountId: string }[]> {
  const { rows } = await sql<{ id: string; email: string; accountId: string }>`
    select s.id, lower(s.guest_email) as email, a.id as "accountId"
    from subscriptions.subscription s
    join identity.account a on a.email_key = lower(s.guest_email) and a.email_confirmed_at is not null
    where s.guest_email is not null
      and (s.reason is null or s.reason not in ('email-unconfirmed', 'email-refused'))
      and (s.created_at <= ${begunBefore} or a.email_confirmed_at > s.created_at)
    order by s.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Returns the plan, of an account or a guest, that started with this payment. */
export const planOfIntent = async (db: Db, intentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('subscriptions.subscription')
      .select('id')
      .where('first_intent_id', '=', intentId)
      .executeTakeFirst()
  )?.id

/** Returns the guest plan that started with this payment. */
export const guestPlanOfIntent = async (db: Db, intentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('subscriptions.subscription')
      .select('id')
      .where('first_intent_id', '=', intentId)
      .where('guest_id', 'is not', null)
      .executeTakeFirst()
  )?.id

/** Returns the guest plans of these email addresses (in lower case), including plans that are over. */
export const guestPlansOfEmails = async (db: Db, emails: readonly string[]): Promise<string[]> =>
  emails.length === 0
    ? []
    : (
        await db
          .selectFrom('subscriptions.subscription')
          .select('id')
          .where(sql<string>`lower(guest_email)`, 'in', [...emails])
          .orderBy('id')
          .execute()
      ).map(({ id }) => id)
