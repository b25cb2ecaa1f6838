import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import type { MoneyKind } from '../rules/amounts.ts'
import '../tables.ts'

/** What happened to one kind of money of some campaigns in one currency, by the ledger; minor units. */
export type PublicSums = {
  readonly currency: Currency
  readonly kind: MoneyKind
  /** Gifts before refunds. */
  readonly received: bigint
  readonly returned: bigint
  /** The provider's fees that the charity bears, less those that donors covered. */
  readonly fees: bigint
  /** Sent payouts that didn't fail, less repayments. */
  readonly paidOut: bigint
}

/**
 * Sums the ledger entries of campaigns of one charity (payouts-17). Reads the entries of these campaigns by an index,
 * and the releases of reserves through the charity's payouts.
 */
export const sumPublicTotals = async (db: Db, campaignIds: readonly bigint[]): Promise<PublicSums[]> =>
  (await publicTotals(campaignIds).execute(db)).rows

/** The query of `sumPublicTotals`. */
export function publicTotals(campaignIds: readonly bigint[]) {
  const ids = sql`${[...campaignIds]}::bigint[]`
  return sql<PublicSums>`
    with
      payable as materialized (
        select tx_id, currency, account, meaning, amount
        from ledger.entry
        where subject_id = any(${ids}) and account in ('campaign_payable', 'zakat_payable')
      ),
      returned as (
        select p.currency, p.account, sum(p.amount) as amount
        from payable p
        join ledger.tx t on t.id = p.tx_id
        where p.meaning = 'gift'
          and p.amount > 0
          and t.source_type = 'refund'
          and not exists (select from ledger.tx r where r.reverses_tx_id = t.id)
        group by 1, 2
      ),
      released as (
        select e.currency, sum(e.amount) as amount
        from (
          select distinct organization_id
          from campaigns.campaign
          where id = any(${ids})
        ) c
        join payouts.payout p on p.organization_id = c.organization_id
        join ledger.tx t on t.source_type = 'payout' and t.source_id = p.id
        join ledger.entry e on e.tx_id = t.id
        where e.account = 'campaign_reserve'
          and e.meaning = 'release'
          and e.subject_id = any(${ids})
        group by 1
      ),
      summed as (
        select
          currency,
          account,
          coalesce(-sum(amount) filter (where meaning = 'gift'), 0) as gifts,
          coalesce(sum(amount) filter (where meaning in ('covered_fee', 'processing_fee')), 0) as fees,
          coalesce(sum(amount) filter (where meaning in ('payout', 'repayment')), 0) as paid_out
        from payable
        group by 1, 2
      )
    select
      s.currency,
      case s.account when 'zakat_payable' then 'zakat' else 'rest' end as kind,
      (s.gifts + coalesce(r.amount, 0))::bigint as received,
      coalesce(r.amount, 0)::bigint as returned,
      s.fees::bigint as fees,
      (s.paid_out + coalesce(l.amount, 0))::bigint as "paidOut"
    from summed s
    left join returned r using (currency, account)
    left join released l on l.currency = s.currency and s.account = 'campaign_payable'
    order by 1, 2
  `
}
