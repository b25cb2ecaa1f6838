import { required } from '#shared/collections.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { addDays, type HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { type CalendarGroup, calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { type Occurrence, occurrencesIn } from '#modules/recurring/plans/rules/schedule.ts'
import { isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import type { SubscriptionPorts } from '../port.ts'
import { lockSubscriptionsToPlan, saveMaterialised, type Subscription } from '../subscription-queries.ts'
import { fitToTotal, withinTotal } from './fit-total.ts'
import { insertOccurrences, type NewOccurrence } from './occurrence-queries.ts'
import { waitsUntil } from '../rules/held-nights.ts'
import { portionOf } from '../rules/portions.ts'

/** Gifts are written down so far ahead (recurring-2); of a programme of nights all at once. */
export const aheadDays = 45
/** Once in a week they are written down again up to that: a few at a time cost as much as one. */
const weekDays = 7

/**
 * Writes down the gifts of a subscription that the caller holds, up to a day; what is there stays. Only gifts after
 * `since` are written: nobody is charged for days on which they had not agreed or were paused.
 */
export async function planAhead(
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
  until: LocalDate,
): Promise<void> {
  const ahead = giftsAhead(subscription, months, since, until)
  await insertOccurrences(tx, subscription, await withinTotal(tx, subscription, ahead))
  await fitToTotal(tx, subscription)
  await saveMaterialised(tx, subscription.id, until)
}

/** The gifts of a subscription after an instant, up to a day, as its calendar has them now. */
export function giftsAhead(
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
  until: LocalDate,
): NewOccurrence[] {
  const { timeZone, schedule, portions } = subscription
  const horizon = isProgrammeOfNights(schedule)
    ? lastDayOf(subscription, since)
    : earliest([until, subscription.endsOn, subscription.consentUntil])
  // Nothing of an earlier day is due after it, and three years of days need not be gone through each week.
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
 * Up to which day the nights of a programme are looked for: they all lie within the year that was agreed to, or before
 * its end.
 */
export const lastDayOf = ({ endsOn }: Pick<Subscription, 'endsOn'>, now: Date): LocalDate =>
  endsOn ?? addDays(localDateIn('UTC', now), aheadDays + 400)

/** When a gift is to be given: at its own time, or, where the moon may yet move it, when it is held no longer. */
export const plannedAtOf = (occurrence: Pick<Occurrence, 'on' | 'dueAt' | 'isUncertain'>, timeZone: string): Date =>
  occurrence.isUncertain ? waitsUntil(occurrence, timeZone) : occurrence.dueAt

/** Writes down what comes, for as many subscriptions as are short of it. Answers how many were looked at. */
export async function materialise(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const known = new Map<CalendarGroup, HijriMonths>()
  // Read before the transaction: the calendars are few, and nothing is awaited inside but the database.
  for (const calendar of calendarGroups) known.set(calendar, await monthsFor(ports, calendar))
  return ports.write(async (tx) => {
    const until = addDays(localDateIn('UTC', now), aheadDays)
    const short = await lockSubscriptionsToPlan(tx, addDays(until, -weekDays), limit)
    for (const subscription of short) {
      const months = required(known.get(subscription.calendar), 'calendar')
      await planAhead(tx, subscription, months, sinceOf(subscription, now), until)
    }
    return short.length
  })
}

/**
 * Days already looked at are not looked at again, or a gift whose day passed while nobody was there to write it down
 * would be lost. Of one that went on after a rest nothing is known: it begins again when it went on, so that no day of
 * the rest is charged.
 */
const sinceOf = (subscription: Subscription, now: Date): Date =>
  subscription.materialisedUntil === null
    ? subscription.changedAt
    : new Date(Math.min(now.getTime(), Date.parse(subscription.materialisedUntil)))
