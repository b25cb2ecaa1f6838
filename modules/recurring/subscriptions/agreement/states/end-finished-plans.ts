import { hijriOf, localDateIn } from '#shared/calendar.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { releaseLevel } from '../managing/level.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { findFinishedPlans } from '../deadline-queries.ts'
import { queueNotice } from '../queue-notice.ts'

/** Ends plans whose last day has passed and programmes whose nights are over. Returns their number. */
export async function endFinishedPlans(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const over = await findFinishedPlans(tx, now, hijriOf(localDateIn('UTC', now)).year, limit)
    let ended = 0
    for (const id of over) {
      const subscription = await lockSubscription(tx, id)
      if (!subscription || !isActive(subscription.state)) continue
      await releaseLevel(tx, subscription)
      await saveSubscription(tx, { ...subscription, state: 'ended', reason: 'finished', closedAt: now }, now)
      await queueNotice(ports, tx, { kind: 'ended', subscriptionId: id })
      ended += 1
    }
    return ended
  })
}
