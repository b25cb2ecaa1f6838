import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Ports } from '#shared/ports.ts'
import { ownedIds } from '../owned.ts'
import type { DonationStatus } from '../rules/donation-status.ts'
import { donationColumns, type RowWithFields, shownColumns, shownNames } from '../shown-fields.ts'
import '../tables.ts'

/**
 * A donation as its donor sees it. Amounts in minor units; columns that are known after payment only are null before.
 */
export type HistoryRow = RowWithFields & {
  readonly id: string
  readonly intentId: string
  readonly status: DonationStatus
  readonly campaignId: bigint
  readonly campaignName: string
  readonly campaignSlug: string
  readonly campaignLanguage: string
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly organizationSlug: string
  readonly currency: Currency
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  /** The parts that remain after refunds. */
  readonly processingFee: bigint | null
  readonly zakatEligible: bigint | null
  /** The refunded part of the donation and of the total. */
  readonly refundedDonation: bigint
  readonly refundedAmount: bigint
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly isAnonymous: boolean
  readonly quantity: number
  readonly paymentMethod: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly at: Date
  /** The day of the donation in the charity's time zone, as on the receipt. */
  readonly day: LocalDate
}

/**
 * The account's donations: paid ones it may see, and payment attempts without a paid donation. Both use an index by
 * owner, so the work depends on this donor's donations only. An order that was declined and then paid is one paid
 * donation.
 */
const donations = `
  select
    d.id,
    d.intent_id,
    case
      when r.is_fully_refunded then 'refunded'
      when r.gift + r.tip + r.covered_fee > 0 then 'partly-refunded'
      else 'succeeded'
      end as status,
    d.campaign_id,
    d.currency,
    d.gift,
    d.tip,
    d.covered_fee,
    d.processing_fee - coalesce(r.processing_fee, 0) as processing_fee,
    d.zakat_eligible - coalesce(r.zakat_eligible, 0) as zakat_eligible,
    coalesce(r.gift, 0) as refunded_donation,
    coalesce(r.gift + r.tip + r.covered_fee, 0) as refunded_amount,
    d.is_zakat,
    d.gift_aid,
    d.tax_receipt,
    d.is_anonymous,
    d.quantity,
    d.payment_method,
    d.card_brand,
    d.card_last4,
    date_trunc('milliseconds', d.given_at) as at${donationColumns('donor')}
  from giving.donation d
  left join giving.refunded_amount r on r.donation_id = d.id
  where d.id in (${ownedIds('$1')})
  union all
  select
    (l->>'donationId')::uuid,
    i.id,
    case when (a.state = 'UNKNOWN' and a.processing_at is null)
      or (a.state is null and i.state = 'PROCESSING') then 'unknown'
        when a.state is not null then 'processing'
        else 'declined'
        end,
    (l->>'campaignId')::bigint,
    i.currency,
    (l->>'gift')::bigint,
    (l->>'tip')::bigint,
    (l->>'coveredFee')::bigint,
    null,
    null,
    0,
    0,
    (l->>'isZakat')::boolean,
    (l->>'giftAid')::boolean and jsonb_typeof(l->'taxAddress') = 'object',
    (l->>'taxReceipt')::boolean,
    (l->>'isAnonymous')::boolean,
    (l->>'quantity')::integer,
    i.order_details->>'paymentMethod',
    null,
    null,
    date_trunc('milliseconds', i.created_at)${shownColumns('donor', ({ name }) => `l->'${name}'`)}
  from payments.intent i
  cross join lateral jsonb_array_elements(i.order_details->'lines') as l
  left join payments.attempt a on a.intent_id = i.id and a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN')
  where i.scope = 'account:' || $1::text
    and i.purpose = 'donation'
    and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'CANCELLED', 'EXPIRED')
`

/** These fields were selected for the donor in `donations`. */
const fieldsOfDonation = shownNames('donor')
  .map((name) => `, g."${name}"`)
  .join('')

const shown = `
  select
    g.id,
    g.intent_id as "intentId",
    g.status,
    g.campaign_id as "campaignId",
    c.name as "campaignName",
    c.slug as "campaignSlug",
    c.language as "campaignLanguage",
    o.name as "organizationName",
    o.name_ar as "organizationNameAr",
    o.slug as "organizationSlug",
    g.currency,
    g.gift,
    g.tip,
    g.covered_fee as "coveredFee",
    g.processing_fee as "processingFee",
    g.zakat_eligible as "zakatEligible",
    g.refunded_donation as "refundedDonation",
    g.refunded_amount as "refundedAmount",
    g.is_zakat as "isZakat",
    g.gift_aid as "giftAid",
    g.tax_receipt as "taxReceipt",
    g.is_anonymous as "isAnonymous",
    g.quantity,
    g.payment_method as "paymentMethod",
    g.card_brand as "cardBrand",
    g.card_last4 as "cardLast4",
    g.at,
    (g.at at time zone o.time_zone)::date::text as day${fieldsOfDonation}
  from (${donations}) as g
  join campaigns.campaign c on c.id = g.campaign_id
  join organizations.organization o on o.id = c.organization_id
`

export type HistoryFilter = {
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  readonly campaignId: bigint | null
  /** Slug of an organization. */
  readonly organization: string | null
  readonly isZakat: boolean | null
  /** Matches donations with any of these statuses. */
  readonly statuses: readonly DonationStatus[] | null
}

/**
 * Parameters: $1 account, $2 and $3 days, $4 campaign, $5 organization, $6 zakat, $7 statuses, $8 and $9 cursor, $10
 * limit.
 */
export const historyText = `
  select *
  from (${shown}) as s
  where ($2::text is null or s.day >= $2)
    and ($3::text is null or s.day <= $3)
    and ($4::bigint is null or s."campaignId" = $4)
    and ($5::text is null or s."organizationSlug" = $5)
    and ($6::boolean is null or s."isZakat" = $6)
    and ($7::text[] is null or s.status = any($7))
    and ($8::timestamptz is null or (s.at, s.id) < ($8, $9::uuid))
  order by s.at desc, s.id desc
  limit $10
`

/** Lists donations, newest first, after the cursor `before`. */
export const listHistory = (
  ports: Ports,
  accountId: string,
  filter: HistoryFilter,
  limit: number,
  before: { readonly at: Date; readonly id: string } | undefined,
): Promise<HistoryRow[]> =>
  ports.statement<HistoryRow>('giving.history', historyText, [
    accountId,
    filter.from,
    filter.to,
    filter.campaignId,
    filter.organization,
    filter.isZakat,
    filter.statuses,
    before?.at ?? null,
    before?.id ?? null,
    limit,
  ])

export const findInHistory = async (ports: Ports, accountId: string, id: string): Promise<HistoryRow | undefined> =>
  (await ports.statement<HistoryRow>('giving.history_one', `${shown} where g.id = $2::uuid`, [accountId, id]))[0]

export type HistoryDay = {
  readonly day: LocalDate
  readonly currency: Currency
  readonly gift: bigint
  readonly zakat: bigint
  readonly count: number
}

/** Sums paid donations less refunds by day and currency. */
export const sumHistoryDays = (ports: Ports, accountId: string): Promise<HistoryDay[]> =>
  ports.statement<HistoryDay>(
    'giving.history_days',
    `
      select
        (d.given_at at time zone o.time_zone)::date::text as day,
        d.currency,
        sum(d.gift - coalesce(r.gift, 0))::bigint as gift,
        sum(case when d.is_zakat then d.zakat_eligible - coalesce(r.zakat_eligible, 0) else 0 end)::bigint as zakat,
        count(*)::int as count
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      join campaigns.campaign c on c.id = d.campaign_id
      join organizations.organization o on o.id = c.organization_id
      where d.id in (${ownedIds('$1')}) and r.is_fully_refunded is not true
      group by 1, 2
    `,
    [accountId],
  )

export type HistoryCause = {
  readonly campaignId: bigint
  readonly name: string
  readonly language: string
  readonly organization: string
  readonly organizationAr: string | null
  readonly slug: string
}

/** Lists the campaigns that the account donated to, for the filter. */
export const listHistoryCampaigns = (ports: Ports, accountId: string): Promise<HistoryCause[]> =>
  ports.statement<HistoryCause>(
    'giving.history_causes',
    `
      select c.id as "campaignId", c.name, c.language, o.name as organization, o.name_ar as "organizationAr", o.slug
      from (${donations}) as g
      join campaigns.campaign c on c.id = g.campaign_id
      join organizations.organization o on o.id = c.organization_id
      group by c.id, c.name, c.language, o.name, o.name_ar, o.slug
      order by o.name, c.name
    `,
    [accountId],
  )
