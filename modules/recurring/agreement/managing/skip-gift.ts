import { Problem } from '#shared/problem.ts'
import { type By, manage, type Managing } from './manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, findOccurrence } from '../schedule/occurrence-queries.ts'
import { notifyOfChange } from './notify-change.ts'

export type OneGift = {
  readonly by: By
  readonly facts: Managing['facts']
  readonly key: string
  readonly version?: number | undefined
}

/** Skips one donation. Refused while it is being charged (`gift-under-way`); skipping twice has no effect. */
export const skipGift = (ports: SubscriptionPorts, { key, ...of }: OneGift): Promise<Subscription> =>
  manage(ports, { ...of, act: 'subscriptions.gift-skipped', details: { key } }, async (tx, held) => {
    const gift = await findOccurrence(tx, held.id, key)
    if (!gift) throw new Problem('not-found', 'not-found')
    if (gift.state === 'SKIPPED') return
    const changed = await changeOccurrences(tx, [
      { subscriptionId: held.id, key, from: ['SCHEDULED'], state: 'SKIPPED', skipReason: 'donor' },
    ])
    if (changed === 0)
      throw new Problem(
        'conflict',
        gift.state === 'PROCESSING' || gift.state === 'UNKNOWN' ? 'gift-under-way' : 'gift-not-open',
      )
    await saveSubscription(tx, held, ports.clock())
    await notifyOfChange(ports, tx, held, 'changed', [key])
  })
