import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { TrustFigures } from './contract.ts'
import './tables.ts'

/** A charge that has no answer after this time has no known outcome. */
const answerMinutes = 5

/** Counts the payments without an outcome, which are looked up again or reviewed by staff. */
export const countWithoutOutcome = async (db: Db, instant: Date): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count
      from payments.attempt
      where state = 'UNKNOWN'
        or (
          state = 'SUBMITTED'
          and processing_at is null
          and submitted_at < ${instant}::timestamptz - make_interval(mins => ${answerMinutes})
        )
    `.execute(db)
  ).rows[0]?.count ?? 0

/** Counts duplicates refunded since an instant, and the median minutes from the payment to the refund. */
export async function measureDuplicates(db: Db, since: Date): Promise<TrustFigures['duplicates']> {
  const { rows } = await sql<{ refunded: number; medianMinutes: number | null }>`
    select
      count(*)::int as refunded,
      percentile_cont(0.5) within group (
        order by extract(epoch from r.settled_at - a.settled_at) / 60
      )::float8 as "medianMinutes"
    from refunds.refund r
    join payments.attempt a on a.intent_id = r.intent_id and a.state = 'SUCCEEDED'
    where r.reason = 'duplicate' and r.state = 'succeeded' and r.settled_at >= ${since}
  `.execute(db)
  return rows[0] ?? { refunded: 0, medianMinutes: null }
}

/** Measures the days from donations to the payouts with them that were sent since an instant and didn't fail. */
export async function measurePayoutDays(db: Db, since: Date): Promise<TrustFigures['payoutDays']> {
  const { rows } = await sql<TrustFigures['payoutDays']>`
    with
      paid as (
        select extract(epoch from p.sent_at - t.occurred_at) / 86400 as days
        from payouts.payout p
        join payouts.line l on l.payout_id = p.id
        join ledger.tx t on t.id = l.tx_id
        where p.kind = 'payout' and p.state in ('sent', 'paid') and p.sent_at >= ${since} and l.is_charge
      )
    select
      count(*)::int as donations,
      percentile_cont(0.5) within group (order by days)::float8 as median,
      percentile_cont(0.95) within group (order by days)::float8 as "percentile95"
    from paid
  `.execute(db)
  return rows[0] ?? { donations: 0, median: null, percentile95: null }
}

type ZakatRow = {
  readonly currency: Currency
  readonly received: bigint
  readonly paidOut: bigint
  readonly distributed: bigint
}

/** Sums zakat by currency: received less refunds, paid out to charities, and distributed by approved reports. */
export const sumZakat = async (db: Db): Promise<ZakatRow[]> =>
  (
    await sql<ZakatRow>`
      with
        booked as (
          select
            currency::text,
            coalesce(-sum(amount) filter (where meaning = 'gift'), 0) as received,
            coalesce(sum(amount) filter (where meaning in ('payout', 'repayment')), 0) as paid_out
          from ledger.entry
          where account = 'zakat_payable'
          group by 1
        ),
        distributed as (
          select currency, sum(amount) as distributed
          from zakat.distribution
          where state = 'approved'
          group by 1
        )
      select
        currency,
        coalesce(received, 0)::bigint as received,
        coalesce(paid_out, 0)::bigint as "paidOut",
        coalesce(distributed, 0)::bigint as distributed
      from booked
      full join distributed using (currency)
      order by received desc nulls last, currency
    `.execute(db)
  ).rows

type MonthRow = {
  readonly currency: Currency
  readonly month: string
  readonly received: bigint
  readonly paidOut: bigint
}

/** Sums what campaigns received and were paid out by currency and UTC month since an instant. */
export const sumMonths = async (db: Db, since: Date): Promise<MonthRow[]> =>
  (
    await sql<MonthRow>`
      with
        months as (
          select
            e.currency::text,
            to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM') as month,
            coalesce(-sum(e.amount) filter (where e.meaning = 'gift'), 0)::bigint as received,
            coalesce(sum(e.amount) filter (where e.meaning in ('payout', 'release', 'repayment')), 0)::bigint as "paidOut",
            count(*) as entries
          from ledger.tx t
          join ledger.entry e on e.tx_id = t.id
          where t.occurred_at >= ${since} and e.account in ('campaign_payable', 'zakat_payable', 'campaign_reserve')
          group by 1, 2
        )
      select currency, month, received, "paidOut"
      from months
      order by sum(entries) over (partition by currency) desc, currency, month
    `.execute(db)
  ).rows

/** Returns the last run of each check. */
export const listChecks = async (db: Db): Promise<TrustFigures['checks']> =>
  (
    await db
      .selectFrom('ledger.last_check')
      .select(['name', 'title', 'breaches', 'checked_at as checkedAt'])
      .orderBy(sql`substr(name, 2)::int`)
      .execute()
  ).map(({ checkedAt, title, ...check }) => ({
    ...check,
    title: title.replace(/^Q\d+: /, ''),
    checkedAt,
  }))

/** Replaces the figures. */
export const saveFigures = async (tx: Tx, figures: TrustFigures, instant: Date): Promise<void> => {
  const row = { computed_at: instant, figures: JSON.stringify(figures) }
  await tx
    .insertInto('figures.latest')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}

/** Returns the latest figures; undefined before the job's first run. */
export const findFigures = (db: Db): Promise<{ computedAt: Date; figures: unknown } | undefined> =>
  db.selectFrom('figures.latest').select(['computed_at as computedAt', 'figures']).executeTakeFirst()
