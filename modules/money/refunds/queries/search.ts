import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

export type FoundDonation = {
  readonly intentId: string
  readonly donationId: string
  readonly campaign: string
  readonly others: number
  readonly name: string
  readonly email: string | null
  readonly amount: bigint
  readonly currency: Currency
  readonly state: string
  readonly givenAt: Date
}

/**
 * Finds payments by a donation's reference, a receipt's number, an email, the payment's id, or the id of the payment,
 * charge, refund or dispute at one of the providers, newest first, at most 50. Each search uses an index. Donations of an
 * erased donor are found by reference and numbers only.
 */
export async function searchDonations(db: Db, query: string, providers: readonly string[]): Promise<FoundDonation[]> {
  const text = query.trim()
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  const { rows } = await sql<FoundDonation>`
    with found as (
      select d.intent_id
      from giving.donation d
      where right(d.id::text, 10) = ${text.toLowerCase()}
      union
      select r.intent_id
      from receipts.receipt r
      where r.number = ${text}
      union
      select d.intent_id
      from giving.donation d
      where lower(d.email) = ${text.toLowerCase()}
        and d.account_id is null
        and d.email is not null
        and d.retained_until is null
      union
      select d.intent_id
      from identity.account a
      join giving.donation d on d.account_id = a.id
      where a.email_key = ${text.toLowerCase()}
      union
      select d.intent_id
      from identity.former_email f
      join giving.donation d on d.account_id = f.account_id
      where f.email_key = ${text.toLowerCase()}
      union
      select id
      from payments.intent
      where ${isId} and id = ${isId ? text : '00000000-0000-0000-0000-000000000000'}::uuid
      union
      select d.intent_id
      from giving.donation d
      where ${isId} and d.id = ${isId ? text : '00000000-0000-0000-0000-000000000000'}::uuid
      union
      select id
      from payments.intent
      where provider = any(${providers}::text[]) and provider_intent_id = ${text}
      union
      select intent_id
      from payments.attempt
      where provider = any(${providers}::text[]) and provider_charge_id = ${text}
      union
      select intent_id
      from refunds.refund
      where provider = any(${providers}::text[]) and provider_refund_id = ${text}
    )
    select
      i.id as "intentId",
      d.id as "donationId",
      c.name as campaign,
      (select count(*)::int - 1 from giving.donation n where n.intent_id = i.id) as others,
      d.name,
      d.email,
      i.amount,
      i.currency,
      i.state,
      d.given_at as "givenAt"
    from found f
    join payments.intent i on i.id = f.intent_id
    join giving.donation d on d.intent_id = i.id and d.line = 1
    join campaigns.campaign c on c.id = d.campaign_id
    order by d.given_at desc, i.id desc
    limit 50
  `.execute(db)
  return rows
}
