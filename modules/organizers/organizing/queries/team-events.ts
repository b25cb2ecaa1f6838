import { sql } from 'kysely'
import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'

export type Threshold = {
  readonly campaignId: bigint
  readonly campaign: string
  readonly organizationId: bigint
  /** Minor units of `ownCurrency`, that of the charity's general fund. */
  readonly from: bigint
  readonly ownCurrency: Currency
}

/** Returns from which amount the charities of these campaigns are mailed about a donation; others are left out. */
export const thresholdsOf = async (db: Db, campaignIds: readonly bigint[]): Promise<Threshold[]> =>
  campaignIds.length === 0
    ? []
    : (
        await sql<Threshold>`
          select
            c.id as "campaignId",
            c.name as campaign,
            o.id as "organizationId",
            o.large_donation_from as "from",
            f.currency as "ownCurrency"
          from campaigns.campaign c
          join organizations.organization o on o.id = c.organization_id
          join campaigns.campaign f on f.organization_id = o.id and f.kind = 'general-fund'
          where c.id = any(${[...campaignIds]}::bigint[]) and o.large_donation_from is not null
        `.execute(db)
      ).rows

/** Sums each refund by campaign, except those that a bank took back. */
export const refundsToMail = async (
  db: Db,
  refundIds: readonly string[],
): Promise<
  {
    readonly refundId: string
    readonly campaignId: bigint
    readonly campaign: string
    readonly organizationId: bigint
    /** Null if several donations to the campaign were refunded together. */
    readonly donationId: string | null
    readonly gift: bigint
    readonly currency: Currency
  }[]
> =>
  (
    await sql<{
      refundId: string
      donationId: string | null
      campaignId: bigint
      campaign: string
      organizationId: bigint
      gift: bigint
      currency: Currency
    }>`
      select
        r.id as "refundId",
        c.id as "campaignId",
        c.name as campaign,
        c.organization_id as "organizationId",
        case when count(*) = 1 then min(d.id::text) end as "donationId",
        sum(l.gift)::bigint as gift,
        r.currency
      from refunds.refund r
      join refunds.line l on l.refund_id = r.id
      join giving.donation d on d.id = l.donation_id
      join campaigns.campaign c on c.id = d.campaign_id
      where r.id = any(${[...refundIds]}::uuid[]) and r.origin <> 'bank' and l.gift > 0
      group by r.id, c.id
    `.execute(db)
  ).rows

/**
 * Returns an ended plan that a fundraiser of a charity offers, if it was lost: its donor cancelled it, or it couldn't be
 * collected any more. Undefined for plans that the charity cancelled, whose causes closed, or that were never confirmed.
 */
export const findEndedPlan = async (
  db: Db,
  subscriptionId: string,
): Promise<
  | {
      readonly organizationId: bigint
      readonly campaign: string
      readonly frequency: Frequency
      /** Minor units. */
      readonly gift: bigint | null
      readonly currency: Currency
      readonly state: 'cancelled' | 'ended'
    }
  | undefined
> =>
  (
    await sql<{
      organizationId: bigint
      campaign: string
      frequency: Frequency
      gift: bigint | null
      currency: Currency
      state: 'cancelled' | 'ended'
    }>`
      select
        c.organization_id as "organizationId",
        c.name as campaign,
        o.frequency,
        (s.portions -> 'each' ->> 'gift')::bigint as gift,
        s.currency,
        s.state
      from subscriptions.subscription s
      join plans.plan o on o.id = s.plan_id
      join campaigns.campaign c on c.id = o.campaign_id
      where s.id = ${subscriptionId}::uuid
        and s.state in ('cancelled', 'ended')
        and s.reason in ('donor', 'failures', 'consent', 'card', 'dispute', 'email-undeliverable')
    `.execute(db)
  ).rows[0]

/** Returns a public fundraiser that a person outside the charity's team runs; undefined for all others. */
export const findPublished = async (
  db: Db,
  campaignId: bigint,
): Promise<
  | {
      readonly organizationId: bigint
      readonly campaign: string
      readonly charity: string
      readonly slug: string
    }
  | undefined
> =>
  (
    await sql<{ organizationId: bigint; campaign: string; charity: string; slug: string }>`
      select c.organization_id as "organizationId", c.name as campaign, o.name as charity, c.slug
      from campaigns.campaign c
      join organizations.organization o on o.id = c.organization_id
      where c.id = ${campaignId}
        and c.status = 1
        and exists (select from campaigns.team_member t where t.campaign_id = c.id and t.role = 'organizer')
        and not exists (
          select
          from campaigns.team_member t
          join organizations.member m on m.account_id = t.account_id and m.organization_id = c.organization_id
          where t.campaign_id = c.id and t.role = 'organizer'
        )
    `.execute(db)
  ).rows[0]

/** Returns a submitted fundraiser that waits for its charity. */
export const findAskedFundraiser = async (
  db: Db,
  submissionId: string,
): Promise<{ readonly organizationId: bigint; readonly campaign: string; readonly charity: string } | undefined> =>
  (
    await sql<{ organizationId: bigint; campaign: string; charity: string }>`
      select c.organization_id as "organizationId", c.name as campaign, o.name as charity
      from fundraising.submission s
      join campaigns.campaign c on c.id = s.campaign_id
      join organizations.organization o on o.id = c.organization_id
      where s.id = ${submissionId}::uuid and s.charity_state = 'asked' and s.decided_at is null
    `.execute(db)
  ).rows[0]
