import { addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { postponePastNight } from '#modules/recurring/plans/rules/night.ts'
import { aheadDays, upcomingOccurrencesOf, scheduleUntil } from './schedule-donations.ts'
import type { Subscription } from '../subscription-queries.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  type NewOccurrence,
  type OccurrenceRow,
  occurrencesOf,
} from './occurrence-queries.ts'
import { partitionOf } from '../../rules/partitions.ts'
import { portionOf } from '../../rules/portions.ts'

/**
 * Applies a changed subscription to its unclaimed donations, in the transaction that saves it: amounts, times, last
 * day, and pauses. A donation keeps its key, so no day is charged twice (recurring-9). A donation whose new time has
 * passed keeps its old time or, if that is at night in the new time zone, is charged at 04:00. Nothing before `since`
 * is made up for.
 */
export async function rescheduleOccurrences(
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
  now: Date,
): Promise<void> {
  const until = addDays(localDateIn('UTC', now), aheadDays)
  const planned = new Map(
    upcomingOccurrencesOf(subscription, months, since, until).map((donation) => [donation.key, donation]),
  )
  const rows = await occurrencesOf(tx, subscription.id)
  await changeOccurrences(
    tx,
    rows.flatMap((row) => rescheduledChanges(row, planned.get(row.key), subscription)),
  )
  if (subscription.state === 'active') await scheduleUntil(tx, subscription, months, since, until)
}

function rescheduledChanges(
  row: OccurrenceRow,
  planned: NewOccurrence | undefined,
  subscription: Subscription,
): OccurrenceChange[] {
  const { state, skipReason } = row
  if (state !== 'SCHEDULED' && state !== 'SKIPPED') return []
  const id = { subscriptionId: row.subscriptionId, key: row.key, from: [state] }
  const amounts = { ...portionOf(subscription.portions, row.number), partition: partitionOf(subscription.causes) }
  const asPlanned = planned && {
    on: planned.on,
    plannedAt: planned.dueAt,
    dueAt: planned.dueAt,
    delayedSince: null,
    isUncertain: planned.isUncertain,
    ...amounts,
  }
  if (state === 'SKIPPED') {
    // Donations that the donor skipped stay skipped.
    if (skipReason === 'paused' && asPlanned && subscription.state === 'active')
      return [{ ...id, state: 'SCHEDULED', ...asPlanned }]
    return [{ ...id, state, skipReason, ...amounts }]
  }
  if (isAfter(row.on, subscription.endsOn)) return [{ ...id, state: 'SKIPPED', skipReason: 'paused', ...amounts }]
  if (asPlanned && row.retries === 0) return [{ ...id, state, ...asPlanned }]
  // A donation that waits for a retry, and a held night, keep their own time.
  return [
    {
      ...id,
      state,
      ...amounts,
      ...(row.isUncertain ? {} : { dueAt: postponePastNight(row.dueAt, subscription.timeZone) }),
    },
  ]
}

const isAfter = (on: LocalDate, endsOn: LocalDate | null): boolean => endsOn !== null && on > endsOn
