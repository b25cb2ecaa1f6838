import { Problem } from '#shared/problem.ts'
import { type By, manage, type Managing } from './manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, findOccurrence } from '../schedule/occurrence-queries.ts'
import { notifyOfChange } from './notify-change.ts'

export type OneGift = {
  readonly by: By
  readonly context: Managing['context']
  readonly key: string
  readonly version?: number | undefined
}

/** Skips one donation. Refused while it is being charged (`gift-under-way`); skipping twice has no effect. */
export const skipGift = (ports: SubscriptionPorts, { key, ...input }: OneGift): Promise<Subscription> =>
  manage(ports, { ...input, act: 'subscriptions.gift-skipped', details: { key } }, async (tx, subscription) => {
    const gift = await findOccurrence(tx, subscription.id, key)
    if (!gift) throw new Problem('not-found', 'not-found')
    if (gift.state === 'SKIPPED') return
    const changed = await changeOccurrences(tx, [
      { subscriptionId: subscription.id, key, from: ['SCHEDULED'], state: 'SKIPPED', skipReason: 'donor' },
    ])
    if (changed === 0)
      throw new Problem(
        'conflict',
        gift.state === 'PROCESSING' || gift.state === 'UNKNOWN' ? 'gift-under-way' : 'gift-not-open',
      )
    await saveSubscription(tx, subscription, ports.clock())
    await notifyOfChange(ports, tx, subscription, 'changed', [key])
  })
