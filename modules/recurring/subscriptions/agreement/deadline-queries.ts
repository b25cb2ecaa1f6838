import { dayMs } from '#shared/time.ts'
import { sql } from 'kysely'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import '../tables.ts'

/**
 * Subquery of subscriptions and the days on which they ran: account_id, starts_on, ends_on (exclusive; null while
 * running). Includes pauses.
 */
export const planRuns = `
  select account_id, starts_on, least(ends_on, (closed_at at time zone time_zone)::date) as ends_on
  from subscriptions.subscription
`

type Named = { readonly id: string }
const ids = (rows: readonly Named[]): string[] => rows.map(({ id }) => id)

/**
 * Bound for the indexes: no time zone is more than a day ahead of UTC. The local date of each plan is compared after
 * it.
 */
const utcDay = (now: Date) => localDateIn('UTC', now)

/** Subscriptions that have not ended, including paused ones. */
const live = sql`s.state in ('active', 'paused', 'needs-card')`
const ofNights = sql`s.programme in ('DhulHijjah', 'Ramadan30Nights')`

/**
 * Locks active plans whose agreement ends by a day, whose donors weren't asked yet and that run longer. Programmes of
 * nights are agreed to once.
 */
export const lockConsentsToRenew = async (tx: Tx, by: LocalDate, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<Named>`
        select id
        from subscriptions.subscription s
        where s.state = 'active'
          and s.consent_until <= ${by}::date
          and s.consent_requested_at is null
          and s.schedule->>'kind' in ('day', 'week', 'month')
          and (s.ends_on is null or s.ends_on > s.consent_until)
        order by s.consent_until
        limit ${limit}
        for update skip locked
      `.execute(tx)
    ).rows,
  )

export const saveRenewalRequested = (tx: Tx, list: readonly string[], instant: Date) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ consent_requested_at: instant })
    .where('id', 'in', [...list])
    .execute()

/** Returns active plans whose agreement has ended in the donor's time zone. */
export const expiredConsents = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<Named>`
        select id
        from subscriptions.subscription s
        where s.state = 'active'
          and s.consent_until <= ${utcDay(now)}::date
          and s.consent_until < (${now}::timestamptz at time zone s.time_zone)::date
          and s.schedule->>'kind' in ('day', 'week', 'month')
          and (s.ends_on is null or s.ends_on > s.consent_until)
        order by s.id
        limit ${limit}
      `.execute(tx)
    ).rows,
  )

/** Condition: no donation is in progress or in the future. */
const hasNoOpenDonations = sql`
  not exists (
    select
    from subscriptions.occurrence o
    where o.subscription_id = s.id and o.state in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED')
  )
`

/** Condition: donations skipped by an outage can still be made up for. */
const isCatchUpAllowed = (now: Date) =>
  sql`
    exists (
      select
      from subscriptions.occurrence o
      where o.subscription_id = s.id
        and o.state = 'SKIPPED'
        and o.skip_reason = 'outage'
        and o.planned_at > ${new Date(now.getTime() - 7 * dayMs)}
    )
  `

/**
 * Interval between a night and a chosen thirtieth night, which is announced on the 29th day, however long ago the last
 * scheduled night is by then.
 */
const untilThirtieth = sql`
  case when s.schedule->'nights' @> '30' then (30 - o.number) * interval '1 day' else interval '0' end
`

/**
 * Returns plans that are over: after their last day in the donor's time zone, for a programme two days after its last
 * possible night, or once the total is paid, less refunds (recurring-32).
 */
export const findFinishedPlans = async (tx: Tx, now: Date, hijriYear: number, limit: number): Promise<string[]> =>
  ids(
    (
      await sql<Named>`
        select id
        from (
          (
            select s.id
            from subscriptions.subscription s
            where ${live}
              and s.ends_on <= ${utcDay(now)}::date
              and s.ends_on < (${now}::timestamptz at time zone s.time_zone)::date
              and ${hasNoOpenDonations}
              and not ${isCatchUpAllowed(now)}
            limit ${limit}
          )
          union (
            select s.id
            from subscriptions.subscription s
            where ${live}
              and ${ofNights}
              and (s.schedule->>'hijriYear')::int <= ${hijriYear}
              and ${hasNoOpenDonations}
              and exists (select from subscriptions.occurrence o where o.subscription_id = s.id)
              and not exists (
                select
                from subscriptions.occurrence o
                where o.subscription_id = s.id
                  and o.planned_at + ${untilThirtieth} > ${new Date(now.getTime() - 2 * dayMs)}
              )
              and not ${isCatchUpAllowed(now)}
            limit ${limit}
          )
          union (
            select s.id
            from subscriptions.subscription s
            where ${live}
              and s.total is not null
              and s.total <= (
                select sum(
                  o.gift - coalesce(subscriptions.refunded_of(o.subscription_id, o.occurrence_key, o.intent_id), 0)
                )
                from subscriptions.occurrence o
                where o.subscription_id = s.id and o.state = 'SUCCEEDED'
              )
            limit ${limit}
          )
        ) over
        order by id
        limit ${limit}
      `.execute(tx)
    ).rows,
  )

/** Returns charges that waited for their donor until their time limit. */
export const unansweredCharges = async (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ readonly subscriptionId: string; readonly chargeId: string }[]> =>
  (
    await sql<{ subscriptionId: string; chargeId: string }>`
      select distinct subscription_id as "subscriptionId", charge_id as "chargeId"
      from (
        select subscription_id, charge_id
        from subscriptions.occurrence
        where state = 'ACTION_REQUIRED' and action_deadline <= ${now} and charge_id is not null
        order by action_deadline
        limit ${limit}
      ) waiting
    `.execute(tx)
  ).rows

/** Returns running programmes of nights of a calendar group in these Hijri years, ordered by id, after an id. */
export const nightsOfCalendar = async (
  db: Db,
  input: {
    readonly calendar: CalendarGroup
    readonly years: readonly number[]
    readonly after: string
    readonly limit: number
  },
): Promise<string[]> =>
  ids(
    (
      await sql<Named>`
        select s.id
        from subscriptions.subscription s
        where ${live}
          and ${ofNights}
          and s.calendar = ${input.calendar}
          and (s.schedule->>'hijriYear')::int = any(${[...input.years]}::int[])
          and s.id > ${input.after}::uuid
        order by s.id
        limit ${input.limit}
      `.execute(db)
    ).rows,
  )
