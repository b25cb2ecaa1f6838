import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Returns whether a payment of this requester is unresolved and may still be charged. */
export async function hasUnresolvedPayment(db: Db, scope: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from payments.intent i
    where i.scope = ${scope}
      and (
        i.state = 'PROCESSING'
          or exists (
            select
            from payments.attempt a
            where a.intent_id = i.id and a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN')
          )
      )
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** The payments of an account: its own, and those of the guest donations it claimed. */
export type AccountPayments = { readonly scope: string; readonly intentIds: readonly string[] }

/** Finds orders that can no longer be paid. */
export const findClosedOrders = (db: Db, owner: AccountPayments): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where((e) => e.or([e('scope', '=', owner.scope), sql<boolean>`id = any(${owner.intentIds}::uuid[])`]))
    .where('state', 'not in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'])
    .execute()

/**
 * Finds declined off-session charges of an account's cards. They have no request and no donation of the account, so
 * the account id in the order finds them (partial index), even if the email has changed.
 */
export const findDeclinedOffSessionCharges = (db: Db, accountId: string): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(
      sql<boolean>`
        order_details -> 'donor' ->> 'accountId' = ${accountId}
          and scope like 'plan:%'
          and state in ('FAILED', 'EXPIRED', 'CANCELLED')
      `,
    )
    .execute()

/** Matches unpaid intents of guests; equals the predicate of the partial indexes. */
const unpaidByGuests = sql<boolean>`
  state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%'
`

/**
 * Finds unpaid orders of guests with one of these normalized emails (partial index). Open orders expire by their
 * timeout.
 */
export const findUnpaidOrdersOfGuest = (
  db: Db,
  emailKeys: readonly string[],
): Promise<{ id: string; order: unknown }[]> =>
  db
    .selectFrom('payments.intent')
    .select(['id', 'order_details as order'])
    .where(unpaidByGuests)
    .where(sql<boolean>`lower(order_details -> 'donor' ->> 'email') = any(${emailKeys}::text[])`)
    .execute()

/** Finds guests' unpaid orders from before `before` that still identify them, oldest first (partial index). */
export const findOldUnpaidOrders = (
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

/** Replaces an order by its anonymized version, which must have the same amounts. */
export const replaceOrder = (tx: Tx, id: string, order: object) =>
  tx
    .updateTable('payments.intent')
    .set({ order_details: JSON.stringify(order) })
    .where('id', '=', id)
    .execute()

/**
 * Anonymizes payers. Paid attempts lose the email but keep card and IP address in case of a dispute. Declined
 * attempts lose everything if the donor was absent or if they are from before `declinedBefore`. Newer declined
 * attempts of `guests` lose the email and the card, because afterwards nothing can find them by the email; their IP
 * address is purged later.
 */
export async function anonymizePayers(
  tx: Tx,
  owner: AccountPayments & { declinedBefore: Date; offSessionDeclines: readonly string[]; guests: readonly string[] },
): Promise<void> {
  await sql`update payments.attempt set email_key = null, visit = null, challenge = null
    where state = 'SUCCEEDED' and (scope = ${owner.scope} or intent_id = any(${owner.intentIds}::uuid[]))`.execute(tx)
  await sql`
    update payments.attempt
    set
      email_key = null,
      visit = null,
      challenge = null,
      ip = '',
      card_brand = null,
      card_last4 = null,
      card_fingerprint = null,
      card_country = null
    where state = 'DECLINED'
      and (
        (
          (scope = ${owner.scope} or intent_id = any(${owner.guests}::uuid[]))
            and submitted_at < ${owner.declinedBefore}
        )
          or intent_id = any(${owner.offSessionDeclines}::uuid[])
      )
  `.execute(tx)
  await sql`
    update payments.attempt
    set
      email_key = null,
      challenge = null,
      card_brand = null,
      card_last4 = null,
      card_fingerprint = null,
      card_country = null
    where state = 'DECLINED' and intent_id = any(${owner.guests}::uuid[])
  `.execute(tx)
}

/** Deletes the IP addresses of declined attempts from before `before` that have no email (partial index). */
export const purgeDeclinedIpAddresses = (tx: Tx, before: Date) =>
  sql`
    update payments.attempt
    set ip = ''
    where state = 'DECLINED' and email_key is null and ip <> '' and submitted_at < ${before}
  `.execute(tx)

/** Deletes payer, card and IP address of paid attempts. */
export const purgePayers = (tx: Tx, intentIds: readonly string[]) =>
  sql`
    update payments.attempt
    set
      email_key = null,
      challenge = null,
      ip = '',
      card_brand = null,
      card_last4 = null,
      card_fingerprint = null,
      card_country = null
    where state = 'SUCCEEDED' and intent_id = any(${intentIds}::uuid[])
  `.execute(tx)

/** Finds orders from before `before` that have encrypted fields, by ascending id after `after` (partial index). */
export const findOrdersWithEncryptedFields = (
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
