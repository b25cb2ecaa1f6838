import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Ports } from '#shared/ports.ts'
import '../tables.ts'
import { notRefunded } from './organizer.ts'

export type DayOfDonations = { readonly day: LocalDate; readonly gift: bigint; readonly donations: number }

/** Sums the donations to these campaigns, less refunds, by day in a time zone; days without donations are absent. */
export const sumDonationsByDay = (
  ports: Ports,
  input: { campaignIds: readonly bigint[]; timeZone: string; from: Date },
): Promise<DayOfDonations[]> =>
  ports.statement<DayOfDonations>(
    'giving.donations_by_day',
    `
      select
        (d.given_at at time zone $2)::date::text as day,
        sum(d.gift - coalesce(r.gift, 0))::bigint as gift,
        count(*)::integer as donations
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = any($1::bigint[]) and d.given_at >= $3 and r.is_fully_refunded is not true
      group by 1
      order by 1
    `,
    [input.campaignIds, input.timeZone, input.from],
  )

export type GivenInPeriod = {
  readonly campaignId: bigint
  readonly name: string
  readonly currency: Currency
  readonly gift: bigint
  readonly donations: number
}

/**
 * Sums the donations of a period (`to` excluded), less refunds, for each campaign of a charity, by currency and then
 * highest sum first. Minor units.
 */
export const sumDonationsInPeriod = async (
  db: Db,
  input: { readonly organizationId: bigint; readonly from: Date; readonly to: Date },
): Promise<GivenInPeriod[]> =>
  (
    await sql<GivenInPeriod>`
      select
        c.id as "campaignId",
        c.name,
        d.currency,
        sum(d.gift - coalesce(r.gift, 0))::bigint as gift,
        count(*)::integer as donations
      from campaigns.campaign c
      join giving.donation d on d.campaign_id = c.id
      left join giving.refunded_amount r on r.donation_id = d.id
      where c.organization_id = ${input.organizationId}
        and d.given_at >= ${input.from}
        and d.given_at < ${input.to}
        and r.is_fully_refunded is not true
      group by c.id, d.currency
      order by d.currency, 4 desc, c.id
    `.execute(db)
  ).rows

/** Counts distinct donors in a period, `to` excluded; fully refunded donations don't count. */
export const countDonors = async (ports: Ports, input: { campaignId: bigint; from: Date; to: Date }): Promise<number> =>
  one(
    await ports.statement<{ donors: number }>(
      'giving.count_givers',
      `
        select count(distinct d.donor_key)::integer as donors
        from giving.donation d
        where d.campaign_id = $1 and d.given_at >= $2 and d.given_at < $3 and ${notRefunded}
      `,
      [input.campaignId, input.from, input.to],
    ),
  ).donors

export type SourceOfDonations = {
  readonly kind: 'source' | 'referral' | 'none'
  readonly name: string
  readonly gift: bigint
  readonly donations: number
}

/**
 * Counts donations by source, largest sum less refunds first: by referral code, otherwise by `src`, otherwise as
 * neither (content-18). `to` is excluded.
 */
export const countDonationSources = (
  ports: Ports,
  input: { campaignId: bigint; from: Date; to: Date; limit: number },
): Promise<SourceOfDonations[]> =>
  ports.statement<SourceOfDonations>(
    'giving.donation_sources',
    `
      select
        case
          when nullif(referred_donor, '') is not null then 'referral'
          when nullif(source, '') is not null then 'source'
          else 'none'
          end as kind,
        coalesce(nullif(referred_donor, ''), nullif(source, ''), '') as name,
        sum(d.gift - coalesce(r.gift, 0))::bigint as gift,
        count(*)::integer as donations
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = $1 and d.given_at >= $2 and d.given_at < $3 and r.is_fully_refunded is not true
      group by 1, 2
      order by 3 desc, 2
      limit $4
    `,
    [input.campaignId, input.from, input.to, input.limit],
  )
