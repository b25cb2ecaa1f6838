import { sql } from 'kysely'
import type { CampaignKind } from '#modules/causes/campaigns/rules/kinds.ts'
import { type OrganizerDonation, organizerColumns } from '#modules/money/giving/index.ts'
import type { OfflineMethod } from '#modules/organizers/organizing/rules/offline.ts'
import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import type { Currency } from '#shared/currencies.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import type { DonationState } from '../rules/donation-filters.ts'
import type { DonationAmounts } from '../rules/net-amount.ts'
import { donationState } from './donation-state.ts'

type OfFundraiser = {
  readonly id: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly campaignKind: CampaignKind
  readonly currency: Currency
  readonly state: DonationState
}

/**
 * A donation as the charity's team sees it (privacy-2), with its amounts before refunds; `gift` of the organizer's
 * columns is after refunds.
 */
export type CharityDonation = OrganizerDonation &
  OfFundraiser & {
    readonly amounts: DonationAmounts
    /** The part that counts as zakat, after refunds. */
    readonly zakat: bigint
    /** The number of its newest receipt; null until it is issued. */
    readonly receipt: string | null
    readonly isReceiptVoid: boolean
    readonly isThanked: boolean
    /** False after automatic thanks only, after which the team can still thank. */
    readonly isThankedByHand: boolean
    readonly paymentMethod: string
    readonly programme: Programme | null
    /** The frequency of its plan; null for a one-time donation. */
    readonly frequency: Frequency | null
    readonly isOfPlan: boolean
  }

/** Returns these donations of a charity; those of another charity are absent. */
export async function findDonations(
  db: Db,
  organizationId: bigint,
  ids: readonly string[],
): Promise<Map<string, CharityDonation>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<
    Omit<CharityDonation, 'amounts'> & {
      readonly given: bigint
      readonly coveredFee: bigint
      readonly processingFee: bigint
      readonly refundedGift: bigint
      readonly refundedFee: bigint
      readonly restoredFee: bigint
    }
  >`
    select
      ${sql.raw(organizerColumns)},
      d.campaign_id as "campaignId",
      c.name as campaign,
      c.kind as "campaignKind",
      ${sql.raw(donationState)} as state,
      d.gift as given,
      d.covered_fee as "coveredFee",
      d.processing_fee as "processingFee",
      coalesce(a.gift, 0) as "refundedGift",
      coalesce(a.covered_fee, 0) as "refundedFee",
      coalesce(a.processing_fee, 0) as "restoredFee",
      d.zakat_eligible - coalesce(a.zakat_eligible, 0) as zakat,
      p.number as receipt,
      coalesce(p.is_void, false) as "isReceiptVoid",
      exists (select from organizing.thank_you_message t where t.donation_id = d.id) as "isThanked",
      exists (
        select from organizing.thank_you_message t where t.donation_id = d.id and not t.is_automatic
      ) as "isThankedByHand",
      d.payment_method as "paymentMethod",
      d.programme,
      d.subscription_id is not null as "isOfPlan",
      (
        select o.frequency
        from subscriptions.subscription s
        join plans.plan o on o.id = s.plan_id
        where s.id = d.subscription_id
      ) as frequency
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    left join campaigns.level l on l.id = d.level_id
    left join giving.refunded_amount a on a.donation_id = d.id
    left join lateral (
      select v.number, exists (select from receipts.void w where w.receipt_id = v.id) as is_void
      from receipts.line n
      join receipts.receipt v on v.id = n.receipt_id
      where n.donation_id = d.id
      order by n.revision desc
      limit 1
    ) p
      on true
    where c.organization_id = ${organizationId}
      and d.id = any(${[...ids]}::uuid[])
  `.execute(db)
  return new Map(
    rows.map(({ given, coveredFee, processingFee, refundedGift, refundedFee, restoredFee, ...row }) => [
      row.id,
      {
        ...row,
        amounts: {
          gift: given,
          coveredFee,
          processingFee,
          refunded: { gift: refundedGift, coveredFee: refundedFee, processingFee: restoredFee },
        },
      },
    ]),
  )
}

/** An offline donation of one of a charity's fundraisers. */
export type CharityOfflineDonation = OfFundraiser & {
  readonly amount: bigint
  readonly receivedOn: LocalDate
  readonly donorName: string | null
  readonly method: OfflineMethod
}

/** Returns these offline donations of a charity; those of another charity are absent. */
export async function findOfflineDonations(
  db: Db,
  organizationId: bigint,
  ids: readonly string[],
): Promise<Map<string, CharityOfflineDonation>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CharityOfflineDonation>`
    select
      f.id,
      f.campaign_id as "campaignId",
      c.name as campaign,
      c.kind as "campaignKind",
      f.currency,
      f.amount,
      f.received_on::text as "receivedOn",
      f.donor_name as "donorName",
      f.method,
      f.state
    from organizing.offline_donation f
    join campaigns.campaign c on c.id = f.campaign_id
    where c.organization_id = ${organizationId} and f.id = any(${[...ids]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the fundraisers, pages and general fund of a charity that received a donation, by name. */
export const listFundraisers = async (
  db: Db,
  organizationId: bigint,
): Promise<{ readonly id: bigint; readonly name: string; readonly currency: Currency }[]> =>
  (
    await sql<{ id: bigint; name: string; currency: Currency }>`
      select c.id, c.name, c.currency
      from campaigns.campaign c
      where c.organization_id = ${organizationId}
        and (
          exists (select from giving.donation d where d.campaign_id = c.id)
            or exists (select from organizing.offline_donation f where f.campaign_id = c.id)
        )
      order by c.name, c.id
    `.execute(db)
  ).rows
