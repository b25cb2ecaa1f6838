import type { SubscriptionPorts } from '../port.ts'
import { lockSubscription, subscriptionsOfCard } from '../subscription-queries.ts'
import { suspendSubscription } from './suspend.ts'

/**
 * Pauses plans whose card was removed and notifies the donors. A plan that is already paused asks for a card when it
 * resumes.
 */
export async function suspendWithoutCard(
  ports: SubscriptionPorts,
  { cardId }: { readonly cardId: string },
): Promise<void> {
  for (const { id } of await subscriptionsOfCard(ports.db, cardId))
    await ports.write(async (tx) => {
      const held = await lockSubscription(tx, id)
      if (held?.state === 'active' && held.cardId === cardId)
        await suspendSubscription(ports, tx, held, { state: 'needs-card', because: 'card' })
    })
}
