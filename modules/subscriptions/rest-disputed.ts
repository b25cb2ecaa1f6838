import type { GiftOrder } from '#modules/giving/index.ts'
import { findLastAttempt } from '#modules/payments/index.ts'
import type { SubscriptionPorts } from './port.ts'
import { lockSubscription } from './queries.ts'
import { restSubscription } from './rest.ts'

/**
 * The donor's bank takes a payment back (trust.md R15). If it was one of a subscription, the donor has said no to it, or somebody else has their card:
 * nothing more of it is charged until they let it go on, and they are told, also where a pause would have ended by itself. One that charges nothing
 * without its donor's word, or is over, stays as it is.
 */
export async function restDisputed(ports: SubscriptionPorts, { intentId }: { readonly intentId: string }): Promise<void> {
  const plan = ((await findLastAttempt(ports, intentId))?.order as GiftOrder | undefined)?.plan
  if (!plan) return
  await ports.write(async (tx) => {
    const held = await lockSubscription(tx, plan.subscriptionId)
    const givesAgain = held?.state === 'active' || (held?.state === 'paused' && held.resumesOn !== null)
    if (givesAgain) await restSubscription(ports, tx, held, { state: 'paused', because: 'dispute', keys: plan.keys })
  })
}
