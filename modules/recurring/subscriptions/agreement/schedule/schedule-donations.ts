import { addDays } from '#shared/date-arithmetic.ts'
import { required } from '#shared/collections.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { type CalendarGroup, calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { occurrencesIn, isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscriptionsToPlan, saveScheduledUntil, type Subscription } from '../subscription-queries.ts'
import { fitToTotal, withinTotal } from './fit-total.ts'
import { insertOccurrences, type NewOccurrence } from './occurrence-queries.ts'
import { plannedAtOf } from '../../rules/uncertain-nights.ts'
import { portionOf } from '../../rules/portions.ts'

/** Days ahead for which donations are scheduled (recurring-2); nights of a programme are scheduled all at once. */
export const aheadDays = 45
/** Scheduling a week at a time costs as little as scheduling one day. */
const weekDays = 7

/**
 * Schedules the donations of a locked subscription up to a day; existing ones don't change. Only donations after
 * `since` are added, so nothing is charged for days before the agreement or during a pause.
 */
export async function scheduleUntil(
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
  until: LocalDate,
): Promise<void> {
  const ahead = upcomingOccurrencesOf(subscription, months, since, until)
  await insertOccurrences(tx, subscription, await withinTotal(tx, subscription, ahead))
  await fitToTotal(tx, subscription)
  await saveScheduledUntil(tx, subscription.id, until)
}

/** Returns the donations of a subscription after an instant up to a day, by its current calendar. */
export function upcomingOccurrencesOf(
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
  until: LocalDate,
): NewOccurrence[] {
  const { timeZone, schedule, portions } = subscription
  const horizon = isProgrammeOfNights(schedule)
    ? lastDayOf(subscription, since)
    : earliest([until, subscription.endsOn, subscription.consentUntil])
  // No earlier day has a donation due after `since`, so the search starts there instead of at the plan's start, which
  // may be years ago.
  const today = localDateIn(timeZone, since)
  const from = today > subscription.startsOn ? today : subscription.startsOn
  return occurrencesIn(schedule, { timeZone, from, until: horizon }, months)
    .filter(({ dueAt }) => dueAt > since)
    .flatMap((occurrence) => {
      const portion = portionOf(portions, occurrence.number)
      return portion ? [{ ...occurrence, ...portion, dueAt: plannedAtOf(occurrence, timeZone) }] : []
    })
}

const earliest = (days: readonly (LocalDate | null)[]): LocalDate =>
  days.filter((day) => day !== null).reduce((a, b) => (a < b ? a : b))

/**
 * Returns the last day on which nights of a programme are looked for: the plan's end, or 400 days after the scheduled
 * range.
 */
export const lastDayOf = ({ endsOn }: Pick<Subscription, 'endsOn'>, now: Date): LocalDate =>
  endsOn ?? addDays(localDateIn('UTC', now), aheadDays + 400)

/** Schedules upcoming donations of subscriptions that lack them. Returns the number of subscriptions checked. */
export async function scheduleDonations(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const known = new Map<CalendarGroup, HijriMonths>()
  // Read before the transaction, in which only the database may be awaited.
  for (const calendar of calendarGroups) known.set(calendar, await monthsFor(ports, calendar))
  return ports.write(async (tx) => {
    const until = addDays(localDateIn('UTC', now), aheadDays)
    const short = await lockSubscriptionsToPlan(tx, addDays(until, -weekDays), limit)
    for (const subscription of short) {
      const months = required(known.get(subscription.calendar), 'calendar')
      await scheduleUntil(tx, subscription, months, scheduledSince(subscription, now), until)
    }
    return short.length
  })
}

/**
 * Returns where scheduling continues: after the last scheduled day, so that no day is lost when runs were missed. After
 * a pause that is the resumption, so no day of the pause is charged.
 */
const scheduledSince = (subscription: Subscription, now: Date): Date =>
  subscription.scheduledUntil === null
    ? subscription.changedAt
    : new Date(Math.min(now.getTime(), Date.parse(subscription.scheduledUntil)))
