import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'
import type { Subscription } from '../subscription-queries.ts'
import { partitionOf } from '../../rules/partitions.ts'
import type { SkipReason } from '../../tables.ts'
import '../../tables.ts'

/**
 * One donation of a subscription. Amounts are minor units of the subscription's currency; `on` is a civil date in its
 * time zone.
 */
export type OccurrenceRow = {
  readonly subscriptionId: string
  readonly key: string
  readonly seq: number
  readonly on: LocalDate
  readonly number: number | null
  readonly plannedAt: Date
  /** Time of the next attempt. */
  readonly dueAt: Date
  readonly isUncertain: boolean
  readonly state: OccurrenceState
  readonly skipReason: SkipReason | null
  readonly gift: bigint
  readonly tip: bigint
  readonly retries: number
  readonly chargeId: string | null
  readonly leaseUntil: Date | null
  readonly actionDeadline: Date | null
  readonly declineCode: string | null
  readonly intentId: string | null
  /** What was refunded of it, in a plan with a total; otherwise 0. */
  readonly refunded: bigint
  /** When the donation was paid or given up. */
  readonly settledAt: Date | null
  /** First due time of a donation that couldn't be attempted, such as when the provider was unavailable. */
  readonly delayedSince: Date | null
  /** State of a night before an announcement removed it; a correction restores this state. */
  readonly cancelledFrom: 'SCHEDULED' | 'SKIPPED' | null
}

export const selected = (db: Db) =>
  db
    .selectFrom('subscriptions.occurrence')
    .select([
      'subscription_id as subscriptionId',
      'occurrence_key as key',
      'seq',
      'number',
      'planned_at as plannedAt',
      'due_at as dueAt',
      'is_uncertain as isUncertain',
      'state',
      'skip_reason as skipReason',
      'gift',
      'tip',
      'retries',
      'charge_id as chargeId',
      'lease_until as leaseUntil',
      'action_deadline as actionDeadline',
      'decline_code as declineCode',
      'intent_id as intentId',
      'settled_at as settledAt',
      'delayed_since as delayedSince',
      'cancelled_from as cancelledFrom',
    ])
    .select(sql<LocalDate>`on_date::text`.as('on'))
    .select(refunded.as('refunded'))

/** Only plans with a total need it, so other rows cost one look-up at most. */
const refunded = sql<bigint>`case when intent_id is null then 0
  when exists (select from subscriptions.subscription s where s.id = subscription_id and s.total is not null)
    then subscriptions.refunded_of(subscription_id, occurrence_key, intent_id)
  else 0 end::bigint`

/** Returns all donations of a subscription, in planned order. */
export const occurrencesOf = (db: Db, subscriptionId: string): Promise<OccurrenceRow[]> =>
  selected(db).where('subscription_id', '=', subscriptionId).orderBy('planned_at').orderBy('seq').execute()

/** Returns the donations of several subscriptions, by the subscription's id. */
export const occurrencesOfAll = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OccurrenceRow[]>> =>
  Map.groupBy(
    await selected(db)
      .where('subscription_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute(),
    (row) => row.subscriptionId,
  )

export const findOccurrence = (db: Db, subscriptionId: string, key: string): Promise<OccurrenceRow | undefined> =>
  selected(db).where('subscription_id', '=', subscriptionId).where('occurrence_key', '=', key).executeTakeFirst()

/** Returns the donations of a charge, without locking. */
export const occurrencesOfCharge = (db: Db, chargeId: string): Promise<OccurrenceRow[]> =>
  selected(db).where('charge_id', '=', chargeId).orderBy('seq').execute()

export type NewOccurrence = Pick<OccurrenceRow, 'key' | 'on' | 'number' | 'dueAt' | 'isUncertain' | 'gift' | 'tip'>

/** Inserts donations that don't exist yet. The caller has locked the subscription. */
export async function insertOccurrences(
  tx: Tx,
  { id: subscriptionId, causes }: Pick<Subscription, 'id' | 'causes'>,
  list: readonly NewOccurrence[],
): Promise<number> {
  if (list.length === 0) return 0
  const rows = list.map((newOccurrence) => ({
    ...newOccurrence,
    gift: String(newOccurrence.gift),
    tip: String(newOccurrence.tip),
  }))
  const { rows: inserted } = await sql`
    insert into subscriptions.occurrence (
      subscription_id,
      occurrence_key,
      seq,
      on_date,
      number,
      planned_at,
      due_at,
      is_uncertain,
      state,
      gift,
      tip,
      partition
    )
    select
      ${subscriptionId}::uuid,
      n.key,
      coalesce(
        (select max(seq) from subscriptions.occurrence where subscription_id = ${subscriptionId}::uuid), 0
      ) + row_number() over (order by n."dueAt", n.key),
      n."on",
      n.number,
      n."dueAt",
      n."dueAt",
      n."isUncertain",
      'SCHEDULED',
      n.gift,
      n.tip,
      ${partitionOf(causes)}::smallint
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(
      key text, "on" date, number smallint, "dueAt" timestamptz, "isUncertain" boolean, gift bigint, tip bigint
    )
    where not exists (
      select
      from subscriptions.occurrence o
      where o.subscription_id = ${subscriptionId}::uuid and o.occurrence_key = n.key
    )
    returning 1
  `.execute(tx)
  return inserted.length
}

/**
 * A change to a donation, whose subscription the caller has locked. It applies only if the donation's state is one of
 * `from`.
 */
export type OccurrenceChange = {
  readonly subscriptionId: string
  readonly key: string
  readonly from: readonly OccurrenceState[]
  readonly state: OccurrenceState
  readonly skipReason?: SkipReason | null
  readonly on?: LocalDate
  readonly plannedAt?: Date
  readonly dueAt?: Date
  readonly isUncertain?: boolean
  readonly gift?: bigint
  readonly tip?: bigint
  readonly partition?: number
  readonly retries?: number
  readonly chargeId?: string | null
  readonly leaseUntil?: Date | null
  readonly actionDeadline?: Date | null
  readonly declineCode?: string | null
  readonly intentId?: string | null
  readonly settledAt?: Date | null
  readonly delayedSince?: Date | null
  readonly cancelledFrom?: 'SCHEDULED' | 'SKIPPED' | null
}

/**
 * Applies changes in one statement, at most one for each donation; missing fields don't change. Returns the number of
 * donations that were in an expected state and changed.
 */
export async function changeOccurrences(tx: Tx, changes: readonly OccurrenceChange[]): Promise<number> {
  if (changes.length === 0) return 0
  const rows = changes.map(({ subscriptionId, key, from, ...to }) => ({
    subscriptionId,
    key,
    from,
    to: {
      ...to,
      skipReason: to.state === 'SKIPPED' ? (to.skipReason ?? 'donor') : null,
      ...(to.gift === undefined ? {} : { gift: String(to.gift) }),
      ...(to.tip === undefined ? {} : { tip: String(to.tip) }),
    },
  }))
  const { numAffectedRows } = await sql`
    update subscriptions.occurrence o
    set
      state = c."to"->>'state',
      skip_reason = c."to"->>'skipReason',
      ${sql.join(
        changeable.map(([name, column, type]) =>
          sql.raw(`${column} = case when c."to" ? '${name}' then (c."to"->>'${name}')::${type} else o.${column} end`),
        ),
      )}
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      "subscriptionId" uuid, key text, "from" text[], "to" jsonb
    )
    where o.subscription_id = c."subscriptionId" and o.occurrence_key = c.key and o.state = any(c."from")
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Changeable fields with their columns and column types. */
const changeable: readonly (readonly [keyof OccurrenceChange, string, string])[] = [
  ['on', 'on_date', 'date'],
  ['plannedAt', 'planned_at', 'timestamptz'],
  ['dueAt', 'due_at', 'timestamptz'],
  ['isUncertain', 'is_uncertain', 'boolean'],
  ['gift', 'gift', 'bigint'],
  ['tip', 'tip', 'bigint'],
  ['partition', 'partition', 'smallint'],
  ['retries', 'retries', 'smallint'],
  ['chargeId', 'charge_id', 'uuid'],
  ['leaseUntil', 'lease_until', 'timestamptz'],
  ['actionDeadline', 'action_deadline', 'timestamptz'],
  ['declineCode', 'decline_code', 'text'],
  ['intentId', 'intent_id', 'uuid'],
  ['settledAt', 'settled_at', 'timestamptz'],
  ['delayedSince', 'delayed_since', 'timestamptz'],
  ['cancelledFrom', 'cancelled_from', 'text'],
]

/** Reopens future donations that a pause had skipped, when the subscription resumes. */
export const reopenFutureOccurrences = (tx: Tx, subscriptionId: string, now: Date) =>
  tx
    .updateTable('subscriptions.occurrence')
    .set((e) => ({ state: 'SCHEDULED', skip_reason: null, due_at: e.ref('planned_at') }))
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'SKIPPED')
    .where('skip_reason', '=', 'paused')
    .where('planned_at', '>', now)
    .execute()

/** Skips future donations of a paused subscription. After it resumes, later days are scheduled from then on. */
export async function skipScheduledOccurrences(tx: Tx, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('subscriptions.occurrence')
    .set({ state: 'SKIPPED', skip_reason: 'paused' })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'SCHEDULED')
    .execute()
  await tx
    .updateTable('subscriptions.subscription')
    .set({ scheduled_until: null })
    .where('id', '=', subscriptionId)
    .execute()
}
