import { sql } from 'kysely'
import { required } from '#shared/collections.ts'
import type { Db } from '#shared/ports.ts'
import type { MoneyKind } from '../rules/amounts.ts'
import type { HoldReason } from '../rules/holds.ts'
import { openEntries, type PayoutAccount } from './open-entries.ts'
import '../tables.ts'

/** Open entries of one campaign and kind with the same first hold; `reason` null: free. Minor units. */
export type OpenSum = {
  readonly campaignId: bigint
  readonly kind: MoneyKind
  readonly reason: HoldReason | null
  readonly amount: bigint
  readonly reservable: bigint
  /** The first and the last end of the holds; null if they have none. */
  readonly firstUntil: Date | null
  readonly lastUntil: Date | null
}

/** Sums the entries outside live payouts by campaign, kind and hold (payouts-14). */
export const sumOpenEntries = async (
  db: Db,
  account: PayoutAccount,
  terms: { readonly instant: Date; readonly holdDays: number },
): Promise<OpenSum[]> =>
  (
    await sql<OpenSum>`
      with
        ${openEntries(account, terms)},
        named as (
          select
            *,
            case
              when is_free then null
              when new_until > ${terms.instant} then case method
              when 'ach' then 'debit-new'
              else 'card-payment-new'
              end
              when is_disputed then 'disputed'
              when has_request then 'refund-requested'
              else 'refund-open'
              end as reason
          from open_entry
        )
      select
        campaign_id as "campaignId",
        case account when 'zakat_payable' then 'zakat' else 'rest' end as kind,
        reason,
        sum(amount)::bigint as amount,
        coalesce(sum(amount) filter (where is_reservable), 0)::bigint as reservable,
        min(new_until) filter (where new_until > ${terms.instant}) as "firstUntil",
        max(new_until) filter (where new_until > ${terms.instant}) as "lastUntil"
      from named
      group by 1, 2, 3
      order by 1, 2, 3 nulls first
    `.execute(db)
  ).rows

/** A charity's payouts by what happened to the money, in minor units (payouts-14). */
export type PayoutSums = {
  /** Lines and releases of payouts in draft or approved. */
  readonly prepared: bigint
  /** What stays in reserve and no live payout releases. */
  readonly reserve: bigint
  readonly onItsWay: bigint
  readonly paid: bigint
}

export async function sumPayouts(db: Db, { organizationId, currency }: PayoutAccount): Promise<PayoutSums> {
  const { rows } = await sql<PayoutSums>`
    select
      coalesce(sum(zakat + rest + released) filter (where state in ('draft', 'approved')), 0)::bigint as prepared,
      (
        coalesce(sum(reserve) filter (where state in ('sent', 'paid')), 0) - coalesce(sum(released), 0)
      )::bigint as reserve,
      coalesce(sum(total) filter (where state = 'sent'), 0)::bigint as "onItsWay",
      coalesce(sum(total) filter (where state = 'paid'), 0)::bigint as paid
    from payouts.payout
    where organization_id = ${organizationId}
      and currency = ${currency}
      and state in ('draft', 'approved', 'sent', 'paid')
  `.execute(db)
  return required(rows[0])
}

/** Whether a live payout released a reserve of a payout. */
export const isReserveReleased = async (db: Db, payoutId: string): Promise<boolean> =>
  (await db
    .selectFrom('payouts.release')
    .select('payout_id')
    .where('reserve_payout_id', '=', payoutId)
    .where('is_live', '=', true)
    .executeTakeFirst()) !== undefined

/** A kind of money with which a charity owes the platform, in minor units. */
export type Debt = PayoutAccount & { readonly kind: MoneyKind; readonly amount: bigint }

/** Lists the debts of all charities: kinds of money whose entries outside live payouts sum below zero (payouts-10). */
export const listDebts = async (db: Db): Promise<Debt[]> =>
  (
    await sql<Debt>`
      select
        c.organization_id as "organizationId",
        e.currency,
        case e.account when 'zakat_payable' then 'zakat' else 'rest' end as kind,
        sum(e.amount)::bigint as amount
      from ledger.entry e
      join campaigns.campaign c on c.id = e.subject_id
      where e.account in ('campaign_payable', 'zakat_payable')
        and not exists (select from ledger.tx t where t.id = e.tx_id and t.source_type = 'payout')
        and not exists (select from payouts.line l where l.tx_id = e.tx_id and l.line = e.line and l.is_live)
      group by 1, 2, 3
      having sum(e.amount) > 0
      order by 1, 2, 3
    `.execute(db)
  ).rows

/** Lists the campaigns of a charity that owe money of a kind, the largest debt first. Minor units. */
export const listCampaignDebts = async (
  db: Db,
  { organizationId, currency }: PayoutAccount,
  kind: MoneyKind,
): Promise<{ readonly campaignId: bigint; readonly amount: bigint }[]> =>
  (
    await sql<{ campaignId: bigint; amount: bigint }>`
      select e.subject_id as "campaignId", sum(e.amount)::bigint as amount
      from campaigns.campaign c
      join ledger.entry e on e.subject_id = c.id
        and e.currency = ${currency}
        and e.account = ${kind === 'zakat' ? 'zakat_payable' : 'campaign_payable'}
      join ledger.tx t on t.id = e.tx_id and t.source_type <> 'payout'
      where c.organization_id = ${organizationId}
        and not exists (select from payouts.line l where l.tx_id = e.tx_id and l.line = e.line and l.is_live)
      group by 1
      having sum(e.amount) > 0
      order by 2 desc, 1
    `.execute(db)
  ).rows
