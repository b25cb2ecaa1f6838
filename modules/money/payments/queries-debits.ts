import { one } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Requester } from './queries-attempts.ts'
import './tables.ts'

/** Who pays by bank debits: the account or guest, the visit of the browser, and the email in lower case. */
export type Debtor = Requester & { readonly emailKey: string | null }

/** Serializes the claims of a donor's bank debits until the end of the transaction. Taken before the claim's own locks. */
export const lockPendingDebits = (tx: Tx, { scope, visit, emailKey }: Debtor) =>
  sql`select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('bank debit ' || name, 0) as lock
      from unnest(array[${scope}::text, ${visit}::text, ${emailKey}::text]) name where name is not null order by lock) locks`.execute(
    tx,
  )

/** Counts the debits of a donor whose bank has not decided; by a partial index of all pending ones. */
export const countPendingDebits = async (db: Db, { scope, visit, emailKey }: Debtor): Promise<number> =>
  one(
    (
      await sql<{ count: number }>`select count(*)::int as count from payments.attempt
        where method = 'ach' and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN')
          and (scope in (${scope}, ${visit}) or visit = ${visit} or email_key = ${emailKey})`.execute(db)
    ).rows,
  ).count

/** Whether a debit of a bank account was declined for good: it is closed, or its holder did not authorize the debit. */
export const isBankAccountRefused = async (db: Db, fingerprint: string): Promise<boolean> =>
  (
    await sql`select from payments.attempt where state = 'DECLINED' and card_fingerprint = ${fingerprint} and method = 'ach'
      and decline_class = 'NEVER' limit 1`.execute(db)
  ).rows.length > 0

/** A payment with what its donor agreed to; `order` is opaque here. */
export type OrderOfIntent = { readonly id: string; readonly order: unknown; readonly currency: Currency }

/** Returns the orders of payments. */
export const findOrders = (db: Db, intentIds: readonly string[]): Promise<OrderOfIntent[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order', 'currency'])
    .where('id', 'in', [...intentIds])
    .execute()
