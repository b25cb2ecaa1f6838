import type { Tx } from '#shared/ports.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { type Notice, queueNotice } from '../queue-notice.ts'

/** Notifies donors of their own change; `held` is the earlier state. `version` makes each change a separate notice. */
export const notifyOfChange = (
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Pick<Subscription, 'id' | 'version'>,
  kind: Extract<Notice['kind'], 'changed' | 'paused' | 'resumed' | 'cancelled'>,
  keys?: readonly string[],
): Promise<void> =>
  queueNotice(ports, tx, {
    kind,
    subscriptionId: subscription.id,
    version: subscription.version + 1,
    ...(keys ? { keys } : {}),
  })
