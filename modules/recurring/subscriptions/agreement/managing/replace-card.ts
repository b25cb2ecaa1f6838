import type { HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { queueCancelChallenges } from './cancel-challenges-job.ts'
import { notifyOfChange } from './notify-change.ts'
import { reactivate } from './resume.ts'

/** Whether a new card ends the pause of a plan. */
export const isResumedByCard = ({ reason }: Subscription): boolean =>
  ['card', 'failures', 'dispute'].includes(reason ?? '')

/** Charges a locked plan to another card from now on. Donations that failed wait for their donor (recurring-31). */
export async function replaceCard(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  { cardId, months }: { readonly cardId: string; readonly months: HijriMonths },
): Promise<void> {
  const now = ports.clock()
  const next: Subscription = { ...subscription, cardId }
  // A bank that still asks about the old card must not be able to charge it.
  await queueCancelChallenges(ports, tx, subscription.id)
  if (isResumedByCard(subscription)) return reactivate(ports, tx, next, months, now)
  await saveSubscription(tx, next, now)
  await notifyOfChange(ports, tx, subscription, 'changed')
}
