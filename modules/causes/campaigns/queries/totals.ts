import { sql } from 'kysely'
import { required } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/**
 * The amounts that settled donations add to one campaign. `gift` is in minor units of its currency, without tips and
 * fees.
 */
export type TotalIncrease = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly donorKeys: readonly Uint8Array[]
  readonly count: number
  readonly lastDonationAt: Date
}

/**
 * Adds a batch of settled donations in one statement; returning donors aren't counted again. Locks rows in id order to
 * avoid deadlocks. The caller ensures one call per donation.
 */
export async function addToTotals(tx: Tx, batch: readonly TotalIncrease[]): Promise<void> {
  if (batch.length === 0) return
  const keys = batch.flatMap((addition) =>
    addition.donorKeys.map((key) => ({ campaignId: addition.campaignId, key: Buffer.from(key) })),
  )
  await sql`
    with
      batch as (
        select
          campaign_id,
          sum(gift)::bigint as gift,
          sum(donations)::bigint as donations,
          max(last_donation_at) as last_donation_at
        from unnest(
          ${batch.map((a) => a.campaignId)}::bigint[],
          ${batch.map((a) => a.gift)}::bigint[],
          ${batch.map((a) => a.count)}::bigint[],
          ${batch.map((a) => a.lastDonationAt)}::timestamptz[]
        ) as u(campaign_id, gift, donations, last_donation_at)
        group by campaign_id
      ),
      first_time as (
        insert into campaigns.donor (campaign_id, donor_key)
        select distinct campaign_id, donor_key
        from unnest(
          ${keys.map((k) => k.campaignId)}::bigint[], ${keys.map((k) => k.key)}::bytea[]
        ) as u(campaign_id, donor_key)
        order by 1, 2
        on conflict do nothing
        returning campaign_id
      ),
      newcomers as (select campaign_id, count(*) as donors from first_time group by campaign_id)
    insert into campaigns.total as t (campaign_id, raised, donation_count, donor_count, last_donation_at)
    select b.campaign_id, b.gift, b.donations, coalesce(n.donors, 0), b.last_donation_at
    from batch b
    left join newcomers n using (campaign_id)
    order by b.campaign_id
    on conflict (campaign_id) do update
    set
      raised = t.raised + excluded.raised,
      donation_count = t.donation_count + excluded.donation_count,
      donor_count = t.donor_count + excluded.donor_count,
      last_donation_at = greatest(t.last_donation_at, excluded.last_donation_at)
  `.execute(tx)
}

/**
 * The amounts that refunds subtract from one campaign: `count` fully refunded donations, and donors without other
 * donations to it.
 */
export type TotalRemoval = {
  readonly campaignId: bigint
  readonly gift: bigint
  readonly count: number
  readonly donorKeys: readonly Uint8Array[]
}

/**
 * Subtracts a batch of refunds in one statement, in id order like `addToTotals`. The caller ensures one call per
 * refund.
 */
export async function subtractFromTotals(tx: Tx, batch: readonly TotalRemoval[]): Promise<void> {
  if (batch.length === 0) return
  const keys = batch.flatMap((removal) =>
    removal.donorKeys.map((key) => ({ campaignId: removal.campaignId, key: Buffer.from(key) })),
  )
  await sql`
    with
      batch as (
        select campaign_id, sum(gift)::bigint as gift, sum(donations)::bigint as donations
        from unnest(
          ${batch.map((a) => a.campaignId)}::bigint[],
          ${batch.map((a) => a.gift)}::bigint[],
          ${batch.map((a) => a.count)}::bigint[]
        ) as u(campaign_id, gift, donations)
        group by campaign_id
      ),
      gone as (
        delete from campaigns.donor d using unnest(
          ${keys.map((k) => k.campaignId)}::bigint[], ${keys.map((k) => k.key)}::bytea[]
        ) as u(campaign_id, donor_key)
        where d.campaign_id = u.campaign_id and d.donor_key = u.donor_key
        returning d.campaign_id
      ),
      leavers as (select campaign_id, count(*) as donors from gone group by campaign_id),
      in_order as (
        select t.campaign_id
        from campaigns.total t
        join batch using (campaign_id)
        order by t.campaign_id
        for update of t
      )
    update campaigns.total t
    set
      raised = t.raised - b.gift,
      donation_count = t.donation_count - b.donations,
      donor_count = t.donor_count - coalesce(l.donors, 0)
    from in_order o
    join batch b using (campaign_id)
    left join leavers l using (campaign_id)
    where t.campaign_id = o.campaign_id
  `.execute(tx)
}

/** Counts donors under another key; one who is counted under both keys is counted once from now on. */
export async function mergeDonorTotals(
  tx: Tx,
  merged: readonly { readonly campaignId: bigint; readonly from: Uint8Array; readonly to: Uint8Array }[],
): Promise<void> {
  if (merged.length === 0) return
  await sql`
    with
      gone as (
        delete from campaigns.donor d using unnest(
          ${merged.map(({ campaignId }) => campaignId)}::bigint[],
          ${merged.map(({ from }) => Buffer.from(from))}::bytea[],
          ${merged.map(({ to }) => Buffer.from(to))}::bytea[]
        ) as m(campaign_id, "from", "to")
        where d.campaign_id = m.campaign_id and d.donor_key = m."from"
        returning d.campaign_id, m."to"
      ),
      counted as (
        insert into campaigns.donor (campaign_id, donor_key)
        select distinct campaign_id, "to"
        from gone
        order by 1, 2
        on conflict do nothing
        returning campaign_id
      ),
      fewer as (
        select campaign_id, sum(n)::bigint as n
        from (select campaign_id, 1 as n from gone union all select campaign_id, -1 from counted) changes
        group by campaign_id
        having sum(n) > 0
      ),
      in_order as (
        select t.campaign_id
        from campaigns.total t
        join fewer using (campaign_id)
        order by t.campaign_id
        for update of t
      )
    update campaigns.total t
    set donor_count = t.donor_count - f.n
    from in_order o
    join fewer f using (campaign_id)
    where t.campaign_id = o.campaign_id
  `.execute(tx)
}

/**
 * Returns the total that a campaign's page shows (supporters-6): its own donations and those of all pages below it,
 * less refunds, with each donor counted once.
 */
export async function shownTotal(db: Db, campaignId: bigint): Promise<CampaignTotal> {
  const { rows } = await sql<CampaignTotal>`
    select
      ${campaignId}::bigint as "campaignId",
      coalesce(raised, 0) as raised,
      coalesce(donation_count, 0) as "donationCount",
      coalesce(donor_count, 0) as "donorCount",
      last_donation_at as "lastDonationAt"
    from campaigns.shown_total(${campaignId})
  `.execute(db)
  return required(rows[0], 'total')
}

/** Returns what the pages of campaigns show (supporters-6), in the order of the ids. */
export async function shownTotals(db: Db, ids: readonly bigint[]): Promise<CampaignTotal[]> {
  const { rows } = await sql<CampaignTotal>`
    select
      c.id as "campaignId",
      coalesce(t.raised, 0) as raised,
      coalesce(t.donation_count, 0) as "donationCount",
      coalesce(t.donor_count, 0) as "donorCount",
      t.last_donation_at as "lastDonationAt"
    from unnest(${[...ids]}::bigint[])
    with ordinality as c(id, place)
    left join lateral campaigns.shown_total(c.id) t on true
    order by c.place
  `.execute(db)
  return rows
}

export type CampaignTotal = {
  readonly campaignId: bigint
  readonly raised: bigint
  readonly donationCount: bigint
  readonly donorCount: bigint
  readonly lastDonationAt: Date | null
}

/** Returns the current totals for every id, zero if none. */
export async function campaignTotals(db: Db, ids: readonly bigint[]): Promise<CampaignTotal[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('campaigns.total')
    .select([
      'campaign_id as campaignId',
      'raised',
      'donation_count as donationCount',
      'donor_count as donorCount',
      'last_donation_at as lastDonationAt',
    ])
    .where('campaign_id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.campaignId, row]))
  return ids.map(
    (campaignId) =>
      byId.get(campaignId) ?? { campaignId, raised: 0n, donationCount: 0n, donorCount: 0n, lastDonationAt: null },
  )
}
