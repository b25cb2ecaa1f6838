import type { DonationOrder } from '#modules/money/giving/index.ts'
import { findLastAttempt } from '#modules/money/payments/index.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { lockSubscription } from '../agreement/subscription-queries.ts'
import { suspendSubscription } from '../agreement/states/suspend-subscription.ts'
import { insertSentNotice } from '../notices/notice-queries.ts'

/**
 * Pauses the plan of a disputed payment and notifies the donor (refunds-4), because the donor rejects the payment or
 * someone else uses their card. Nothing is charged until the donor resumes the plan, even if it was paused until a
 * date. A plan that already waits for its donor, or has ended, doesn't change.
 */
export async function suspendDisputed(
  ports: SubscriptionPorts,
  { intentId, dispute }: { readonly intentId: string; readonly dispute: string },
): Promise<void> {
  const plan = ((await findLastAttempt(ports, intentId))?.order as DonationOrder | undefined)?.plan
  if (!plan) return
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, plan.subscriptionId)
    // The job may run again after a crash; a plan that the donor has resumed since must not be paused again.
    if (
      !subscription ||
      !(await insertSentNotice(tx, {
        subscriptionId: subscription.id,
        notice: `dispute.${dispute}`,
        keys: [],
        at: ports.clock(),
      }))
    )
      return
    const givesAgain =
      subscription.state === 'active' || (subscription.state === 'paused' && subscription.resumesOn !== null)
    if (givesAgain)
      await suspendSubscription(ports, tx, subscription, { state: 'paused', reason: 'dispute', keys: plan.keys })
  })
}
