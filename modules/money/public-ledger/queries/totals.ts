import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { CampaignKind } from '#modules/causes/campaigns/index.ts'
import type { RowSum } from '../rules/figures.ts'
import '../tables.ts'

/** Returns the sums of all campaigns; the currency of most campaigns comes first. */
export const sumAll = async (db: Db): Promise<RowSum[]> =>
  (
    await sql<RowSum>`
      select currency, account, meaning, sum(amount)::bigint as amount
      from public_ledger.campaign_total
      group by 1, 2, 3
      order by sum(count(*)) over (partition by currency) desc, currency
    `.execute(db)
  ).rows

/** Returns the sums of these campaigns together. */
export const sumCampaigns = async (db: Db, campaignIds: readonly bigint[]): Promise<RowSum[]> =>
  (
    await sql<RowSum>`
      select currency, account, meaning, sum(amount)::bigint as amount
      from public_ledger.campaign_total
      where campaign_id = any(${[...campaignIds]}::bigint[])
      group by 1, 2, 3
      order by currency
    `.execute(db)
  ).rows

/** A campaign of the files. Its name is null unless it is published and listed, and its charity is public. */
export type LedgerCampaign = {
  readonly id: bigint
  readonly name: string | null
  readonly kind: CampaignKind | null
  readonly slug: string | null
  readonly charity: string | null
}

/** Returns the campaigns of the files after a number, in the order of their numbers. */
export const listCampaigns = async (
  db: Db,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<LedgerCampaign[]> =>
  (
    await sql<LedgerCampaign>`
      select
        t.campaign_id as id,
        case when p.is_public then c.name end as name,
        case when p.is_public then c.kind end as kind,
        case when p.is_public then c.slug end as slug,
        case when p.is_public then o.slug end as charity
      from (
        select distinct campaign_id
        from public_ledger.campaign_total
        where campaign_id > ${after}
        order by campaign_id
        limit ${limit}
      ) t
      left join campaigns.campaign c on c.id = t.campaign_id
      left join organizations.organization o on o.id = c.organization_id
      cross join lateral (
        select c.status in (1, 3) and c.listed and c.archived_at is null and o.verified_at is not null
          and o.verification_state <> 'rejected' and o.closed_at is null as is_public
      ) p
      order by t.campaign_id
    `.execute(db)
  ).rows

/** Returns the sums of each of these campaigns. */
export const sumEachCampaign = async (
  db: Db,
  campaignIds: readonly bigint[],
): Promise<(RowSum & { readonly campaignId: bigint })[]> =>
  (
    await sql<RowSum & { readonly campaignId: bigint }>`
      select campaign_id as "campaignId", currency, account, meaning, amount
      from public_ledger.campaign_total
      where campaign_id = any(${[...campaignIds]}::bigint[])
      order by currency
    `.execute(db)
  ).rows
