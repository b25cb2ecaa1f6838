import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { addDays, type HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { monthsFor } from '#modules/plans/index.ts'
import type { CalendarGroup } from '#modules/plans/rules/calendar-group.ts'
import { occurrencesIn } from '#modules/plans/rules/schedule.ts'
import { isProgrammeOfNights } from './draft.ts'
import type { SubscriptionPorts } from './port.ts'
import { lockSubscriptionsToPlan, saveMaterialised, type Subscription } from './queries.ts'
import { insertOccurrences, type NewOccurrence } from './queries-occurrences.ts'
import { waitsUntil } from './rules/held-nights.ts'
import { portionOf } from './rules/portions.ts'

/** Gifts are written down so far ahead (trust.md R26); of a programme of nights all at once. */
export const aheadDays = 45

/**
 * Writes down the gifts of a subscription that the caller holds, up to a day; what is there stays. Only gifts after `since` are written: nobody is
 * charged for days on which they had not agreed or were paused.
 */
export async function planAhead(tx: Tx, subscription: Subscription, months: HijriMonths, since: Date, until: LocalDate): Promise<void> {
  await insertOccurrences(tx, subscription.id, giftsAhead(subscription, months, since, until))
  await saveMaterialised(tx, subscription.id, until)
}

/** The gifts of a subscription after an instant, up to a day, as its calendar has them now. */
export function giftsAhead(subscription: Subscription, months: HijriMonths, since: Date, until: LocalDate): NewOccurrence[] {
  const { timeZone, schedule, portions } = subscription
  const last = [until, subscription.endsOn, subscription.consentUntil].filter((day) => day !== null).reduce((a, b) => (a < b ? a : b))
  const horizon = isProgrammeOfNights(schedule) ? (subscription.endsOn ?? addDays(until, 400)) : last
  return occurrencesIn(schedule, { timeZone, from: subscription.startsOn, until: horizon }, months)
    .filter(({ dueAt }) => dueAt > since)
    .flatMap((occurrence) => {
      const portion = portionOf(portions, occurrence.number)
      return portion ? [{ ...occurrence, ...portion, dueAt: occurrence.isUncertain ? waitsUntil(occurrence, timeZone) : occurrence.dueAt }] : []
    })
}

/** Writes down what comes, for as many subscriptions as are short of it. Answers how many were looked at. */
export async function materialise(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const known = new Map<CalendarGroup, HijriMonths>()
  const monthsOf = async (calendar: CalendarGroup) => known.get(calendar) ?? known.set(calendar, await monthsFor(ports, calendar)).get(calendar)!
  // Read before the transaction: the calendars are few, and nothing is awaited inside but the database.
  for (const calendar of ['SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK'] as const) await monthsOf(calendar)
  return ports.write(async (tx) => {
    const until = addDays(localDateIn('UTC', now), aheadDays)
    const short = await lockSubscriptionsToPlan(tx, addDays(until, -1), limit)
    for (const subscription of short) await planAhead(tx, subscription, known.get(subscription.calendar)!, sinceOf(subscription, now), until)
    return short.length
  })
}

/** Days already looked at are not looked at again, or a gift whose day passed while nobody was there to write it down would be lost. */
const sinceOf = (subscription: Subscription, now: Date): Date =>
  subscription.materialisedUntil === null ? subscription.createdAt : new Date(Math.min(now.getTime(), Date.parse(subscription.materialisedUntil)))
