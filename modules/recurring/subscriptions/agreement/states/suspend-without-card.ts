import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription, subscriptionsOfCard } from '../subscription-queries.ts'
import { suspendSubscription } from './suspend-subscription.ts'

/**
 * Pauses plans whose card was removed and notifies their donors. A plan that is already paused asks for a card when it
 * resumes.
 */
export async function suspendWithoutCard(
  ports: SubscriptionPorts,
  { cardId }: { readonly cardId: string },
): Promise<void> {
  for (const { id } of await subscriptionsOfCard(ports.db, cardId))
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      if (subscription?.state === 'active' && subscription.cardId === cardId)
        await suspendSubscription(ports, tx, subscription, { state: 'needs-card', reason: 'card' })
    })
}
