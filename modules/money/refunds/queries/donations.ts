import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { mailboxOf, type RefundedAmount } from '#modules/money/giving/index.ts'
import type { DonationOfLevel } from '../ports.ts'
import type { RefundableDonation } from '../rules/lines.ts'
import '../tables.ts'

/** One refundable donation of a payment with the data that its refund needs. Minor units. */
export type ReviewedDonation = RefundableDonation & {
  readonly line: number
  readonly campaignId: bigint
  readonly campaignName: string
  readonly campaignSlug: string
  readonly organizationName: string
  readonly organizationId: bigint
  readonly accountId: string | null
  readonly email: string | null
  /** The donor's current email. */
  readonly mailTo: string | null
  readonly name: string
  readonly locale: string
  readonly donorKey: Buffer
  readonly giftAid: boolean
  /** Null for sadaqah or zakat. */
  readonly donationType: string | null
  readonly isAnonymous: boolean
  readonly levelId: bigint | null
  readonly levelTitle: string | null
  readonly quantity: number
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly paymentMethod: string
  readonly givenAt: Date
  /** Whether the donor is erased and only the books still identify them. */
  readonly isErased: boolean
}

type DonationRow = Omit<ReviewedDonation, 'refunded'> & {
  readonly refundedGift: bigint
  readonly refundedTip: bigint
  readonly refundedCoveredFee: bigint
  readonly refundedFeeRestored: bigint
  readonly refundedZakatEligible: bigint
}

/** Returns the donations of a payment in its order, with the amounts that refunds hold of each. */
export async function findPaidDonations(db: Db, intentId: string): Promise<ReviewedDonation[]> {
  const { rows } = await sql<DonationRow>`
    select
      d.id as "donationId",
      d.line,
      d.campaign_id as "campaignId",
      c.name as "campaignName",
      c.slug as "campaignSlug",
      o.name as "organizationName",
      c.organization_id as "organizationId",
      d.account_id as "accountId",
      d.email,
      ${sql.raw(mailboxOf('d'))} as "mailTo",
      d.name,
      d.locale,
      d.donor_key as "donorKey",
      d.gift,
      d.tip,
      d.covered_fee as "coveredFee",
      d.processing_fee as "processingFee",
      d.zakat_eligible as "zakatEligible",
      coalesce(d.zakat_eligible_bps, 10000) as "zakatEligibleBps",
      d.is_zakat as "isZakat",
      d.donation_type as "donationType",
      d.gift_aid as "giftAid",
      d.is_anonymous as "isAnonymous",
      d.level_id as "levelId",
      l.title as "levelTitle",
      d.quantity,
      d.card_brand as "cardBrand",
      d.card_last4 as "cardLast4",
      d.payment_method as "paymentMethod",
      d.given_at as "givenAt",
      d.retained_until is not null as "isErased",
      h.gift as "refundedGift",
      h.tip as "refundedTip",
      h.covered_fee as "refundedCoveredFee",
      h.fee_restored as "refundedFeeRestored",
      h.zakat_eligible as "refundedZakatEligible"
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    left join campaigns.level l on l.id = d.level_id
    cross join lateral (
      select
        coalesce(sum(n.gift), 0)::bigint as gift,
        coalesce(sum(n.tip), 0)::bigint as tip,
        coalesce(sum(n.covered_fee), 0)::bigint as covered_fee,
        coalesce(sum(n.fee_restored), 0)::bigint as fee_restored,
        coalesce(sum(n.zakat_eligible), 0)::bigint as zakat_eligible
      from refunds.line n
      join refunds.refund r on r.id = n.refund_id
      where n.donation_id = d.id and r.state not in ('failed', 'canceled')
    ) h
    where d.intent_id = ${intentId}::uuid
    order by d.line
  `.execute(db)
  return rows.map(
    ({ refundedGift, refundedTip, refundedCoveredFee, refundedFeeRestored, refundedZakatEligible, ...donation }) => ({
      ...donation,
      refunded: {
        gift: refundedGift,
        tip: refundedTip,
        coveredFee: refundedCoveredFee,
        feeRestored: refundedFeeRestored,
        zakatEligible: refundedZakatEligible,
      },
    }),
  )
}

/** Returns the refunded donations that have a giving level. */
export const refundedLevels = (
  donations: readonly ReviewedDonation[],
  lines: readonly { readonly donationId: string; readonly gift: bigint }[],
): DonationOfLevel[] =>
  donations.flatMap(({ donationId, levelId }) =>
    levelId !== null && lines.some((line) => line.donationId === donationId && line.gift > 0n)
      ? [{ donationId, levelId }]
      : [],
  )

/** A line of a refund with its donation. */
export type LineOfDonation = RefundedAmount & { readonly refundId: string }

export const refundLinesOf = (db: Db, refundIds: readonly string[]): Promise<LineOfDonation[]> =>
  refundIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refunds.line as l')
        .innerJoin('giving.donation as d', 'd.id', 'l.donation_id')
        .select([
          'l.refund_id as refundId',
          'l.donation_id as donationId',
          'l.gift',
          'l.tip',
          'l.covered_fee as coveredFee',
          'l.fee_restored as feeRestored',
          'l.zakat_eligible as zakatEligible',
        ])
        .where('l.refund_id', 'in', [...refundIds])
        .orderBy('d.line')
        .execute()

/** Returns the completed refunds of donations, without tips and covered fees, oldest first. Minor units. */
export const refundsOfDonations = (
  db: Db,
  donationIds: readonly string[],
): Promise<{ readonly donationId: string; readonly at: Date; readonly amount: bigint }[]> =>
  donationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refunds.line as l')
        .innerJoin('refunds.refund as r', 'r.id', 'l.refund_id')
        .select([
          'l.donation_id as donationId',
          sql<Date>`coalesce(r.settled_at, r.created_at)`.as('at'),
          'l.gift as amount',
        ])
        .where(sql<boolean>`l.donation_id = any(${donationIds}::uuid[])`)
        .where('r.state', '=', 'succeeded')
        .orderBy(sql`2`)
        .orderBy('r.id')
        .execute()

export type RefundedReceipt = {
  readonly id: string
  readonly number: string
  readonly kind: string
  readonly issuedAt: Date
  readonly voidedAt: Date | null
  readonly voidReason: string | null
}

/** Returns all receipts of a payment, including void ones, in the order of issue. */
export const receiptsOfIntent = (db: Db, intentId: string): Promise<RefundedReceipt[]> =>
  db
    .selectFrom('receipts.receipt as r')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .select([
      'r.id',
      'r.number',
      'r.kind',
      'r.issued_at as issuedAt',
      'v.voided_at as voidedAt',
      'v.reason as voidReason',
    ])
    .where('r.intent_id', '=', intentId)
    .orderBy('r.issued_at')
    .orderBy('r.revision')
    .execute()

/** Returns the paid attempt of a payment, to which the ledger refers. */
export const paidAttempt = (db: Db, intentId: string) =>
  db
    .selectFrom('payments.attempt')
    .select(['id', 'provider_charge_id as chargeId', 'ip', 'submitted_at as submittedAt'])
    .select((e) => e('challenge', 'is not', null).as('isAuthenticated'))
    .where('intent_id', '=', intentId)
    .where('state', '=', 'SUCCEEDED')
    .executeTakeFirst()

export const findIntentOfDonation = async (db: Db, donationId: string): Promise<string | undefined> =>
  (await db.selectFrom('giving.donation').select('intent_id').where('id', '=', donationId).executeTakeFirst())
    ?.intent_id
