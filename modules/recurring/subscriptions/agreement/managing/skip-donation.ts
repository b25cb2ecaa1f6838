import { Problem } from '#shared/problem.ts'
import { type PlanRequester, manage, type ManageRequest } from './manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, findOccurrence } from '../schedule/occurrence-queries.ts'
import { notifyOfChange } from './notify-change.ts'

export type ManageDonationRequest = {
  readonly by: PlanRequester
  readonly context: ManageRequest['context']
  readonly key: string
  readonly version?: number | undefined
}

/** Skips one donation. Throws `donation-under-way` while it is being charged; skipping twice has no effect. */
export const skipDonation = (
  ports: SubscriptionPorts,
  { key, ...input }: ManageDonationRequest,
): Promise<Subscription> =>
  manage(ports, { ...input, act: 'subscriptions.donation-skipped', details: { key } }, async (tx, subscription) => {
    const donation = await findOccurrence(tx, subscription.id, key)
    if (!donation) throw new Problem('not-found', 'not-found')
    if (donation.state === 'SKIPPED') return
    const changed = await changeOccurrences(tx, [
      { subscriptionId: subscription.id, key, from: ['SCHEDULED'], state: 'SKIPPED', skipReason: 'donor' },
    ])
    if (changed === 0)
      throw new Problem(
        'conflict',
        donation.state === 'PROCESSING' || donation.state === 'UNKNOWN' ? 'donation-under-way' : 'donation-not-open',
      )
    await saveSubscription(tx, subscription, ports.clock())
    await notifyOfChange(ports, tx, subscription, 'changed', [key])
  })
