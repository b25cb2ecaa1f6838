import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** Plans of guests with this mailbox that are not over. */
export async function countGuestPlans(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.subscription')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where(sql<string>`lower(guest_email)`, '=', email.toLowerCase())
    .where('state', 'not in', ['cancelled', 'ended'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether any gift of an account is with the bank now. */
export const isCollectingOf = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions.occurrence as o')
    .innerJoin('subscriptions.subscription as s', 's.id', 'o.subscription_id')
    .select('o.seq')
    .where('s.account_id', '=', accountId)
    .where('o.state', 'in', ['PROCESSING', 'UNKNOWN'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Plans somebody gives by and has not ended. */
export const plansGivenBy = async (db: Db, accountId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('subscriptions.subscription')
        .select('plan_id as planId')
        .where('account_id', '=', accountId)
        .where('state', 'not in', ['cancelled', 'ended'])
        .execute()
    ).map(({ planId }) => planId),
  )
