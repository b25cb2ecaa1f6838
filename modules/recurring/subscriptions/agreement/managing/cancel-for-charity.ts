import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { queueNotice } from '../queue-notice.ts'
import { lockSubscription } from '../subscription-queries.ts'
import { endSubscription } from './cancel.ts'

/**
 * Cancels a subscription permanently, as its charity decided. The donor gets a mail with the charity's name and reason,
 * unless the address is unconfirmed or its reader isn't the donor.
 * As with a donor's own cancellation, only a donation that a worker has already claimed is still charged (ADR-0018).
 */
export async function cancelForCharity(
  ports: Pick<Ports, 'write' | 'clock' | 'enqueue' | 'newId'>,
  request: {
    readonly subscriptionId: string
    readonly charity: string
    readonly words: string
    /** The member's account. */
    readonly by: string
    readonly ip: string
  },
): Promise<void> {
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, request.subscriptionId)
    if (!subscription) throw new Problem('not-found', 'not-found')
    if (!isActive(subscription.state)) throw new Problem('conflict', 'subscription-over')
    const isUnproved = subscription.reason === 'email-refused' || subscription.reason === 'email-unconfirmed'
    await endSubscription(ports, tx, subscription, instant, {
      state: 'cancelled',
      reason: isUnproved ? subscription.reason : 'charity',
    })
    if (!isUnproved)
      await queueNotice(ports, tx, {
        kind: 'cancelled',
        subscriptionId: subscription.id,
        version: subscription.version + 1,
        cancelledBy: { charity: request.charity, words: request.words },
      })
    await record(tx, {
      actor: { kind: 'account', id: request.by },
      act: 'subscriptions.cancelled',
      object: `subscription:${subscription.id}`,
      at: instant,
      ip: request.ip,
      details: { by: 'charity' },
    })
  })
}
