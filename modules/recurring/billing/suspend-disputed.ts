import type { GiftOrder } from '#modules/money/giving/index.ts'
import { findLastAttempt } from '#modules/money/payments/index-attempts.ts'
import type { SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import { lockSubscription, suspendSubscription } from '#modules/recurring/agreement/index-subscription.ts'
import { insertSentNotice } from '#modules/recurring/notices/index.ts'

/**
 * The donor's bank takes a payment back (refunds-4). If it was one of a subscription, the donor has said no to it,
 * or somebody else has their card: nothing more of it is charged until they let it go on, and they are told, also where
 * a pause would have ended by itself. One that charges nothing without its donor's word, or is over, stays as it is.
 */
export async function suspendDisputed(
  ports: SubscriptionPorts,
  { intentId, dispute }: { readonly intentId: string; readonly dispute: string },
): Promise<void> {
  const plan = ((await findLastAttempt(ports, intentId))?.order as GiftOrder | undefined)?.plan
  if (!plan) return
  await ports.write(async (tx) => {
    const held = await lockSubscription(tx, plan.subscriptionId)
    // Its job may run again when its worker died: what the donor has let go on since then does not rest once more.
    if (
      !held ||
      !(await insertSentNotice(tx, {
        subscriptionId: held.id,
        notice: `dispute.${dispute}`,
        keys: [],
        at: ports.clock(),
      }))
    )
      return
    const givesAgain = held.state === 'active' || (held.state === 'paused' && held.resumesOn !== null)
    if (givesAgain) await suspendSubscription(ports, tx, held, { state: 'paused', because: 'dispute', keys: plan.keys })
  })
}
