import { addDays } from '#shared/date-arithmetic.ts'
import { lastOf, one } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { occurrencesIn, isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import type { FeeOf } from '../pricing/charged-amounts.ts'
import type { OccurrenceView } from '../../contract-views.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { hijriDayOf } from '../../rules/hijri-day.ts'
import { portionOf } from '../../rules/portions.ts'
import { plannedAtOf } from '../../rules/uncertain-nights.ts'

/** Maximum days until the nights of a programme. */
const daysAhead = 720

/**
 * Returns the next donation of a subscription that has none scheduled: scheduling covers 45 days, but a Ramadan can be
 * agreed to long before. Returns null if no donation is left within the agreement.
 */
export async function upcomingOf(
  ports: SubscriptionPorts,
  subscription: Subscription,
  locale: Locale,
  feeOf: FeeOf,
): Promise<OccurrenceView | null> {
  if (subscription.state !== 'active') return null
  const now = ports.clock()
  const today = localDateIn(subscription.timeZone, now)
  const written = subscription.scheduledUntil === null ? subscription.startsOn : addDays(subscription.scheduledUntil, 1)
  const from = lastOf([today, subscription.startsOn, written].sort())
  const agreed = isProgrammeOfNights(subscription.schedule) ? [] : [subscription.consentUntil]
  const until = one(
    [addDays(today, daysAhead), ...agreed, ...(subscription.endsOn === null ? [] : [subscription.endsOn])].sort(),
  )
  const months = await monthsFor(ports, subscription.calendar)
  for (const { key, on, dueAt, number, isUncertain } of occurrencesIn(
    subscription.schedule,
    { timeZone: subscription.timeZone, from, until },
    months,
  )) {
    const portion = portionOf(subscription.portions, number)
    if (dueAt <= now || !portion) continue
    return {
      key,
      on,
      onHijri: hijriDayOf(subscription.schedule, { on, number }, months, locale),
      dueAt: plannedAtOf({ on, dueAt, isUncertain }, subscription.timeZone),
      number,
      isUncertain,
      gift: Number(portion.gift),
      tip: Number(portion.tip),
      coveredFee: Number(await feeOf(portion)),
      status: 'SCHEDULED',
      needsDonorAction: false,
      canBeSkipped: false,
      canBeRestored: false,
      canBePaid: false,
      charge: null,
      isToCome: true,
      triedAgainAt: null,
      donationIntentId: null,
    }
  }
  return null
}
