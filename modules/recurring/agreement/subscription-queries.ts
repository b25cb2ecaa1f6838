import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Programme, Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { Cause, Portions } from './rules/portions.ts'
import type { Because, Details } from './tables.ts'

/** What somebody agreed to give regularly. Amounts in minor units of `currency`; days are civil days of `timeZone`. */
export type Subscription = {
  readonly id: string
  /** Null: a guest gives by it. */
  readonly accountId: string | null
  /** Of a guest; null: an account gives by it. */
  readonly guestId: string | null
  /** Null also of a guest whose data was erased. */
  readonly guestEmail: string | null
  readonly guestName: string | null
  readonly planId: string
  readonly programme: Programme | null
  readonly state: SubscriptionState
  readonly because: Because | null
  readonly schedule: Schedule
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly currency: Currency
  readonly portions: Portions
  /** The sum at which it ends, without tips and covered fees; null: it has none. */
  readonly total: bigint | null
  /** Empty: the platform chooses. */
  readonly causes: readonly Cause[]
  /** Null: it began with a card that the provider does not keep, and needs another. */
  readonly cardId: string | null
  /** The giving level it was begun with, unless that was given up. */
  readonly levelId: bigint | null
  /** The charge whose gift brings the level to the organizer. */
  readonly levelChargeId: string | null
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly details: Details
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  /** Of a pause: the day it gives again; `null`: when its donor says so. */
  readonly resumesOn: LocalDate | null
  readonly consentUntil: LocalDate
  readonly consentAskedAt: Date | null
  /** The last day whose gifts are written down. */
  readonly materialisedUntil: LocalDate | null
  readonly failures: number
  readonly version: number
  /** A guest's links carry it; those with another number are void. */
  readonly linkNumber: number
  readonly createdAt: Date
  readonly changedAt: Date
  readonly overAt: Date | null
}

const day = (column: 'starts_on' | 'ends_on' | 'resumes_on' | 'consent_until' | 'materialised_until') =>
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
      'because',
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
      'consent_asked_at as consentAskedAt',
      'failures',
      'version',
      'link_number as linkNumber',
      'created_at as createdAt',
      'changed_at as changedAt',
      'over_at as overAt',
    ])
    .select([
      day('starts_on').as('startsOn'),
      day('ends_on').as('endsOn'),
      day('resumes_on').as('resumesOn'),
      day('consent_until').as('consentUntil'),
      day('materialised_until').as('materialisedUntil'),
    ])

export const findSubscription = (db: Db, id: string): Promise<Subscription | undefined> =>
  selected(db).where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const subscriptionsOf = (db: Db, accountId: string): Promise<Subscription[]> =>
  selected(db).where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

/** Whoever changes a subscription or one of its gifts holds it first. */
export const lockSubscription = (tx: Tx, id: string): Promise<Subscription | undefined> =>
  selected(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Many at once, always in the same order, so that two who do so never wait for each other. */
export const holdSubscriptions = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : tx
        .selectFrom('subscriptions.subscription')
        .select('id')
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate()
        .execute()

/** Those of the ids that are active and that nobody holds, held. */
export const lockFreeSubscriptions = (tx: Tx, ids: readonly string[]): Promise<Subscription[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selected(tx)
        .where('id', 'in', [...ids])
        .where('state', '=', 'active')
        .forUpdate()
        .skipLocked()
        .execute()

/**
 * Active ones whose gifts are written down for less than is wanted, those without any first; held, the ones somebody
 * holds left out.
 */
export const lockSubscriptionsToPlan = (tx: Tx, before: LocalDate, limit: number): Promise<Subscription[]> =>
  selected(tx)
    .where('state', '=', 'active')
    .where((e) =>
      e.or([
        e('materialised_until', 'is', null),
        e('materialised_until', '<', e.cast<LocalDate>(e.val(before), 'date')),
      ]),
    )
    .orderBy('materialised_until', (order) => order.asc().nullsFirst())
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Paused ones whose day has come where they are. */
export const pausesThatEnd = (db: Db, now: Date, limit: number): Promise<Subscription[]> =>
  selected(db)
    .where('state', '=', 'paused')
    .where(sql<boolean>`resumes_on <= (${now}::timestamptz at time zone time_zone)::date`)
    .orderBy('resumes_on')
    .limit(limit)
    .execute()

/** Only what it was agreed with: for one whose donor is erased. */
export const forgetDetails = (tx: Tx, id: string, details: Details) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

/** Those not over that a card pays. */
export const subscriptionsOfCard = (db: Db, cardId: string): Promise<Subscription[]> =>
  selected(db)
    .where('card_id', '=', cardId)
    .where('state', 'in', ['active', 'paused', 'needs-card'])
    .orderBy('id')
    .execute()

/**
 * How far its gifts are written down is not among it: that is known to whoever writes them (`saveMaterialised`), never
 * to who changes it.
 */
const written = (of: Subscription) => ({
  account_id: of.accountId,
  guest_id: of.guestId,
  guest_email: of.guestEmail,
  guest_name: of.guestName,
  link_number: of.linkNumber,
  state: of.state,
  because: of.because,
  schedule: JSON.stringify(of.schedule),
  time_zone: of.timeZone,
  calendar: of.calendar,
  portions: JSON.stringify(of.portions),
  causes: JSON.stringify(of.causes),
  card_id: of.cardId,
  level_id: of.levelId,
  level_charge_id: of.levelChargeId,
  gift_aid: of.giftAid,
  tax_receipt: of.taxReceipt,
  details: JSON.stringify(of.details),
  ends_on: of.endsOn,
  resumes_on: of.state === 'paused' ? of.resumesOn : null,
  consent_until: of.consentUntil,
  consent_asked_at: of.consentAskedAt,
  failures: of.failures,
  version: of.version,
  changed_at: of.changedAt,
  over_at: of.overAt,
})

/** One push of the button, and what it asked for. */
export type Press = { readonly key: string; readonly hash: string }

/** False: the same press has made one before. */
export const insertSubscription = async (tx: Tx, of: Subscription, press: Press): Promise<boolean> =>
  (await tx
    .insertInto('subscriptions.subscription')
    .values({
      press_key: press.key,
      press_hash: press.hash,
      id: of.id,
      plan_id: of.planId,
      programme: of.programme,
      currency: of.currency,
      total: of.total === null ? null : String(of.total),
      is_zakat: of.isZakat,
      maximize_zakat: of.maximizeZakat,
      starts_on: of.startsOn,
      created_at: of.createdAt,
      ...written(of),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'press_key']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const findByPress = (
  db: Db,
  accountId: string,
  pressKey: string,
): Promise<(Subscription & { readonly pressHash: string | null }) | undefined> =>
  selected(db)
    .select('press_hash as pressHash')
    .where('account_id', '=', accountId)
    .where('press_key', '=', pressKey)
    .executeTakeFirst()

/** Writes what may change of a subscription that the caller holds, and counts its version up. */
export const saveSubscription = (tx: Tx, of: Subscription, at: Date) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ ...written(of), version: of.version + 1, changed_at: at })
    .where('id', '=', of.id)
    .execute()

/** Only which mails its donor wants: nothing of what is given changes by it. */
export const saveDetails = (tx: Tx, id: string, details: Details) =>
  tx
    .updateTable('subscriptions.subscription')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

/** Only which charge brings its giving level. */
export const saveLevelCharge = (tx: Tx, id: string, chargeId: string) =>
  tx.updateTable('subscriptions.subscription').set({ level_charge_id: chargeId }).where('id', '=', id).execute()

/** Only how far its gifts are written down: no change that its donor made or must be told of. */
export const saveMaterialised = (tx: Tx, id: string, until: LocalDate) =>
  tx.updateTable('subscriptions.subscription').set({ materialised_until: until }).where('id', '=', id).execute()

/** A gift that arrived ends a row of failures. */
export const resetFailures = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable('subscriptions.subscription')
        .set({ failures: 0 })
        .where('id', 'in', [...ids])
        .where('failures', '>', 0)
        .execute()
