import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/**
 * Guest plans whose address an account has proven: since the plan began, or the plan began before `begunBefore`. `email`
 * is in lower case.
 */
export async function plansOfProvenAddresses(
  db: Db,
  { begunBefore, limit }: { readonly begunBefore: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly email: string; readonly accountId: string }[]> {
  const { rows } = await sql<{ id: string; email: string; accountId: string }>`
    select s.id, lower(s.guest_email) as email, a.id as "accountId"
    from subscriptions.subscription s join identity.account a on a.email_key = lower(s.guest_email) and a.email_confirmed_at is not null
    where s.guest_email is not null and (s.reason is null or s.reason not in ('email-unconfirmed', 'email-refused')) and (s.created_at <= ${begunBefore} or a.email_confirmed_at > s.created_at)
    order by s.id limit ${limit}`.execute(db)
  return rows
}

/** The guest plan that began with a payment. */
export const guestPlanOfIntent = async (db: Db, intentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('subscriptions.subscription')
      .select('id')
      .where('first_intent_id', '=', intentId)
      .where('guest_id', 'is not', null)
      .executeTakeFirst()
  )?.id

/** Guest plans with one of these addresses, over or not. Addresses are in lower case. */
export const guestPlansWith = async (db: Db, emails: readonly string[]): Promise<string[]> =>
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
