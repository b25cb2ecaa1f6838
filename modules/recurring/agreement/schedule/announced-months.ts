import { lastOf } from '#shared/collections.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { type Announced, monthsFor } from '#modules/recurring/plans/index.ts'
import { occurrencesIn } from '#modules/recurring/plans/rules/schedule.ts'
import { lastDayOf, plannedAtOf } from './materialise.ts'
import type { SubscriptionPorts } from '../port.ts'
import { lockSubscription, type Subscription } from '../subscription-queries.ts'
import {
  type Change,
  changeOccurrences,
  insertOccurrences,
  leaveOutScheduled,
  type OccurrenceRow,
  occurrencesOf,
} from './occurrence-queries.ts'
import { nightsOfCalendar } from '../year-queries.ts'
import { partitionOf } from '../rules/partitions.ts'
import { portionOf } from '../rules/portions.ts'
import { queueNotice } from '../notify.ts'

const batch = 100
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Nights follow the month that was announced for their countries (calendar-2). They are known by number, so a night
 * that moves stays the same gift; one the month does not have is cancelled, and is what it was before if that is
 * corrected in time; one it has after all is written down where the donor chose it, and one that was held is given at
 * its own time. Donors are told of what moved. Run again it changes nothing. Answers how many subscriptions were
 * changed.
 */
export async function rescheduleForMonth(ports: SubscriptionPorts, { calendar, year }: Announced): Promise<number> {
  let changed = 0
  for (let after = nobody; ;) {
    const ids = await ports.write(async (tx) => {
      // A month moves those beside it, over both ends of its year.
      const list = await nightsOfCalendar(tx, { calendar, years: [year - 1, year, year + 1], after, limit: batch })
      const months = await monthsFor({ db: tx }, calendar)
      for (const id of list) {
        const subscription = await lockSubscription(tx, id)
        if (subscription && (await followMonth(ports, tx, subscription, months))) changed += 1
      }
      return list
    })
    if (ids.length < batch) return changed
    after = lastOf(ids)
  }
}

async function followMonth(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
): Promise<boolean> {
  const { told, changed } = await recalculateNights(tx, subscription, months, ports.clock())
  if (subscription.state === 'active' && told.length > 0)
    await queueNotice(ports, tx, { kind: 'moved', subscriptionId: subscription.id, keys: told })
  return changed > 0
}

/**
 * Makes the nights of a subscription that the caller holds those of its months, and says which of them its donor is to
 * hear of.
 */
export async function recalculateNights(
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  now: Date,
): Promise<{ readonly told: readonly string[]; readonly changed: number }> {
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
  const byKey = new Map(given.map((each) => [each.key, each]))
  const rows = await occurrencesOf(tx, subscription.id)
  const changes: Change[] = []
  const told: string[] = []
  for (const row of rows.filter((each) => mayMove(each, now))) {
    const { subscriptionId, key, state, skippedBecause } = row
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
        skippedBecause,
        on: next.on,
        plannedAt: next.dueAt,
        dueAt: next.dueAt,
        putOffSince: null,
        isUncertain: next.isUncertain,
      })
    if (!next || next.on !== row.on) told.push(key)
  }
  for (const { subscriptionId, key, cancelledFrom: state } of rows) {
    const next = byKey.get(key)
    if (!state || !next || next.ownAt <= now) continue
    const { on, dueAt, isUncertain, gift, tip } = next
    const asPlanned = { on, plannedAt: dueAt, dueAt, isUncertain, gift, tip, lane: partitionOf(causes) }
    changes.push({ subscriptionId, key, from: ['CANCELLED'], state, cancelledFrom: null, ...asPlanned })
    if (state === 'SCHEDULED') told.push(key)
  }
  const isActive = subscription.state === 'active'
  const there = new Set(rows.map(({ key }) => key))
  const appeared = given.filter(
    ({ key, ownAt }) => !there.has(key) && ownAt > (isActive ? subscription.createdAt : now),
  )
  await changeOccurrences(tx, changes)
  await insertOccurrences(tx, subscription, appeared)
  if (!isActive) await leaveOutScheduled(tx, subscription.id)
  return { told: [...told, ...appeared.map(({ key }) => key)], changed: changes.length + appeared.length }
}

/** By its donor: what rests goes on with all its nights. */
const isLeftOut = ({ skippedBecause }: OccurrenceRow): boolean => skippedBecause === 'donor'

/** What was asked of a bank stays as it is, also where it is tried again; what was left out and is past is history. */
const mayMove = ({ state, retries, plannedAt }: OccurrenceRow, now: Date): boolean =>
  (state === 'SCHEDULED' && retries === 0) || (state === 'SKIPPED' && plannedAt > now)
