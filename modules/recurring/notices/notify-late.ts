import type { Ports, Tx } from '#shared/ports.ts'
import { latePayments, type PaidKeys } from './notice-queries.ts'
import { queueNotice } from '#modules/recurring/agreement/index.ts'

/**
 * Notifies donors whose donations were paid later than due without a decline, and of what was charged together
 * (recurring-6). In the transaction that closes them, so once for each payment.
 */
export async function notifyLatePayments(
  ports: Pick<Ports, 'enqueue' | 'newId'>,
  tx: Tx,
  paid: readonly PaidKeys[],
): Promise<void> {
  for (const { subscriptionId, intentId, keys } of await latePayments(tx, paid))
    await queueNotice(ports, tx, { kind: 'late', subscriptionId, keys, id: `late.${intentId}` })
}
