import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../../tables.ts'

/**
 * Returns the phone numbers that a fundraiser's plan asked for, by donation, for viewers who may see its donors.
 * Excludes fundraisers that the plan changed to later, and anonymous donors (privacy-2).
 */
export async function phonesOfDonations(db: Db, donationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (donationIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; phone: string }>`
    select d.id, s.details ->> 'phone' as phone
    from giving.donation d
    join subscriptions.subscription s on s.account_id = d.account_id or s.guest_id = d.guest_id
    join plans.plan p on p.id = s.plan_id and p.campaign_id = d.campaign_id
    where d.id = any(${[...donationIds]}::uuid[])
      and not d.is_anonymous
      and s.details ->> 'phone' is not null
      and exists (select from subscriptions.occurrence o where o.subscription_id = s.id and o.intent_id = d.intent_id)
  `.execute(db)
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}
