import type { Ports, Tx } from '#shared/ports.ts'
import { latePayments, type PaidKeys } from './notice-queries.ts'
import { queueNotice } from '../agreement/queue-notice.ts'

/**
 * Queues notices about donations that were paid later than due without a decline, and what was charged together with
 * them (recurring-6). Runs in the transaction that closes the donations, so once for each payment.
 */
export async function notifyLatePayments(
  ports: Pick<Ports, 'enqueue' | 'newId'>,
  tx: Tx,
  paid: readonly PaidKeys[],
): Promise<void> {
  for (const { subscriptionId, intentId, keys } of await latePayments(tx, paid))
    await queueNotice(ports, tx, { kind: 'late', subscriptionId, keys, id: `late.${intentId}` })
}
