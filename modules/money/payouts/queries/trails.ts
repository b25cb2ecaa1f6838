import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import type { PayoutState } from '../rules/states.ts'
import '../tables.ts'

/** A donation with what happened to its money, without data of other donors; minor units. */
export type TrailRow = {
  readonly donationId: string
  readonly intentId: string
  readonly campaignId: bigint
  readonly currency: Currency
  readonly charity: string
  readonly timeZone: string
  readonly campaign: string
  readonly givenAt: Date
  readonly method: string
  readonly gift: bigint
  readonly zakat: bigint
  readonly coveredFee: bigint
  readonly processingFee: bigint
  readonly isFeeOfCampaign: boolean
  readonly isDisputed: boolean
  readonly hasOpenRequest: boolean
  readonly hasOpenRefund: boolean
  readonly returned: bigint
}

/** Lists those of these donations that a donor may see. */
export const listTrailRows = async (db: Db, donationIds: readonly string[]): Promise<TrailRow[]> =>
  (
    await sql<TrailRow>`
      select
        d.id as "donationId",
        d.intent_id as "intentId",
        d.campaign_id as "campaignId",
        d.currency,
        o.name as charity,
        o.time_zone as "timeZone",
        c.name as campaign,
        d.given_at as "givenAt",
        d.payment_method as method,
        d.gift,
        d.zakat_eligible - coalesce(r.zakat_eligible, 0) as zakat,
        d.covered_fee as "coveredFee",
        d.processing_fee as "processingFee",
        exists (
          select
          from ledger.tx t
          join ledger.entry e on e.tx_id = t.id
          where t.source_type = 'attempt'
            and t.source_id = d.attempt_id
            and e.account = 'campaign_payable'
            and e.meaning = 'processing_fee'
            and e.subject_id = d.campaign_id
        ) as "isFeeOfCampaign",
        i.state = 'DISPUTED' as "isDisputed",
        exists (select from refunds.request q where q.donation_id = d.id and q.state = 'open') as "hasOpenRequest",
        exists (
          select
          from refunds.line l
          join refunds.refund f on f.id = l.refund_id
          where l.donation_id = d.id and f.state in ('proposed', 'requested', 'pending', 'requires_action')
        ) as "hasOpenRefund",
        coalesce(r.gift, 0) as returned
      from giving.donation d
      join payments.intent i on i.id = d.intent_id
      join campaigns.campaign c on c.id = d.campaign_id
      join organizations.organization o on o.id = c.organization_id
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.id = any(${donationIds}::uuid[])
        and d.retained_until is null
      order by d.line
    `.execute(db)
  ).rows

/** A payout with the money of one payment to one campaign; `amount` is what it pays of this money. */
export type TrailPayout = {
  readonly number: bigint
  readonly state: PayoutState
  readonly amount: bigint
  readonly hasCharge: boolean
  readonly draftedAt: Date
  readonly sentAt: Date | null
  readonly paidOn: LocalDate | null
}

/** Lists the payouts with the money of a payment to a campaign, oldest first, without those that were cancelled. */
export const listTrailPayouts = async (
  db: Db,
  { intentId, campaignId }: { readonly intentId: string; readonly campaignId: bigint },
): Promise<TrailPayout[]> =>
  (
    await sql<TrailPayout>`
      select
        p.number,
        p.state,
        sum(l.amount)::bigint as amount,
        bool_or(l.is_charge) as "hasCharge",
        p.drafted_at as "draftedAt",
        p.sent_at as "sentAt",
        p.paid_on as "paidOn"
      from payouts.line l
      join payouts.payout p on p.id = l.payout_id
      where l.intent_id = ${intentId} and l.campaign_id = ${campaignId} and p.state <> 'cancelled'
      group by p.id
      order by p.number
    `.execute(db)
  ).rows
