import type { Tx } from '#shared/ports.ts'
import { findLiveIntent } from '#modules/money/payments/index-intents.ts'
import { referenceOf } from '../schedule/occurrence-reference.ts'
import { releaseLevel } from './level.ts'
import { manage, type Managing } from './manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { changeOccurrences, occurrencesOf } from '../schedule/occurrence-queries.ts'
import { notifyOfChange } from './notify-change.ts'

/**
 * Cancels a subscription for good. Only a donation that a worker had already claimed is still charged and gets its
 * receipt (ADR-0018: both lock the subscription's row, and the first to commit wins).
 */
export const cancelSubscription = (
  ports: SubscriptionPorts,
  of: Omit<Managing, 'act' | 'details'>,
): Promise<Subscription> =>
  manage(ports, { ...of, act: 'subscriptions.cancelled', details: { by: of.by.kind } }, async (tx, held) => {
    await endSubscription(tx, held, ports.clock())
    await notifyOfChange(ports, tx, held, 'cancelled')
  })

/** Ends a locked subscription and its future donations. A payment in progress continues. */
export async function endSubscription(
  tx: Tx,
  held: Subscription,
  at: Date,
  as: Pick<Subscription, 'state' | 'because'> = { state: 'cancelled', because: 'donor' },
): Promise<void> {
  for (const row of await occurrencesOf(tx, held.id)) {
    if (row.state !== 'SCHEDULED' && row.state !== 'ACTION_REQUIRED') continue
    if (row.state === 'ACTION_REQUIRED' && (await findLiveIntent(tx, referenceOf(row)))) continue
    await changeOccurrences(tx, [
      { subscriptionId: held.id, key: row.key, from: [row.state], state: 'CANCELLED', settledAt: at },
    ])
  }
  await releaseLevel(tx, held)
  await saveSubscription(tx, { ...held, ...as, overAt: at }, at)
}
