import { endSubscription } from '../agreement/managing/cancel.ts'
import { type Subscription } from '../agreement/subscription-queries.ts'
import { queueNotice } from '../agreement/queue-notice.ts'
import { type SubscriptionPorts } from '../agreement/ports.ts'
import type { Tx } from '#shared/ports.ts'
import type { CausesFault } from './verification-queries.ts'

/**
 * Ends a locked plan whose causes are all over, and mails its donor (content-34, pages-14). An unconfirmed address, or
 * one whose reader isn't the donor, gets no mail, and the plan keeps that reason.
 */
export async function endPlanWithoutCauses(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  reason: CausesFault,
): Promise<void> {
  const isUnproved = subscription.reason === 'email-refused' || subscription.reason === 'email-unconfirmed'
  await endSubscription(ports, tx, subscription, ports.clock(), {
    state: 'ended',
    reason: isUnproved ? subscription.reason : reason,
  })
  if (!isUnproved) await queueNotice(ports, tx, { kind: 'ended', subscriptionId: subscription.id })
}
