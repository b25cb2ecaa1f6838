import { lastOf, one } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import type { Locale } from '#shared/text.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { occurrencesIn } from '#modules/recurring/plans/rules/schedule.ts'
import type { FeeOf } from '../pricing/charged-amounts.ts'
import type { OccurrenceView } from '../contract-views.ts'
import type { SubscriptionPorts } from '../port.ts'
import type { Subscription } from '../subscription-queries.ts'
import { hijriDayOf } from '../rules/hijri-day.ts'
import { portionOf } from '../rules/portions.ts'
import { isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'

/** Farthest that a calendar of nights can be away. */
const daysAhead = 720

/**
 * Returns the next donation of a subscription that has none scheduled: scheduling covers 45 days, and a Ramadan may be
 * agreed to long before. Null: none is to come within the agreement.
 */
export async function upcomingOf(
  ports: SubscriptionPorts,
  of: Subscription,
  locale: Locale,
  feeOf: FeeOf,
): Promise<OccurrenceView | null> {
  if (of.state !== 'active') return null
  const now = ports.clock()
  const today = localDateIn(of.timeZone, now)
  const written = of.materialisedUntil === null ? of.startsOn : addDays(of.materialisedUntil, 1)
  const from = lastOf([today, of.startsOn, written].sort())
  const agreed = isProgrammeOfNights(of.schedule) ? [] : [of.consentUntil]
  const until = one([addDays(today, daysAhead), ...agreed, ...(of.endsOn === null ? [] : [of.endsOn])].sort())
  const months = await monthsFor(ports, of.calendar)
  for (const { key, on, dueAt, number, isUncertain } of occurrencesIn(
    of.schedule,
    { timeZone: of.timeZone, from, until },
    months,
  )) {
    const portion = portionOf(of.portions, number)
    if (dueAt <= now || !portion) continue
    return {
      key,
      on,
      onHijri: hijriDayOf(of.schedule, { on, number }, months, locale),
      dueAt: dueAt.toISOString(),
      number,
      isUncertain,
      gift: Number(portion.gift),
      tip: Number(portion.tip),
      coveredFee: Number(await feeOf(portion)),
      status: 'SCHEDULED',
      waitsForDonor: false,
      mayBeSkipped: false,
      mayBeTaken: false,
      mayBePaid: false,
      charge: null,
      isToCome: true,
      triedAgainAt: null,
      donationIntentId: null,
    }
  }
  return null
}
