import type { Ports, Tx } from '#shared/ports.ts'
import { findActivePayment } from '../pricing/charge-now.ts'
import { releaseLevel } from './level.ts'
import { manage, type ManageRequest } from './manage.ts'
import { planEndedTask, type SubscriptionPorts } from '../ports.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, occurrencesOf } from '../schedule/occurrence-queries.ts'
import { queueCancelChallenges } from './cancel-challenges-job.ts'
import { notifyOfChange } from './notify-change.ts'

/**
 * Cancels a subscription permanently. Only a donation that a worker has already claimed is still charged, with a
 * receipt: both lock the subscription's row, and the first to commit wins (ADR-0018).
 */
export const cancelSubscription = (
  ports: SubscriptionPorts,
  request: Omit<ManageRequest, 'act' | 'details'>,
): Promise<Subscription> =>
  manage(
    ports,
    { ...request, act: 'subscriptions.cancelled', details: { by: request.by.kind } },
    async (tx, subscription) => {
      await endSubscription(ports, tx, subscription, ports.clock())
      await notifyOfChange(ports, tx, subscription, 'cancelled')
    },
  )

/**
 * Ends a locked subscription, whatever the reason, and cancels its future donations. A charge in progress continues; a
 * payment that waits for a 3-D Secure challenge is cancelled at the provider by a job (recurring-31).
 */
export async function endSubscription(
  ports: Pick<Ports, 'enqueue'>,
  tx: Tx,
  subscription: Subscription,
  instant: Date,
  as: Pick<Subscription, 'state' | 'reason'> = { state: 'cancelled', reason: 'donor' },
): Promise<void> {
  for (const row of await occurrencesOf(tx, subscription.id)) {
    if (row.state !== 'SCHEDULED' && row.state !== 'ACTION_REQUIRED') continue
    if (row.state === 'ACTION_REQUIRED' && (await findActivePayment(tx, row))) continue
    await changeOccurrences(tx, [
      { subscriptionId: subscription.id, key: row.key, from: [row.state], state: 'CANCELLED', settledAt: instant },
    ])
  }
  await releaseLevel(tx, subscription)
  await saveSubscription(tx, { ...subscription, ...as, closedAt: instant }, instant)
  await queueCancelChallenges(ports, tx, subscription.id)
  await ports.enqueue(tx, planEndedTask, { subscriptionId: subscription.id })
}
