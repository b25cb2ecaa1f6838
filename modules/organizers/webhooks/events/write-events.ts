import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import '../tables.ts'

/**
 * Writes the events of paid donations for charities with an endpoint, in the transaction that takes the donations from
 * the outbox, so that paying doesn't wait for them (webhooks-1).
 */
export async function writeDonationEvents(tx: Tx, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return
  await sql`
    insert into webhooks.event (organization_id, kind, object_id, occurred_at)
    select c.organization_id, 'donation.succeeded', d.id::text, d.given_at
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.intent_id = any(${[...intentIds]}::uuid[])
      and exists (select from webhooks.endpoint)
      and exists (select from webhooks.endpoint e where e.organization_id = c.organization_id)
    order by d.given_at, d.id
    on conflict on constraint event_once do nothing
  `.execute(tx)
}

/**
 * Writes the events of refunds, and of money that the donor's bank took back, for charities with an endpoint: one for
 * each donation whose gift was reduced (webhooks-1).
 */
export async function writeRefundEvents(tx: Tx, refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  await sql`
    insert into webhooks.event (organization_id, kind, object_id, change, occurred_at)
    select
      c.organization_id,
      'donation.refunded',
      d.id::text,
      r.id::text,
      coalesce(r.settled_at, r.created_at)
    from refunds.refund r
    join refunds.line l on l.refund_id = r.id
    join giving.donation d on d.id = l.donation_id
    join campaigns.campaign c on c.id = d.campaign_id
    where r.id = any(${[...refundIds]}::uuid[])
      and l.gift > 0
      and exists (select from webhooks.endpoint e where e.organization_id = c.organization_id)
    order by r.settled_at, d.id
    on conflict on constraint event_once do nothing
  `.execute(tx)
}
