import { type RawBuilder, sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { UpcomingNoticeReason } from '../agreement/queue-notice.ts'
import './tables.ts'

/** Records a sent notice with the keys of the donations that it lists. Returns false if the notice was sent before. */
export const insertSentNotice = async (
  tx: Tx,
  input: { subscriptionId: string; notice: string; keys: readonly string[]; at: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('subscriptions.sent_notice')
    .values({ subscription_id: input.subscriptionId, notice: input.notice, keys: [...input.keys], sent_at: input.at })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'notice']).doNothing())
    .returning('notice')
    .executeTakeFirst()) !== undefined

export const isNoticeSent = async (db: Db, subscriptionId: string, notice: string): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions.sent_notice')
    .select('notice')
    .where('subscription_id', '=', subscriptionId)
    .where('notice', '=', notice)
    .executeTakeFirst()) !== undefined

export type PaidOccurrence = {
  readonly key: string
  readonly on: LocalDate
  readonly number: number | null
  readonly intentId: string
}

/** Returns paid donations that no mail has listed, in order, optionally before an instant. */
export const unlistedOccurrences = async (db: Db, subscriptionId: string, before?: Date): Promise<PaidOccurrence[]> =>
  (
    await sql<PaidOccurrence>`
      select o.occurrence_key as key, o.on_date::text as "on", o.number, o.intent_id as "intentId"
      from subscriptions.occurrence o
      where o.subscription_id = ${subscriptionId}::uuid
        and o.state = 'SUCCEEDED'
        and o.settled_at < coalesce(${before ?? null}::timestamptz, 'infinity')
        and not exists (
          select
          from subscriptions.sent_notice t
          where t.subscription_id = o.subscription_id and o.occurrence_key = any(t.keys)
        )
      order by o.planned_at, o.seq
    `.execute(db)
  ).rows

export type PaidKeys = { readonly subscriptionId: string; readonly keys: readonly string[] }

/**
 * Returns payments that collected a donation on a later day than it was due, by the donor's time zone, with all
 * donations of the payment. Excludes donations delayed by a decline or a challenge.
 */
export const latePayments = async (
  tx: Tx,
  paid: readonly PaidKeys[],
): Promise<(PaidKeys & { readonly intentId: string })[]> =>
  paid.length === 0
    ? []
    : (
        await sql<PaidKeys & { readonly intentId: string }>`
          select
            o.subscription_id as "subscriptionId",
            o.intent_id as "intentId",
            array_agg(o.occurrence_key order by o.planned_at, o.seq) as keys
          from json_to_recordset(
            ${JSON.stringify(paid.flatMap(({ subscriptionId, keys }) => keys.map((key) => ({ subscriptionId, key }))))}::json
          ) as p("subscriptionId" uuid, key text)
          join subscriptions.occurrence o on o.subscription_id = p."subscriptionId" and o.occurrence_key = p.key
          join subscriptions.subscription s on s.id = o.subscription_id
          where o.state = 'SUCCEEDED' and o.retries = 0 and o.decline_code is null
          group by 1, 2
          having bool_or(
            (
              coalesce(o.delayed_since, o.due_at) at time zone s.time_zone
            )::date < (o.settled_at at time zone s.time_zone)::date
          )
        `.execute(tx)
      ).rows

/** Condition: a notice about a row of `c` was not sent yet. */
const isUnsent = (notice: RawBuilder<unknown>) =>
  sql`
    not exists (
      select from subscriptions.sent_notice t where t.subscription_id = c."subscriptionId" and t.notice = ${notice}
    )
  `

export type UpcomingNotice = {
  readonly subscriptionId: string
  readonly key: string
  readonly reason: UpcomingNoticeReason
  readonly dueAt: Date
}

/**
 * Returns donations that need a reminder and don't have one yet: weekly and monthly ones three days before, daily ones
 * one day before. Reasons are the donor's request (in a daily plan only for the first donation), an amount that differs
 * from the last one, and the first donation after more than a month or, in a monthly plan, its own interval.
 */
export const findUpcomingNotices = async (
  db: Db,
  now: Date,
  after: Pick<UpcomingNotice, 'dueAt' | 'subscriptionId'> | undefined,
  limit: number,
): Promise<UpcomingNotice[]> =>
  (
    await sql<UpcomingNotice>`
      select c.*
      from (
        select
          o.subscription_id as "subscriptionId",
          o.occurrence_key as key,
          o.due_at as "dueAt",
          case when (s.details->>'remindBefore')::boolean
            and (s.schedule->>'kind' in ('week', 'month') or b.on_date is null) then 'requested'
              when s.schedule->>'kind' in ('day', 'week', 'month')
            and o.on_date - coalesce(b.on_date, s.created_at::date) > case s.schedule->>'kind'
              when 'month' then 31
              else 30
              end then 'interval'
              when s.schedule->>'kind' in ('day', 'week', 'month')
            and (b.gift, b.tip) is distinct from (o.gift, o.tip)
            and b.on_date is not null then 'changed' end as reason
        from subscriptions.occurrence o
        join subscriptions.subscription s on s.id = o.subscription_id
        left join lateral (
          select p.on_date, p.gift, p.tip
          from subscriptions.occurrence p
          where p.subscription_id = o.subscription_id and p.seq < o.seq and p.state not in ('SKIPPED', 'CANCELLED')
          order by p.seq desc
          limit 1
        ) b
          on true
        where o.state = 'SCHEDULED'
          and o.retries = 0
          and s.state = 'active'
          and o.due_at > ${now}
          and o.due_at <= ${now}::timestamptz + interval '3 days'
          and case
            when s.schedule->>'kind' in ('week', 'month') then o.due_at >= ${now}::timestamptz + interval '2 days'
            else o.due_at <= ${now}::timestamptz + interval '1 day'
            end
          and (
            ${after?.dueAt ?? null}::timestamptz is null
              or (o.due_at, o.subscription_id) > (
                ${after?.dueAt ?? null}::timestamptz, ${after?.subscriptionId ?? null}::uuid
              )
          )
      ) c
      where c.reason is not null
        and ${isUnsent(sql`'upcoming.' || c."subscriptionId" || '.' || replace(c.key, ':', '-')`)}
      order by c."dueAt", c."subscriptionId"
      limit ${limit}
    `.execute(db)
  ).rows

export type YearlyNotice = { readonly subscriptionId: string; readonly key: string; readonly daysBefore: 30 | 7 }

/**
 * Returns donations of yearly plans that are due within 30 or 7 days and whose donors were not reminded yet
 * (recurring-22).
 */
export const findYearlyNotices = async (db: Db, now: Date, limit: number): Promise<YearlyNotice[]> =>
  (
    await sql<YearlyNotice>`
      select c.*
      from (
        select
          o.subscription_id as "subscriptionId",
          o.occurrence_key as key,
          case when o.due_at <= ${now}::timestamptz + interval '7 days' then 7 else 30 end as "daysBefore"
        from subscriptions.occurrence o
        join subscriptions.subscription s on s.id = o.subscription_id
        where o.state = 'SCHEDULED'
          and o.retries = 0
          and o.due_at > ${now}
          and o.due_at <= ${now}::timestamptz + interval '30 days'
          and s.state = 'active'
          and s.schedule->>'kind' = 'year'
      ) c
      where ${isUnsent(sql`'upcoming.' || c."subscriptionId" || '.' || c.key || '.' || c."daysBefore"`)}
      order by c."subscriptionId", c.key
      limit ${limit}
    `.execute(db)
  ).rows

/**
 * Returns plans of nights or days whose first donation is due within a week, that were agreed to earlier, and whose
 * calendar wasn't sent yet.
 */
export const calendarsToSend = async (db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select s.id
      from subscriptions.subscription s
      join lateral (
        select min(o.planned_at) as first
        from subscriptions.occurrence o
        where o.subscription_id = s.id and o.state not in ('SKIPPED', 'CANCELLED')
      ) o
        on true
      where s.state = 'active'
        and s.programme in ('Ramadan30Nights', 'DhulHijjah')
        and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid)
        and o.first > ${now}::timestamptz + interval '1 day'
        and o.first <= ${now}::timestamptz + interval '7 days'
        and s.created_at < o.first - interval '7 days'
        and not exists (
          select from subscriptions.sent_notice t where t.subscription_id = s.id and t.notice = 'calendar.' || s.id
        )
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows.map(({ id }) => id)

/** Returns the time zones that have daily or nightly plans. */
export const zonesOfDaily = async (db: Db): Promise<string[]> =>
  (
    await sql<{ zone: string }>`
      select distinct time_zone as zone
      from subscriptions.subscription
      where schedule->>'kind' not in ('week', 'month', 'year')
    `.execute(db)
  ).rows.map(({ zone }) => zone)

/**
 * Returns daily plans of a time zone that donated in the month ending at `until` and have no summary of it. Nights are
 * summarized after the last one, if some are in no summary.
 */
export const summariesToSend = async (
  db: Db,
  input: { zone: string; month: string; since: Date; until: Date },
  after: string | undefined,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select s.id
      from subscriptions.subscription s
      where s.time_zone = ${input.zone}
        and s.schedule->>'kind' not in ('week', 'month', 'year')
        and coalesce(s.details->>'monthly', 'summary') = 'summary'
        and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid)
        and exists (
          select
          from subscriptions.occurrence o
          where o.subscription_id = s.id
            and o.state = 'SUCCEEDED'
            and o.settled_at >= ${input.since}
            and o.settled_at < ${input.until}
            and not exists (
              select from subscriptions.sent_notice t where t.subscription_id = s.id and o.occurrence_key = any(t.keys)
            )
        )
        and (
          s.schedule->>'kind' = 'day'
            or not exists (
              select
              from subscriptions.occurrence o
              where o.subscription_id = s.id and o.state in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED')
            )
        )
        and not exists (
          select
          from subscriptions.sent_notice t
          where t.subscription_id = s.id and t.notice = 'summary.' || s.id || '.' || ${input.month}::text
        )
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows.map(({ id }) => id)
