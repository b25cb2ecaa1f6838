import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Whether a payment of theirs may still be charged: nothing of it is settled yet. */
export async function isPaying(db: Db, scope: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments.intent i where i.scope = ${scope} and (i.state = 'PROCESSING' or exists (
      select from payments.attempt a where a.intent_id = i.id and a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN'))) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whose payments: an account's own, and those of the gifts that turned out to be theirs. */
export type Whose = { readonly scope: string; readonly intentIds: readonly string[] }

/** What was agreed to where nothing can be paid any more. */
export const closedOrders = (db: Db, of: Whose): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where((e) => e.or([e('scope', '=', of.scope), sql<boolean>`id = any(${of.intentIds}::uuid[])`]))
    .where('state', 'not in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .execute()

/**
 * What an account's card was declined for while nobody pressed: it has neither a press of theirs nor a gift to be found
 * by, so it is found by whose order it was, whatever their e-mail was then; along an index of those alone.
 */
export const declinedUnpressed = (db: Db, accountId: string): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(
      sql<boolean>`order_details -> 'donor' ->> 'accountId' = ${accountId} and scope like 'plan:%' and state in ('FAILED', 'EXPIRED', 'CANCELLED')`,
    )
    .execute()

/**
 * What came to nothing of whoever was logged in to no account; the predicate of the indexes along which it is found.
 */
const unpaidByGuests = sql<boolean>`state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%'`

/**
 * What was agreed to and never paid by whoever gave one of these e-mails, normalised, and was logged in to no account;
 * along an index of those alone. What is left open is closed by its time.
 */
export const unpaidOfGuest = (db: Db, emailKeys: readonly string[]): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(unpaidByGuests)
    .where(sql<boolean>`lower(order_details -> 'donor' ->> 'email') = any(${emailKeys}::text[])`)
    .execute()

/**
 * What guests agreed to before then and never paid, where it still says who they were, oldest first; along an index of
 * those alone.
 */
export const unpaidSinceLong = (
  tx: Tx,
  of: { before: Date; limit: number },
): Promise<{ id: string; order: unknown }[]> =>
  tx
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(unpaidByGuests)
    .where(sql<boolean>`order_details -> 'donor' ->> 'ip' <> ''`)
    .where('created_at', '<', of.before)
    .orderBy('created_at')
    .limit(of.limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** An order without what it told of a person; what was agreed to pay has to stay in it. */
export const replaceOrder = (tx: Tx, id: string, order: object) =>
  tx
    .updateTable('payments.intent')
    .set({ order_details: JSON.stringify(order) })
    .where('id', '=', id)
    .execute()

/**
 * Who pressed: of paid attempts the e-mail goes, the card and where it was pressed stay for a dispute; of declined ones
 * all of it goes: at once where nobody pressed, else after a while. Of what `guests` were declined the e-mail goes at
 * once, for they are not found by it again.
 */
export async function anonymizePayers(
  tx: Tx,
  of: Whose & { declinedBefore: Date; unpressed: readonly string[]; guests: readonly string[] },
): Promise<void> {
  await sql`update payments.attempt set email_key = null, visit = null, challenge = null
    where state = 'SUCCEEDED' and (scope = ${of.scope} or intent_id = any(${of.intentIds}::uuid[]))`.execute(tx)
  await sql`update payments.attempt set email_key = null, visit = null, challenge = null, ip = '', card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'DECLINED' and (((scope = ${of.scope} or intent_id = any(${of.guests}::uuid[])) and submitted_at < ${of.declinedBefore})
      or intent_id = any(${of.unpressed}::uuid[]))`.execute(tx)
  await sql`update payments.attempt set email_key = null, challenge = null, card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'DECLINED' and intent_id = any(${of.guests}::uuid[])`.execute(tx)
}

/**
 * Where declined attempts were pressed whose e-mail is forgotten already, or was never told; along an index of those
 * alone.
 */
export const purgeAddresses = (tx: Tx, before: Date) =>
  sql`update payments.attempt set ip = '' where state = 'DECLINED' and email_key is null and ip <> '' and submitted_at < ${before}`.execute(
    tx,
  )

/** Nothing of who paid, with which card, and from where. */
export const purgePayers = (tx: Tx, intentIds: readonly string[]) =>
  sql`update payments.attempt set email_key = null, challenge = null, ip = '', card_brand = null, card_last4 = null, card_fingerprint = null, card_country = null
    where state = 'SUCCEEDED' and intent_id = any(${intentIds}::uuid[])`.execute(tx)

/** Orders of before then that carry something sealed, oldest first, after `after`; along an index of those alone. */
export const ordersWithEncryptedFields = (
  db: Db,
  of: { before: Date; after: string | null; limit: number },
): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(sql<boolean>`jsonb_path_exists(order_details, '$.lines[*].encryptedFields ? (@ != null)')`)
    .where('created_at', '<', of.before)
    .where('state', 'not in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .where((e) => (of.after === null ? e.lit(true) : e('id', '>', of.after)))
    .orderBy('id')
    .limit(of.limit)
    .execute()
