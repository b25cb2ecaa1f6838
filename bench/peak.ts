import type pg from 'pg'
import { one, required } from '#shared/collections.ts'
import type { LoadResult } from './load.ts'

/** Donations and due plans a second. */
export type Rates = { readonly donations: number; readonly plans: number }

/** The rates that a platform with 20 million donations a year is expected to have in the last nights of Ramadan. */
export const wantedRates: Rates = { donations: 500, plans: 170 }

/** A number of donations a second with a third as many plans. */
export const ratesOf = (donations: number): Rates => ({ donations, plans: Math.max(1, Math.floor(donations / 3)) })

/** Slower rates to try, each three quarters of the one before. */
export function slowerRates({ donations, plans }: Rates): Rates {
  return { donations: Math.max(1, Math.floor(donations * 0.75)), plans: Math.max(1, Math.floor(plans * 0.75)) }
}

/** Whether donors waited less than a second (99th percentile), nothing failed, and as many were served as asked. */
export const isSustained = (result: LoadResult, asked: number): boolean =>
  result.errors === 0 && result.p99 < 1000 && result.rate >= asked * 0.97

/** Adds an occurrence of each subscription, due one after another at `perSecond`, the first in `afterSeconds`. */
export async function makeDueInTurn(
  owner: pg.Client,
  ids: readonly string[],
  { key, perSecond, seconds, afterSeconds }: { key: string; perSecond: number; seconds: number; afterSeconds: number },
): Promise<number> {
  const count = perSecond * seconds
  const { rowCount } = await owner.query(
    `insert into subscriptions.occurrence (
       subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip, partition
     )
     select
       s.id, $1 || '-' || n, n + coalesce((select max(seq) from subscriptions.occurrence o where o.subscription_id = s.id), 0),
       current_date, d.instant, d.instant, 'SCHEDULED', 1000, 160, 1 + (s.causes -> 0 ->> 'campaignId')::bigint % 255
     from generate_series(1, $2::int) n
     cross join lateral (select now() + ($3::float8 + n / $4::float8) * interval '1 second' as instant) d
     join subscriptions.subscription s on s.id = ($5::uuid[])[1 + n % cardinality($5::uuid[])]`,
    [key, count, afterSeconds, perSecond, ids],
  )
  await owner.query('analyze subscriptions.occurrence')
  return required(rowCount)
}

/** How long after its instant each due occurrence was charged, in milliseconds, and how many were. */
export async function readDelays(
  owner: pg.Client,
  key: string,
): Promise<{ charged: number; p50: number; p95: number; p99: number }> {
  const { rows } = await owner.query<Record<'charged' | 'p50' | 'p95' | 'p99', number>>(
    `select count(*)::int as charged, ${[50, 95, 99]
      .map(
        (share) =>
          `(percentile_cont(${share / 100}) within group (order by extract(epoch from a.settled_at - o.planned_at) * 1000))::int as p${share}`,
      )
      .join(', ')}
     from subscriptions.occurrence o
     join payments.attempt a on a.intent_id = o.intent_id and a.state = 'SUCCEEDED'
     where o.occurrence_key like $1 || '-%' and o.state = 'SUCCEEDED'`,
    [key],
  )
  return one(rows)
}

/** Processor time in milliseconds of one donation, with its share of plans, in the application and in PostgreSQL. */
export type Spent = { readonly application: number; readonly postgres: number }

/**
 * Calculates the donations a second that some machines serve when their processors are used to 70 %. From two machines on
 * PostgreSQL has one of its own, because it can't be divided.
 */
export function ratesOfMachines({ application, postgres }: Spent, machines: number, processors: number): number {
  const msOfMachine = processors * 1000 * 0.7
  return machines === 1
    ? msOfMachine / (application + postgres)
    : Math.min((msOfMachine * (machines - 1)) / application, msOfMachine / postgres)
}
