import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Whether one of their payments may still be charged, because it is not settled. */
export async function isPaying(db: Db, scope: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments.intent i where i.scope = ${scope} and (i.state = 'PROCESSING' or exists (
      select from payments.attempt a where a.intent_id = i.id and a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN'))) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** An account's own payments, and those of gifts it claimed. */
export type Whose = { readonly scope: string; readonly intentIds: readonly string[] }

/** Orders that can't be paid any more. */
export const closedOrders = (db: Db, owner: Whose): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where((e) => e.or([e('scope', '=', owner.scope), sql<boolean>`id = any(${owner.intentIds}::uuid[])`]))
    .where('state', 'not in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .execute()

/**
 * Declined charges of an account's card while the donor was absent: they have neither a request of the account nor a
 * gift, so they are found by the order's account, whatever its email was then; by a partial index.
 */
export const findDeclinedOffSessionCharges = (db: Db, accountId: string): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(
      sql<boolean>`order_details -> 'donor' ->> 'accountId' = ${accountId} and scope like 'plan:%' and state in ('FAILED', 'EXPIRED', 'CANCELLED')`,
    )
    .execute()

/** Unpaid payments of requesters without an account; the predicate of the indexes that find them. */
const unpaidByGuests = sql<boolean>`state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%'`

/**
 * Unpaid orders of requesters without an account who gave one of these normalised emails; by a partial index. Open ones
 * are closed by their timeout.
 */
export const unpaidOfGuest = (db: Db, emailKeys: readonly string[]): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(unpaidByGuests)
    .where(sql<boolean>`lower(order_details -> 'donor' ->> 'email') = any(${emailKeys}::text[])`)
    .execute()

/** Unpaid orders of guests from before then that still identify them, oldest first; by a partial index. */
export const unpaidSinceLong = (
  tx: Tx,
  input: { before: Date; limit: number },
): Promise<{ id: string; order: unknown }[]> =>
  tx
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(unpaidByGuests)
    .where(sql<boolean>`order_details -> 'donor' ->> 'ip' <> ''`)
    .where('created_at', '<', input.before)
    .orderBy('created_at')
    .limit(input.limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Replaces an order by its anonymized version; the agreed amounts must stay. */
export const replaceOrder = (tx: Tx, id: string, order: object) =>
  tx
    .updateTable('payments.intent')
    .set({ order_details: JSON.stringify(order) })
    .where('id', '=', id)
    .execute()

/**
 * Anonymizes payers: of paid attempts the email is removed, card and IP address stay for a dispute; of declined ones
 * everything is removed: at once if the donor was absent, else after a while. Of declined attempts of `guests` the
 * email is removed at once, because it can't be found by it again.
 */
export async function anonymizePayers(
  tx: Tx,
  owner: Whose & { declinedBefore: Date; offSessionDeclines: readonly string[]; guests: readonly string[] },
): Promise<void> {
  await sql`update payments.attempt set email_key = null, visit = null, challenge = null
    where state = 'SUCCEEDED' and (scope = ${owner.scope} or intent_id = any(${owner.intentIds}::uuid[]))`.execute(tx)
  await sql`update payments.attempt set email_key = null, visit = null, challenge = null, ip = '', card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'DECLINED' and (((scope = ${owner.scope} or intent_id = any(${owner.guests}::uuid[])) and submitted_at < ${owner.declinedBefore})
      or intent_id = any(${owner.offSessionDeclines}::uuid[]))`.execute(tx)
  await sql`update payments.attempt set email_key = null, challenge = null, card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'DECLINED' and intent_id = any(${owner.guests}::uuid[])`.execute(tx)
}

/** Removes the IP address of declined attempts without an email; by a partial index. */
export const purgeAddresses = (tx: Tx, before: Date) =>
  sql`update payments.attempt set ip = '' where state = 'DECLINED' and email_key is null and ip <> '' and submitted_at < ${before}`.execute(
    tx,
  )

/** Removes payer, card and IP address. */
export const purgePayers = (tx: Tx, intentIds: readonly string[]) =>
  sql`update payments.attempt set email_key = null, challenge = null, ip = '', card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'SUCCEEDED' and intent_id = any(${intentIds}::uuid[])`.execute(tx)

/** Orders of before then with encrypted fields, oldest first, after `after`; by a partial index. */
export const ordersWithEncryptedFields = (
  db: Db,
  input: { before: Date; after: string | null; limit: number },
): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(sql<boolean>`jsonb_path_exists(order_details, '$.lines[*].encryptedFields ? (@ != null)')`)
    .where('created_at', '<', input.before)
    .where('state', 'not in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .where((e) => (input.after === null ? e.lit(true) : e('id', '>', input.after)))
    .orderBy('id')
    .limit(input.limit)
    .execute()
