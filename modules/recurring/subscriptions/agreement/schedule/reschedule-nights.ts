import { lastOf } from '#shared/collections.ts'
import { type HijriMonths, hijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { type AnnouncedYear, monthsFor, withAnnouncement } from '#modules/recurring/plans/index.ts'
import { occurrencesIn } from '#modules/recurring/plans/rules/schedule.ts'
import { plannedAtOf } from '../../rules/uncertain-nights.ts'
import { lastDayOf } from './schedule-donations.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscriptions, lockSubscription, type Subscription } from '../subscription-queries.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  insertOccurrences,
  type NewOccurrence,
  skipScheduledOccurrences,
  type OccurrenceRow,
  occurrencesOf,
  occurrencesOfAll,
} from './occurrence-queries.ts'
import { nightsOfCalendar } from '../deadline-queries.ts'
import { partitionOf } from '../../rules/partitions.ts'
import { portionOf } from '../../rules/portions.ts'
import { queueNotice } from '../queue-notice.ts'

const batch = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Reschedules the nights of a calendar group after an announcement (calendar-2). A night keeps its number and key, so
 * it is still the same donation. A night that the month no longer has is cancelled, and restored if a correction comes
 * in time; a night that it gains is scheduled if the donor chose it; a held night gets its own time. Notifies donors of
 * moved nights. Idempotent. Returns the number of changed subscriptions.
 */
export async function rescheduleForMonth(ports: SubscriptionPorts, { calendar, year }: AnnouncedYear): Promise<number> {
  let changed = 0
  for (let after = lowestId; ;) {
    const ids = await ports.write(async (tx) => {
      // An announcement also moves the neighbouring months, which may be in the next or the previous year.
      const list = await nightsOfCalendar(tx, { calendar, years: [year - 1, year, year + 1], after, limit: batch })
      const months = await monthsFor({ db: tx }, calendar)
      for (const id of list) {
        const subscription = await lockSubscription(tx, id)
        if (subscription && (await rescheduleMonth(ports, tx, subscription, months))) changed += 1
      }
      return list
    })
    if (ids.length < batch) return changed
    after = lastOf(ids)
  }
}

async function rescheduleMonth(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
): Promise<boolean> {
  const { moved, changed } = await recalculateNights(tx, subscription, months, ports.clock())
  if (subscription.state === 'active' && moved.length > 0)
    await queueNotice(ports, tx, { kind: 'moved', subscriptionId: subscription.id, keys: moved })
  return changed > 0
}

/** Recalculates the nights of a locked subscription and returns those that the donor is notified about. */
export async function recalculateNights(
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  now: Date,
): Promise<{ readonly moved: readonly string[]; readonly changed: number }> {
  const { changes, appeared, moved } = nightChanges(subscription, await occurrencesOf(tx, subscription.id), months, now)
  await changeOccurrences(tx, changes)
  await insertOccurrences(tx, subscription, appeared)
  if (subscription.state !== 'active') await skipScheduledOccurrences(tx, subscription.id)
  return { moved, changed: changes.length + appeared.length }
}

/** Returns how a plan's nights change with the months, and the keys of those that the donor is notified about. */
function nightChanges(
  subscription: Subscription,
  rows: readonly OccurrenceRow[],
  months: HijriMonths,
  now: Date,
): {
  readonly changes: readonly OccurrenceChange[]
  readonly appeared: readonly NewOccurrence[]
  readonly moved: readonly string[]
} {
  const { timeZone, schedule, startsOn, portions, causes } = subscription
  const given = occurrencesIn(
    schedule,
    { timeZone, from: startsOn, until: lastDayOf(subscription, now) },
    months,
  ).flatMap((occurrence) => {
    const portion = portionOf(portions, occurrence.number)
    return portion
      ? [{ ...occurrence, ...portion, dueAt: plannedAtOf(occurrence, timeZone), ownAt: occurrence.dueAt }]
      : []
  })
  const byKey = new Map(given.map((item) => [item.key, item]))
  const changes: OccurrenceChange[] = []
  const moved: string[] = []
  for (const row of rows.filter((row) => mayMove(row, now))) {
    const { subscriptionId, key, state, skipReason } = row
    const next = byKey.get(key)
    const as = { subscriptionId, key, from: [state] }
    if (!next) changes.push({ ...as, state: 'CANCELLED', cancelledFrom: isLeftOut(row) ? 'SKIPPED' : 'SCHEDULED' })
    else if (
      next.on !== row.on ||
      next.dueAt.getTime() !== row.plannedAt.getTime() ||
      next.isUncertain !== row.isUncertain
    )
      changes.push({
        ...as,
        state,
        skipReason,
        on: next.on,
        plannedAt: next.dueAt,
        dueAt: next.dueAt,
        delayedSince: null,
        isUncertain: next.isUncertain,
      })
    if (!next || next.on !== row.on) moved.push(key)
  }
  for (const { subscriptionId, key, cancelledFrom: state } of rows) {
    const next = byKey.get(key)
    if (!state || !next || next.ownAt <= now) continue
    const { on, dueAt, isUncertain, gift, tip } = next
    const asPlanned = { on, plannedAt: dueAt, dueAt, isUncertain, gift, tip, partition: partitionOf(causes) }
    changes.push({ subscriptionId, key, from: ['CANCELLED'], state, cancelledFrom: null, ...asPlanned })
    if (state === 'SCHEDULED') moved.push(key)
  }
  const isActive = subscription.state === 'active'
  const there = new Set(rows.map(({ key }) => key))
  const appeared = given.filter(
    ({ key, ownAt }) => !there.has(key) && ownAt > (isActive ? subscription.createdAt : now),
  )
  return { changes, appeared, moved: [...moved, ...appeared.map(({ key }) => key)] }
}

/** Whether the donor skipped the donation; one skipped by a pause returns when the plan resumes. */
const isLeftOut = ({ skipReason }: OccurrenceRow): boolean => skipReason === 'donor'

/**
 * Whether a donation may move: one already sent to the bank keeps its date, also for retries, and a skipped one in the
 * past doesn't change.
 */
const mayMove = ({ state, retries, plannedAt }: OccurrenceRow, now: Date): boolean =>
  (state === 'SCHEDULED' && retries === 0) || (state === 'SKIPPED' && plannedAt > now)

/** Plans that a preview reads at most. */
const previewedMax = 500

/**
 * Returns what announcing a month start would do (calendar-2), without locks and without changing anything: the active
 * plans whose nights move, and the number of nights; their donors are the ones who get a mail. `isComplete`: whether all
 * plans of the group were read. Throws like `withAnnouncement`.
 */
export async function previewMonth(
  ports: Pick<SubscriptionPorts, 'db' | 'clock'>,
  input: Parameters<typeof withAnnouncement>[2],
): Promise<{ readonly plans: number; readonly nights: number; readonly isComplete: boolean }> {
  const { announced } = await withAnnouncement(ports, ports.db, input)
  const months = hijriMonths(announced)
  const { calendar, year } = input
  const ids = await nightsOfCalendar(ports.db, {
    calendar,
    years: [year - 1, year, year + 1],
    after: lowestId,
    limit: previewedMax,
  })
  const [subscriptions, occurrences] = await Promise.all([
    findSubscriptions(ports.db, ids),
    occurrencesOfAll(ports.db, ids),
  ])
  const moved = subscriptions
    .filter(({ state }) => state === 'active')
    .map((one) => nightChanges(one, occurrences.get(one.id) ?? [], months, ports.clock()).moved.length)
    .filter((count) => count > 0)
  const nights = moved.reduce((sum, count) => sum + count, 0)
  return { plans: moved.length, nights, isComplete: ids.length < previewedMax }
}
