import type { Tx } from '#shared/ports.ts'
import type { SubscriptionPorts } from '../port.ts'
import type { Subscription } from '../subscription-queries.ts'
import { type Notice, queueNotice } from '../notify.ts'

/**
 * Tells a donor of what they did themself; `held` is the subscription as it was before. Two changes are two notices,
 * told apart by `version`.
 */
export const notifyOfChange = (
  ports: SubscriptionPorts,
  tx: Tx,
  held: Pick<Subscription, 'id' | 'version'>,
  kind: Extract<Notice['kind'], 'changed' | 'paused' | 'resumed' | 'cancelled'>,
  keys?: readonly string[],
): Promise<void> =>
  queueNotice(ports, tx, { kind, subscriptionId: held.id, version: held.version + 1, ...(keys ? { keys } : {}) })
