import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** What settled gifts add to one campaign. `gift` in minor units of its currency, tips and fees never among it. */
export type Addition = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly donorKeys: readonly Uint8Array[]
  readonly count: number
  readonly lastGiftAt: Date
}

/**
 * Rolls a batch of settled gifts up in one statement; a donor who gave to the campaign before is not counted again. The rows are met in the
 * order of their ids, so that two batches never wait for each other in a circle. The caller sees to it that a gift is added once.
 */
export async function addToTotals(tx: Tx, batch: readonly Addition[]): Promise<void> {
  if (batch.length === 0) return
  const keys = batch.flatMap((addition) => addition.donorKeys.map((key) => ({ campaignId: addition.campaignId, key: Buffer.from(key) })))
  await sql`
    with batch as (
      select campaign_id, sum(gift)::bigint as gift, sum(gifts)::bigint as gifts, max(last_gift_at) as last_gift_at
      from unnest(${batch.map((a) => a.campaignId)}::bigint[], ${batch.map((a) => a.gift)}::bigint[], ${batch.map((a) => a.count)}::bigint[], ${batch.map((a) => a.lastGiftAt)}::timestamptz[])
        as u(campaign_id, gift, gifts, last_gift_at) group by campaign_id),
    first_time as (
      insert into campaigns.donor (campaign_id, donor_key)
      select distinct campaign_id, donor_key from unnest(${keys.map((k) => k.campaignId)}::bigint[], ${keys.map((k) => k.key)}::bytea[]) as u(campaign_id, donor_key) order by 1, 2
      on conflict do nothing returning campaign_id),
    newcomers as (select campaign_id, count(*) as donors from first_time group by campaign_id)
    insert into campaigns.total as t (campaign_id, raised, donation_count, donor_count, last_gift_at)
    select b.campaign_id, b.gift, b.gifts, coalesce(n.donors, 0), b.last_gift_at from batch b left join newcomers n using (campaign_id) order by b.campaign_id
    on conflict (campaign_id) do update set raised = t.raised + excluded.raised, donation_count = t.donation_count + excluded.donation_count,
      donor_count = t.donor_count + excluded.donor_count, last_gift_at = greatest(t.last_gift_at, excluded.last_gift_at)`.execute(tx)
}

export type CampaignTotal = {
  readonly campaignId: bigint
  readonly raised: bigint
  readonly donationCount: bigint
  readonly donorCount: bigint
  readonly lastGiftAt: Date | null
}

/** Totals as last rolled up, one for every id asked, nothing given being zero. */
export async function campaignTotals(db: Db, ids: readonly bigint[]): Promise<CampaignTotal[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('campaigns.total')
    .select(['campaign_id as campaignId', 'raised', 'donation_count as donationCount', 'donor_count as donorCount', 'last_gift_at as lastGiftAt'])
    .where('campaign_id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.campaignId, row]))
  return ids.map((campaignId) => byId.get(campaignId) ?? { campaignId, raised: 0n, donationCount: 0n, donorCount: 0n, lastGiftAt: null })
}
