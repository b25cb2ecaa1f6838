import type { Tx } from '#shared/ports.ts'
import type { SubscriptionPorts } from './port.ts'
import type { Subscription } from './queries.ts'
import { type Notice, tell } from './tell.ts'

/**
 * Tells a donor of what they did themself; `held` is the subscription as it was before. Two changes are two notices,
 * told apart by `version`.
 */
export const tellOfChange = (
  ports: SubscriptionPorts,
  tx: Tx,
  held: Pick<Subscription, 'id' | 'version'>,
  kind: Extract<Notice['kind'], 'changed' | 'paused' | 'resumed' | 'cancelled'>,
  keys?: readonly string[],
): Promise<void> =>
  tell(ports, tx, { kind, subscriptionId: held.id, version: held.version + 1, ...(keys ? { keys } : {}) })
