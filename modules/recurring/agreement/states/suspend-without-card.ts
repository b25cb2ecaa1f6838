import type { SubscriptionPorts } from '../port.ts'
import { lockSubscription, subscriptionsOfCard } from '../subscription-queries.ts'
import { suspendSubscription } from './suspend.ts'

/**
 * A card was removed: what it paid waits for another, and its donor is told. One that rests already is asked for a card
 * when it goes on.
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
