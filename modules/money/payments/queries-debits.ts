import { one } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Requester } from './queries-attempts.ts'
import './tables.ts'

/** The payer of a bank debit: account or guest, visit, and email in lower case. */
export type DebitPayer = Requester & { readonly emailKey: string | null }

/**
 * Serializes the claims of a donor's bank debits until the transaction ends. Must run before the claim takes its
 * locks.
 */
export const lockPendingDebits = (tx: Tx, { scope, visit, emailKey }: DebitPayer) =>
  sql`
    select pg_advisory_xact_lock(lock)
    from (
      select distinct hashtextextended('bank debit ' || name, 0) as lock
      from unnest(array[${scope}::text, ${visit}::text, ${emailKey}::text]) name
      where name is not null
      order by lock
    ) locks
  `.execute(tx)

/** Counts a donor's pending debits. A partial index has all pending ones. */
export const countPendingDebits = async (db: Db, { scope, visit, emailKey }: DebitPayer): Promise<number> =>
  one(
    (
      await sql<{ count: number }>`select count(*)::int as count from payments.attempt
        where method = 'ach' and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN')
          and (scope in (${scope}, ${visit}) or visit = ${visit} or email_key = ${emailKey})`.execute(db)
    ).rows,
  ).count

/**
 * Returns whether a debit of this bank account was declined for good, because it is closed or its holder didn't
 * authorize the debit.
 */
export const isBankAccountRefused = async (db: Db, fingerprint: string): Promise<boolean> =>
  (
    await sql`
      select
      from payments.attempt
      where state = 'DECLINED' and card_fingerprint = ${fingerprint} and method = 'ach' and decline_class = 'NEVER'
      limit 1
    `.execute(db)
  ).rows.length > 0

/** An intent with its order, which is opaque to this module. */
export type OrderOfIntent = { readonly id: string; readonly order: unknown; readonly currency: Currency }

/** Returns the orders of intents. */
export const findOrders = (db: Db, intentIds: readonly string[]): Promise<OrderOfIntent[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order', 'currency'])
    .where('id', 'in', [...intentIds])
    .execute()
