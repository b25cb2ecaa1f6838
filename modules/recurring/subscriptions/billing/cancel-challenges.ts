import { Problem } from '#shared/problem.ts'
import { type DonationOrder, cancelPlanChallenge } from '#modules/money/giving/index.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import {
  changeOccurrences,
  findOccurrence,
  type OccurrenceRow,
  occurrencesOf,
} from '../agreement/schedule/occurrence-queries.ts'
import { findActivePayment, findDonationsPaidTogether, isOutdatedPayment } from '../agreement/pricing/charge-now.ts'
import { findSubscription, lockSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'

/**
 * Cancels the payment of a donation that waits for a 3-D Secure challenge of another amount than its donor agrees to
 * now, so that the bank can't approve it any more (recurring-31). Throws `payment-unavailable` if the provider doesn't
 * respond; nothing was charged then.
 */
export async function cancelOutdatedChallenge(
  ports: SubscriptionPorts,
  { subscriptionId, key }: { readonly subscriptionId: string; readonly key: string },
): Promise<void> {
  const [subscription, donation] = await Promise.all([
    findSubscription(ports.db, subscriptionId),
    findOccurrence(ports.db, subscriptionId, key),
  ])
  if (!subscription || !donation) return
  const payment = await cancelIfOutdated(ports, subscription, donation)
  if (payment?.state === 'CHALLENGE') throw new Problem('server', 'payment-unavailable', { status: 503 })
}

/**
 * Cancels all outdated challenges of a plan after its donor changed or cancelled it. Retried while the provider doesn't
 * respond.
 */
export async function cancelOutdatedChallenges(
  ports: SubscriptionPorts,
  { subscriptionId }: { readonly subscriptionId: string },
): Promise<void> {
  const subscription = await findSubscription(ports.db, subscriptionId)
  if (!subscription) return
  for (const donation of await occurrencesOf(ports.db, subscriptionId)) {
    if (donation.state !== 'ACTION_REQUIRED') continue
    const payment = await cancelIfOutdated(ports, subscription, donation)
    if (payment?.state === 'CHALLENGE') throw new Error('the provider did not cancel a challenge')
  }
  if (!isActive(subscription.state)) await endWaitingDonations(ports, subscription)
}

/** Returns the payment if it was outdated, with its state afterwards. */
async function cancelIfOutdated(
  ports: SubscriptionPorts,
  subscription: Subscription,
  donation: OccurrenceRow,
): Promise<Attempt | undefined> {
  const payment = await findActivePayment(ports.db, donation)
  if (payment?.state !== 'CHALLENGE') return undefined
  const due = await findDonationsPaidTogether(ports.db, donation)
  const isOutdated =
    !isActive(subscription.state) ||
    isOutdatedPayment(subscription, {
      order: payment.order as DonationOrder,
      due,
      rows: await occurrencesOf(ports.db, subscription.id),
    })
  return isOutdated ? cancelPlanChallenge(ports, payment) : undefined
}

/** Cancels donations that still wait for the donor of a plan that is over, unless one was paid meanwhile. */
async function endWaitingDonations(ports: SubscriptionPorts, { id }: Subscription): Promise<void> {
  await ports.write(async (tx) => {
    await lockSubscription(tx, id)
    for (const row of await occurrencesOf(tx, id))
      if (row.state === 'ACTION_REQUIRED' && !(await findActivePayment(tx, row)))
        await changeOccurrences(tx, [
          {
            subscriptionId: id,
            key: row.key,
            from: ['ACTION_REQUIRED'],
            state: 'CANCELLED',
            settledAt: ports.clock(),
          },
        ])
  })
}
