import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { netPayouts } from './rules/net-payouts.ts'
import './tables.ts'

/** Zakat that was paid out to a campaign's charity. Minor units of `currency`. */
export type ZakatPayout = {
  readonly id: string
  readonly currency: Currency
  /** The UTC day. */
  readonly date: LocalDate
  readonly amount: bigint
}

/**
 * Lists the payouts from a campaign's `zakat_payable` (ledger-1), without those that were reversed, and less what a
 * refund or repayment took from a later payout (zakat-19).
 */
export const zakatPayoutsOf = async (db: Db, campaignId: bigint): Promise<ZakatPayout[]> =>
  netPayouts(
    (
      await sql<ZakatPayout>`
        select
          e.tx_id as id,
          e.currency,
          (t.occurred_at at time zone 'UTC')::date as date,
          sum(e.amount)::bigint as amount
        from ledger.entry e
        join ledger.tx t on t.id = e.tx_id
        where e.account = 'zakat_payable'
          and e.subject_id = ${campaignId}
          and e.meaning in ('payout', 'repayment')
          and t.reverses_tx_id is null
          and not exists (select from ledger.tx r where r.reverses_tx_id = t.id)
        group by 1, 2, 3, t.occurred_at
        order by t.occurred_at, 1
      `.execute(db)
    ).rows,
  )
