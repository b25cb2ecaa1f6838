import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { DonationOrder } from '#modules/money/giving/index.ts'
import type { AttemptState } from '#modules/money/payments/rules/attempt.ts'
import type { DeclineClass } from '#modules/money/payments/rules/declines.ts'
import type { FoundDonation } from './search.ts'

/**
 * Finds unpaid payments by the same queries as paid ones: a donation's reference or id, an email, or the payment's
 * id, ours or the provider's. Newest first, at most 50. Closed payments are found by indexes; open ones are always few.
 */
export async function searchUnpaid(db: Db, query: string, providers: readonly string[]): Promise<FoundDonation[]> {
  const text = query.trim().toLowerCase()
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
  const reference = isId || /^[0-9a-f]{10}$/.test(text) ? text.slice(-10) : null
  const { rows } = await sql<FoundDonation>`
    with
      who as (
        select id
        from identity.account
        where email_key = ${text}
        union
        select account_id
        from identity.former_email
        where email_key = ${text}
      ),
      open as (
        select id, order_details
        from payments.intent
        where state in ('CREATED', 'REQUIRES_ACTION')
        union all
        select i.id, i.order_details
        from payments.attempt a
        join payments.intent i on i.id = a.intent_id
        where a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN') and i.state = 'PROCESSING'
      ),
      found as (
        select id
        from payments.intent
        where id = ${isId ? text : null}::uuid
        union
        select id
        from payments.intent
        where provider = any(${providers}::text[]) and provider_intent_id = ${query.trim()}
        union
        select id
        from payments.intent
        where state in ('FAILED', 'EXPIRED', 'CANCELLED')
          and payments.references_in(order_details) @> array[${reference}::text]
        union
        select id
        from open
        where payments.references_in(order_details) @> array[${reference}::text]
        union
        select id
        from open
        where lower(order_details -> 'donor' ->> 'email') = ${text}
        union
        select id
        from payments.intent
        where state in ('FAILED', 'EXPIRED', 'CANCELLED')
          and scope not like 'account:%'
          and scope not like 'plan:%'
          and lower(order_details -> 'donor' ->> 'email') = ${text}
        union
        select i.id
        from who
        join payments.intent i on i.scope = 'account:' || who.id
        union
        select i.id
        from who
        join payments.intent i on i.order_details -> 'donor' ->> 'accountId' = who.id::text
          and i.scope like 'plan:%'
          and i.state in ('FAILED', 'EXPIRED', 'CANCELLED')
      )
    select
      i.id as "intentId",
      i.order_details -> 'lines' -> 0 ->> 'donationId' as "donationId",
      i.order_details -> 'lines' -> 0 ->> 'campaignName' as campaign,
      jsonb_array_length(i.order_details -> 'lines') - 1 as others,
      i.order_details -> 'donor' ->> 'name' as name,
      i.order_details -> 'donor' ->> 'email' as email,
      i.amount,
      i.currency,
      i.state,
      i.created_at as "givenAt"
    from found f
    join payments.intent i on i.id = f.id
    where i.purpose = 'donation'
      and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELLED')
    order by i.created_at desc, i.id desc
    limit 50
  `.execute(db)
  return rows
}

export type AttemptRow = {
  readonly id: string
  readonly at: Date
  readonly state: AttemptState
  readonly method: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly isChallenged: boolean
  readonly declineCode: string | null
  readonly declineClass: DeclineClass | null
  readonly settledAt: Date | null
  readonly nextLookupAt: Date | null
}

/**
 * Returns every attempt of a payment, oldest first; for a plan's donation including those of its earlier payments,
 * because each off-session retry is a new payment.
 */
export async function attemptsOf(db: Db, intentId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    with
      requested as (
        select id, order_details -> 'plan' as plan, order_details -> 'donor' ->> 'accountId' as account
        from payments.intent
        where id = ${intentId}::uuid
      ),
      of_donation as (
        select id
        from requested
        union
        select i.id
        from requested
        join payments.intent i on i.order_details -> 'donor' ->> 'accountId' = requested.account
          and i.scope like 'plan:%'
          and i.state in ('FAILED', 'EXPIRED', 'CANCELLED')
        where i.order_details -> 'plan' ->> 'subscriptionId' = requested.plan ->> 'subscriptionId'
          and exists (
            select
            from jsonb_array_elements_text(i.order_details -> 'plan' -> 'keys') k
            where jsonb_exists(requested.plan -> 'keys', k)
          )
      )
    select
      a.id,
      a.submitted_at as at,
      a.state,
      a.method,
      a.card_brand as "cardBrand",
      a.card_last4 as "cardLast4",
      a.challenge is not null as "isChallenged",
      a.decline_code as "declineCode",
      nullif(a.decline_class, 'NONE') as "declineClass",
      a.settled_at as "settledAt",
      case when a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN') then a.next_lookup_at end as "nextLookupAt"
    from of_donation f
    join payments.attempt a on a.intent_id = f.id
    order by a.submitted_at, a.id
  `.execute(db)
  return rows
}

export type IntentForStaff = {
  readonly state: string
  readonly amount: bigint
  readonly currency: Currency
  readonly createdAt: Date
  readonly provider: string
  readonly providerIntentId: string
  readonly order: DonationOrder
}

/** Returns a payment, paid or not. */
export const findIntentForStaff = (db: Db, intentId: string): Promise<IntentForStaff | undefined> =>
  db
    .selectFrom('payments.intent')
    .select([
      'state',
      'amount',
      'currency',
      'created_at as createdAt',
      'provider',
      'provider_intent_id as providerIntentId',
      'order_details as order',
    ])
    .where('id', '=', intentId)
    .where('purpose', '=', 'donation')
    .executeTakeFirst() as Promise<IntentForStaff | undefined>
