import { queueNotice } from '../agreement/queue-notice.ts'
import { type SubscriptionPorts } from '../agreement/ports.ts'
import { endSubscription } from '../agreement/managing/cancel.ts'
import { lockSubscription } from '../agreement/subscription-queries.ts'
import { unresumedToEnd, unresumedToWarn } from './unresumed-queries.ts'

const batch = 200

/**
 * Ends guests' plans that have waited 90 days for another card, another address or their donor's agreement, 7 days
 * after a mail about it (recurring-26). Returns the numbers of plans mailed about and ended.
 */
export async function endUnresumed(
  ports: SubscriptionPorts,
): Promise<{ readonly warned: number; readonly ended: number }> {
  const now = ports.clock()
  const warned = await unresumedToWarn(ports.db, now, batch)
  await ports.write(async (tx) => {
    for (const { id, version } of warned) {
      const name = `ends-soon.${id}.${version}`
      await queueNotice(ports, tx, { kind: 'ends-soon', subscriptionId: id, id: name }, name)
    }
  })
  let ended = 0
  for (const { id, version } of await unresumedToEnd(ports.db, now, batch))
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      // The plan was resumed or changed in the meantime.
      if (subscription?.version !== version) return
      await endSubscription(ports, tx, subscription, now, { state: 'ended', reason: subscription.reason })
      await queueNotice(ports, tx, { kind: 'ended', subscriptionId: id })
      ended += 1
    })
  return { warned: warned.length, ended }
}
