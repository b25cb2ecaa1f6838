import { sql } from 'kysely'
import type { RefundState } from '#modules/money/refunds/rules/states.ts'
import type { PageStateData } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import type { OfflineMethod, OfflineState } from '#modules/organizers/organizing/rules/offline.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import type { FeedPosition } from '../rules/feed-position.ts'

const idsOf = (changes: readonly FeedPosition[]): string[] => changes.map(({ objectId }) => objectId)

/** A refund, or a dispute, of donations to a charity. `gift` is the charity's part, in minor units. */
export type RefundRow = {
  readonly id: string
  readonly state: RefundState
  readonly isDispute: boolean
  readonly currency: Currency
  readonly donations: readonly { readonly id: string; readonly gift: string }[]
  readonly createdAt: Date
  readonly settledAt: Date | null
}

/** Returns these refunds with their lines of the charity's donations. */
export const findRefunds = async (
  db: Db,
  organizationId: bigint,
  changes: readonly FeedPosition[],
): Promise<RefundRow[]> =>
  (
    await sql<RefundRow>`
      select
        r.id,
        r.state,
        r.origin = 'bank' as "isDispute",
        r.currency,
        jsonb_agg(jsonb_build_object('id', d.id, 'gift', l.gift::text) order by d.id) as donations,
        r.created_at as "createdAt",
        r.settled_at as "settledAt"
      from refunds.refund r
      join refunds.line l on l.refund_id = r.id
      join giving.donation d on d.id = l.donation_id
      join campaigns.campaign c on c.id = d.campaign_id
      where r.id = any(${idsOf(changes)}::uuid[]) and c.organization_id = ${organizationId}
      group by r.id
    `.execute(db)
  ).rows

/** A receipt that the charity issued, without its donor. */
export type ReceiptRow = {
  readonly id: string
  readonly number: string
  readonly kind: 'official' | 'plain'
  readonly revision: number
  readonly taxYear: number
  readonly donationIds: readonly string[]
  readonly issuedAt: Date
  readonly voidedAt: Date | null
}

/** Returns these receipts of a charity. */
export const findReceipts = async (
  db: Db,
  organizationId: bigint,
  changes: readonly FeedPosition[],
): Promise<ReceiptRow[]> =>
  (
    await sql<ReceiptRow>`
      select
        r.id,
        r.number,
        r.kind,
        r.revision,
        r.tax_year as "taxYear",
        array(select l.donation_id from receipts.line l where l.receipt_id = r.id order by l.donation_id)
          as "donationIds",
        r.issued_at as "issuedAt",
        v.voided_at as "voidedAt"
      from receipts.receipt r
      left join receipts.void v on v.receipt_id = r.id
      where r.id = any(${idsOf(changes)}::uuid[]) and r.issuer_id = ${organizationId}
    `.execute(db)
  ).rows

/** An occurrence of a plan that a fundraiser of the charity offers; `gift` in minor units, without tip. */
export type OccurrenceRow = {
  readonly planId: string
  readonly number: number
  readonly on: LocalDate
  readonly state: OccurrenceState
  readonly skipReason: string | null
  readonly gift: bigint
  readonly currency: Currency
  readonly donationId: string | null
}

/** Returns these occurrences of a charity's plans. */
export const findOccurrences = async (
  db: Db,
  organizationId: bigint,
  changes: readonly FeedPosition[],
): Promise<OccurrenceRow[]> =>
  (
    await sql<OccurrenceRow>`
      select
        q.subscription_id as "planId",
        q.seq as number,
        q.on_date::text as on,
        q.state,
        q.skip_reason as "skipReason",
        q.gift,
        s.currency,
        (
          select d.id
          from giving.donation d
          where d.intent_id = q.intent_id and d.campaign_id = c.id
          order by d.line
          limit 1
        ) as "donationId"
      from unnest(${idsOf(changes)}::uuid[], ${changes.map(({ part }) => part)}::integer[]) w(subscription_id, seq)
      join subscriptions.occurrence q using (subscription_id, seq)
      join subscriptions.subscription s on s.id = q.subscription_id
      join plans.plan o on o.id = s.plan_id
      join campaigns.campaign c on c.id = o.campaign_id
      where c.organization_id = ${organizationId}
    `.execute(db)
  ).rows

/** A hosted page by its campaign, which has its name, goal and end. */
export type PageRecord = PageStateData & {
  readonly id: string
  readonly campaignId: bigint
  readonly slug: string
  readonly name: string
  readonly currency: Currency
  readonly goal: bigint | null
  readonly publishedAt: Date | null
}

/** Returns these hosted pages of a charity. A deleted draft is absent. */
export const findPages = async (
  db: Db,
  organizationId: bigint,
  changes: readonly FeedPosition[],
): Promise<PageRecord[]> =>
  (
    await sql<PageRecord>`
      select
        p.id,
        p.campaign_id as "campaignId",
        p.slug,
        c.name,
        c.currency,
        c.goal,
        c.status as "campaignStatus",
        c.ends_at as "endsAt",
        c.archived_at as "archivedAt",
        p.review_requested_at as "reviewRequestedAt",
        p.published_at as "publishedAt"
      from hosted_pages.page p
      join campaigns.campaign c on c.id = p.campaign_id
      where p.id = any(${idsOf(changes)}::uuid[]) and p.organization_id = ${organizationId}
    `.execute(db)
  ).rows

/** An offline donation to a charity's fundraiser; `amount` in minor units. */
export type OfflineRecord = {
  readonly id: string
  readonly campaignId: bigint
  readonly amount: bigint
  readonly currency: Currency
  readonly receivedOn: LocalDate
  readonly donorName: string | null
  readonly method: OfflineMethod
  readonly state: OfflineState
  readonly reason: string | null
}

/** Returns these offline donations of a charity. */
export const findOfflineRecords = async (
  db: Db,
  organizationId: bigint,
  changes: readonly FeedPosition[],
): Promise<OfflineRecord[]> =>
  (
    await sql<OfflineRecord>`
      select
        f.id,
        f.campaign_id as "campaignId",
        f.amount,
        f.currency,
        f.received_on::text as "receivedOn",
        f.donor_name as "donorName",
        f.method,
        f.state,
        f.reason
      from organizing.offline_donation f
      join campaigns.campaign c on c.id = f.campaign_id
      where f.id = any(${idsOf(changes)}::uuid[]) and c.organization_id = ${organizationId}
    `.execute(db)
  ).rows
