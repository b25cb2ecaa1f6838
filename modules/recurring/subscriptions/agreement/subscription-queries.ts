import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Programme, Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { Cause, Portions } from '../rules/portions.ts'
import type { SubscriptionReason, Details } from '../tables.ts'

/** A donor's recurring donation. Amounts are minor units of `currency`; dates are civil dates of `timeZone`. */
export type Subscription = {
  readonly id: string
  /** Null for a guest. */
  readonly accountId: string | null
  /** Null for an account. */
  readonly guestId: string | null
  /** Also null for a guest whose data was erased. */
  readonly guestEmail: string | null
  readonly guestName: string | null
  readonly planId: string
  readonly programme: Programme | null
  readonly state: SubscriptionState
  readonly reason: SubscriptionReason | null
  readonly schedule: Schedule
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly currency: Currency
  readonly portions: Portions
  /** Sum at which the plan ends, without tips and covered fees; null: no limit. */
  readonly total: bigint | null
  /** Empty: the platform chooses. */
  readonly causes: readonly Cause[]
  /** Null if the provider didn't store the card of the first donation; the plan then needs another. */
  readonly cardId: string | null
  /** The giving level that the plan started with, unless it was released. */
  readonly levelId: bigint | null
  /** The charge whose donation fulfils the level. */
  readonly levelChargeId: string | null
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly details: Details
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  /** The day on which a pause ends; null if only the donor ends it. */
  readonly resumesOn: LocalDate | null
  readonly consentUntil: LocalDate
  readonly consentRequestedAt: Date | null
  /** Time by which a plan without a first payment must be confirmed; null: no confirmation is required. */
  readonly confirmUntil: Date | null
  /** The last day up to which donations are scheduled. */
  readonly scheduledUntil: LocalDate | null
  readonly failures: number
  readonly version: number
  /** Number in a guest's links; links with another number are invalid. */
  readonly linkNumber: number
  readonly createdAt: Date
  readonly changedAt: Date
  readonly closedAt: Date | null
}

const day = (column: 'starts_on' | 'ends_on' | 'resumes_on' | 'consent_until' | 'scheduled_until') =>
  sql<LocalDate>`${sql.ref(column)}::text`

const selected = (db: Db) =>
  db
    .selectFrom('subscriptions.subscription')
    .select([
      'id',
      'account_id as accountId',
      'guest_id as guestId',
      'guest_email as guestEmail',
      'guest_name as guestName',
      'plan_id as planId',
      'programme',
      'state',
      'reason',
      'schedule',
      'time_zone as timeZone',
      'calendar',
      'currency',
      'portions',
      'total',
      'causes',
      'card_id as cardId',
      'level_id as levelId',
      'level_charge_id as levelChargeId',
      'is_zakat as isZakat',
      'maximize_zakat as maximizeZakat',
      'gift_aid as giftAid',
      'tax_receipt as taxReceipt',
      'details',
      'consent_requested_at as consentRequestedAt',
      'confirm_until as confirmUntil',
      'failures',
      'version',
      'link_number as linkNumber',
      'created_at as createdAt',
      'changed_at as changedAt',
      'closed_at as closedAt',
    ])
    .select([
      day('starts_on').as('startsOn'),
      day('ends_on').as('endsOn'),
      day('resumes_on').as('resumesOn'),
      day('consent_until').as('consentUntil'),
      day('scheduled_until').as('scheduledUntil'),
    ])

export const findSubscription = (db: Db, id: string): Promise<Subscription | undefined> =>
  selected(db).where('id', '=', id).executeTakeFirst()

export const findSubscriptions = (db: Db, ids: readonly string[]): Promise<Subscription[]> =>
  selected(db)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** Returns an account's subscriptions, newest first. */
export const subscriptionsOf = (db: Db, accountId: string): Promise<Subscription[]> =>
  selected(db).where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

/** Locks a subscription; required before changing it or one of its donations. */
export const lockSubscription = (tx: Tx, id: string): Promise<Subscription | undefined> =>
  selected(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks several subscriptions, always in the same order to avoid deadlocks. */
export const lockSubscriptions = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : tx
        .selectFrom('subscriptions.subscription')
        .select('id')
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate()
        .execute()

/** Locks and returns those of the ids that are active, skipping locked rows. */
export const lockAvailableSubscriptions = (tx: Tx, ids: readonly string[]): Promise<Subscription[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selected(tx)
        .where('id', 'in', [...ids])
        .where('state', '=', 'active')
        .forUpdate()
        .skipLocked()
        .execute()

/**
 * Locks and returns active subscriptions scheduled for less than required, unscheduled ones first, skipping locked
 * rows.
 */
export const lockSubscriptionsToPlan = (tx: Tx, before: LocalDate, limit: number): Promise<Subscription[]> =>
  selected(tx)
    .where('state', '=', 'active')
    .where((e) =>
      e.or([e('scheduled_until', 'is', null), e('scheduled_until', '<', e.cast<LocalDate>(e.val(before), 'date'))]),
    )
    .orderBy('scheduled_until', (order) => order.asc().nullsFirst())
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Returns paused subscriptions whose end day has begun in their time zone. */
export const findEndingPauses = (db: Db, now: Date, limit: number): Promise<Subscription[]> =>
  selected(db)
    .where('state', '=', 'paused')
    .where(sql<boolean>`resumes_on <= (${now}::timestamptz at time zone time_zone)::date`)
    .orderBy('resumes_on')
    .limit(limit)
    .execute()

/** Reduces the details to the agreement when a donor is erased. */
export const saveAgreementDetails = (tx: Tx, id: string, details: Details) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

/** Returns subscriptions of a card that have not ended. */
export const subscriptionsOfCard = (db: Db, cardId: string): Promise<Subscription[]> =>
  selected(db)
    .where('card_id', '=', cardId)
    .where('state', 'in', ['active', 'paused', 'needs-card'])
    .orderBy('id')
    .execute()

/** Columns that changes write; the last scheduled day is excluded, which only `saveScheduledUntil` writes. */
const written = (subscription: Subscription) => ({
  account_id: subscription.accountId,
  guest_id: subscription.guestId,
  guest_email: subscription.guestEmail,
  guest_name: subscription.guestName,
  link_number: subscription.linkNumber,
  state: subscription.state,
  reason: subscription.reason,
  schedule: JSON.stringify(subscription.schedule),
  time_zone: subscription.timeZone,
  calendar: subscription.calendar,
  portions: JSON.stringify(subscription.portions),
  causes: JSON.stringify(subscription.causes),
  card_id: subscription.cardId,
  level_id: subscription.levelId,
  level_charge_id: subscription.levelChargeId,
  gift_aid: subscription.giftAid,
  tax_receipt: subscription.taxReceipt,
  details: JSON.stringify(subscription.details),
  ends_on: subscription.endsOn,
  resumes_on: subscription.state === 'paused' ? subscription.resumesOn : null,
  consent_until: subscription.consentUntil,
  consent_requested_at: subscription.consentRequestedAt,
  failures: subscription.failures,
  version: subscription.version,
  changed_at: subscription.changedAt,
  closed_at: subscription.closedAt,
})

/** An idempotency key and the hash of its request. */
export type IdempotentRequest = { readonly key: string; readonly hash: string }

/** Inserts a subscription; returns false if the key has already created one. */
export const insertSubscription = async (
  tx: Tx,
  subscription: Subscription,
  request: IdempotentRequest,
): Promise<boolean> =>
  (await tx
    .insertInto('subscriptions.subscription')
    .values({
      idempotency_key: request.key,
      request_hash: request.hash,
      id: subscription.id,
      plan_id: subscription.planId,
      programme: subscription.programme,
      currency: subscription.currency,
      total: subscription.total === null ? null : String(subscription.total),
      is_zakat: subscription.isZakat,
      maximize_zakat: subscription.maximizeZakat,
      starts_on: subscription.startsOn,
      confirm_until: subscription.confirmUntil,
      created_at: subscription.createdAt,
      ...written(subscription),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const findByIdempotencyKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<(Subscription & { readonly requestHash: string | null }) | undefined> =>
  selected(db)
    .select('request_hash as requestHash')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()

/** Returns the plan that a guest's request with this key started. */
export const findGuestPlanByKey = (
  db: Db,
  guestId: string,
  idempotencyKey: string,
): Promise<Subscription | undefined> =>
  selected(db).where('guest_id', '=', guestId).where('idempotency_key', '=', idempotencyKey).executeTakeFirst()

/** Saves the changeable fields of a locked subscription and increments its version. */
export const saveSubscription = (tx: Tx, subscription: Subscription, instant: Date) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ ...written(subscription), version: subscription.version + 1, changed_at: instant })
    .where('id', '=', subscription.id)
    .execute()

/** Saves only the donor's mail preferences. */
export const saveDetails = (tx: Tx, id: string, details: Details) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

/** Saves only the last scheduled day; the version doesn't change, because the donor isn't notified. */
export const saveScheduledUntil = (tx: Tx, id: string, until: LocalDate) =>
  tx.updateTable('subscriptions.subscription').set({ scheduled_until: until }).where('id', '=', id).execute()

/** Resets the failure count after a paid donation. */
export const resetFailures = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable('subscriptions.subscription')
        .set({ failures: 0 })
        .where('id', 'in', [...ids])
        .where('failures', '>', 0)
        .execute()
