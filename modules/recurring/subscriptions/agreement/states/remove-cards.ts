import { removePlanCard } from '#modules/money/cards/index.ts'
import { endedPlansWithCard } from '../donor/donor-queries.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription } from '../subscription-queries.ts'

/**
 * Removes the cards of guest plans that are over and have no charge in progress; such a card serves nothing else
 * (recurring-24). Returns the number of plans.
 */
export async function removeCardsOfEndedPlans(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const over = await endedPlansWithCard(ports.db, limit)
  for (const id of over)
    await ports.write(async (tx) => {
      await lockSubscription(tx, id)
      await removePlanCard(ports, tx, id)
    })
  return over.length
}
