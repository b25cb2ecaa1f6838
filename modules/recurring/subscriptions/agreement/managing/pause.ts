import { addDays } from '#shared/date-arithmetic.ts'
import { readLocalDate, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import { manage, type ManageRequest } from './manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { suspendSubscription } from '../states/suspend-subscription.ts'

/** Longest pause with an end date. */
const pauseDaysMax = 366

/**
 * Pauses a subscription until the given day, on which it gives again, or until the donor resumes it. A paused plan gets
 * the new day. Donations during the pause are skipped and not collected later.
 */
export const pauseSubscription = (
  ports: SubscriptionPorts,
  { until, ...input }: Omit<ManageRequest, 'act' | 'details'> & { readonly until?: string | null | undefined },
): Promise<Subscription> =>
  manage(
    ports,
    { ...input, act: 'subscriptions.paused', details: { until: until ?? null } },
    async (tx, subscription) => {
      if (subscription.state === 'needs-card') throw new Problem('conflict', 'subscription-paused')
      const resumesOn = dayIn(subscription, until ?? null, ports.clock())
      await suspendSubscription(ports, tx, subscription, { state: 'paused', reason: 'donor', resumesOn })
    },
  )

function dayIn({ timeZone }: Subscription, until: string | null, now: Date): LocalDate | null {
  if (until === null) return null
  const today = localDateIn(timeZone, now)
  const day = readLocalDate(until)
  if (!day || day <= today || day > addDays(today, pauseDaysMax))
    throw new Problem('validation', 'invalid-input', { fields: { until: { code: 'pause-day-wrong' } } })
  return day
}
