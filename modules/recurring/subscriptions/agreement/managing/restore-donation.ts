import { addDays } from '#shared/date-arithmetic.ts'
import { Problem } from '#shared/problem.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { postponePastNight } from '#modules/recurring/plans/rules/night.ts'
import { fitToTotal } from '../schedule/fit-total.ts'
import { aheadDays, upcomingOccurrencesOf } from '../schedule/schedule-donations.ts'
import { manage, findOpenableSubscription } from './manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, findOccurrence } from '../schedule/occurrence-queries.ts'
import { canBeRestored } from '../../rules/open-donations.ts'
import { portionOf } from '../../rules/portions.ts'
import type { ManageDonationRequest } from './skip-donation.ts'
import { notifyOfChange } from './notify-change.ts'
import { localDateIn } from '#shared/calendar.ts'

/**
 * Restores a skipped donation: a future one at its own time, one missed in an outage at once or, at night, at 04:00,
 * because the donor asks for it now (recurring-6). Throws `donation-too-late` for any other.
 */
export async function restoreSkippedDonation(
  ports: SubscriptionPorts,
  { key, ...input }: ManageDonationRequest,
): Promise<Subscription> {
  const months = await monthsFor(ports, (await findOpenableSubscription(ports, input.by)).calendar)
  const now = ports.clock()
  return manage(
    ports,
    { ...input, act: 'subscriptions.donation-restored', details: { key } },
    async (tx, subscription) => {
      const donation = await findOccurrence(tx, subscription.id, key)
      if (!donation) throw new Problem('not-found', 'not-found')
      if (donation.state === 'SCHEDULED') return
      if (subscription.state !== 'active') throw new Problem('conflict', 'subscription-paused')
      const amounts = portionOf(subscription.portions, donation.number)
      if (!amounts || !canBeRestored(donation, subscription, now)) throw new Problem('conflict', 'donation-too-late')
      const planned = upcomingOccurrencesOf(
        subscription,
        months,
        now,
        addDays(localDateIn('UTC', now), aheadDays),
      ).find((newOccurrence) => newOccurrence.key === key)
      // The time of a held night, or of a donation that kept the time of another zone, may still be in the future.
      const time = planned
        ? { on: planned.on, plannedAt: planned.dueAt, dueAt: planned.dueAt, isUncertain: planned.isUncertain }
        : { dueAt: donation.plannedAt > now ? donation.plannedAt : postponePastNight(now, subscription.timeZone) }
      await changeOccurrences(tx, [
        {
          subscriptionId: subscription.id,
          key,
          from: ['SKIPPED'],
          state: 'SCHEDULED',
          retries: 0,
          ...time,
          ...amounts,
        },
      ])
      await fitToTotal(tx, subscription)
      await saveSubscription(tx, subscription, now)
      await notifyOfChange(ports, tx, subscription, 'changed', [key])
    },
  )
}
