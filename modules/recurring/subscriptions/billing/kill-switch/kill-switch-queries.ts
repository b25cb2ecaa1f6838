import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { PlansOnSchedule } from '../../rules/forecast.ts'
import type { KillSwitchReason } from '../tables.ts'
import '../tables.ts'

/** Measurements when charging was stopped; instants are ISO 8601. */
export type KillSwitchData = Readonly<Record<string, string | number>>

/** The kill switch, with the reason why charging is stopped. */
export type KillSwitch = { readonly reason: KillSwitchReason; readonly details: KillSwitchData; readonly setAt: Date }

export type ChargingState = {
  readonly killSwitch: KillSwitch | null
  readonly databaseClock: Date
  /** Due time of the longest overdue collectable donation; null if none is due. */
  readonly dueSince: Date | null
  /** Until then, an unusual number of due donations is accepted, because staff approved it. */
  readonly dueLimitIgnoredUntil: Date | null
  /** Charges up to then are known to staff, even if the ledger lacks some. */
  readonly chargesSeenUntil: Date | null
}

/** Reads everything that is checked before a batch, in one statement of a few index look-ups. */
export const readChargingState = async (ports: Ports, now: Date, collectedSince: Date): Promise<ChargingState> => {
  const rows = await ports.statement<
    Omit<ChargingState, 'killSwitch'> & { killSwitch: (Omit<KillSwitch, 'setAt'> & { setAt: string }) | null }
  >(
    'subscriptions.kill_switch_state',
    `
      select
        clock_timestamp() as "databaseClock",
        (
          select json_build_object('reason', reason, 'details', details, 'setAt', set_at) from subscriptions.kill_switch
        ) as "killSwitch",
        (
          select min(due_at) from subscriptions.occurrence where state = 'SCHEDULED' and due_at <= $1 and due_at > $2
        ) as "dueSince",
        (
          select max(ignored_until)
          from subscriptions.kill_switch_release
          where reason = 'too-many-due' and released_at > $2
        ) as "dueLimitIgnoredUntil",
        (
          select max(released_at) from subscriptions.kill_switch_release where reason = 'provider-ahead'
        ) as "chargesSeenUntil"
    `,
    [now, collectedSince],
  )
  const { killSwitch, ...state } = one(rows)
  return { ...state, killSwitch: killSwitch && { ...killSwitch, setAt: new Date(killSwitch.setAt) } }
}

/** Returns the kill switch; undefined if charging is not stopped. */
export async function findKillSwitch(db: Db): Promise<KillSwitch | undefined> {
  const row = await db
    .selectFrom('subscriptions.kill_switch')
    .select(['reason', 'details', 'set_at as setAt'])
    .executeTakeFirst()
  return row && { ...row, details: row.details as KillSwitch['details'] }
}

/** Counts due, collectable donations up to `atMost`, including delayed ones. */
export const countDue = async (db: Db, now: Date, collectedSince: Date, atMost: number): Promise<number> =>
  one(
    (
      await sql<{ count: number }>`select count(*)::int as count from (
      select from subscriptions.occurrence where state = 'SCHEDULED' and due_at <= ${now} and due_at > ${collectedSince}
        and (delayed_since is null or delayed_since > ${collectedSince}) limit ${atMost}) due`.execute(db)
    ).rows,
  ).count

/** Returns the first due time of collectable donations; delayed ones count from their original time. */
export const firstDueOf = async (db: Db, now: Date, collectedSince: Date): Promise<Date | null> =>
  one(
    (
      await sql<{
        since: Date | null
      }>`
        select min(coalesce(delayed_since, due_at)) as since
        from subscriptions.occurrence
        where state = 'SCHEDULED'
          and due_at <= ${now}
          and due_at > ${collectedSince}
          and coalesce(delayed_since, due_at) > ${collectedSince}
      `.execute(db)
    ).rows,
  ).since

export type DueTotals = {
  readonly currency: Currency
  /** Collected when charging resumes. */
  readonly donations: number
  readonly plans: number
  /** Sum including tips, in minor units. */
  readonly amount: bigint
  /** Donations that are too late to collect and will be skipped. */
  readonly late: number
  readonly since: Date
}

/**
 * Sums due, unclaimed donations by currency, at most the `atMost` oldest, by the rule of `catchUp` with its limits
 * `outage` and `onTime`.
 */
export const readDueTotals = async (
  db: Db,
  times: { readonly now: Date; readonly outage: Date; readonly onTime: Date },
  atMost: number,
): Promise<DueTotals[]> =>
  (
    await sql<DueTotals>`
      with
        due as (
          select
            subscription_id,
            retries > 0 as is_again,
            coalesce(delayed_since, due_at) as since,
            gift + tip as amount
          from subscriptions.occurrence
          where state = 'SCHEDULED' and due_at <= ${times.now}
          order by due_at
          limit ${atMost}
        ),
        judged as (
          select
            *,
            since < ${times.onTime}
              and min(since) over (partition by subscription_id, is_again) < ${times.outage} as is_late
          from due
        )
      select
        s.currency,
        count(*) filter (where not is_late)::int as donations,
        count(distinct s.id) filter (where not is_late)::int as plans,
        coalesce(sum(amount) filter (where not is_late), 0)::bigint as amount,
        count(*) filter (where is_late)::int as late,
        min(since) as since
      from judged
      join subscriptions.subscription s on s.id = subscription_id and s.state = 'active'
      group by s.currency
      order by amount desc, s.currency
    `.execute(db)
  ).rows

/** Counts active subscriptions by schedule: a few dozen rows from one scan. */
export const countPlansBySchedule = async (db: Db): Promise<PlansOnSchedule[]> =>
  (
    await sql<PlansOnSchedule>`
      select
        schedule ->> 'kind' as kind,
        coalesce((schedule ->> 'month')::int * 100, 0) + coalesce(
          schedule ->> 'weekday', schedule ->> 'anchorDay'
        )::int as at,
        count(*)::int as count
      from subscriptions.subscription
      where state = 'active'
      group by 1, 2
    `.execute(db)
  ).rows

/** Inserts the kill switch; returns false if one is already set, whose reason is kept. */
export const insertKillSwitch = async (tx: Tx, { reason, details, setAt }: KillSwitch): Promise<boolean> =>
  (await tx
    .insertInto('subscriptions.kill_switch')
    .values({ reason, details: JSON.stringify(details), set_at: setAt })
    .onConflict((conflict) => conflict.column('is_on').doNothing())
    .returning('is_on')
    .executeTakeFirst()) !== undefined

/**
 * Returns and locks the kill switch until the transaction ends: if two people resume charging, the second finds none.
 */
export async function lockKillSwitch(tx: Tx): Promise<KillSwitch | undefined> {
  const row = await tx
    .selectFrom('subscriptions.kill_switch')
    .select(['reason', 'details', 'set_at as setAt'])
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, details: row.details as KillSwitch['details'] }
}

export async function archiveKillSwitch(
  tx: Tx,
  { reason, details, setAt }: KillSwitch,
  releasedAt: Date,
  ignoredUntil: Date,
): Promise<void> {
  await tx.deleteFrom('subscriptions.kill_switch').execute()
  await tx
    .insertInto('subscriptions.kill_switch_release')
    .values({
      reason,
      details: JSON.stringify(details),
      set_at: setAt,
      released_at: releasedAt,
      ignored_until: ignoredUntil,
    })
    .execute()
}
