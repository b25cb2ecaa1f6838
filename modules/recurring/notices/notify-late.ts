import type { Ports, Tx } from '#shared/ports.ts'
import { latePayments, type PaidKeys } from './notice-queries.ts'
import { queueNotice } from '#modules/recurring/agreement/index.ts'

/**
 * Donors whose gifts were paid on a later day than their own, though no bank had refused them, are told so, and what
 * was charged together (recurring-6). In the transaction that closes them, so once for each payment.
 */
export async function notifyLatePayments(
  ports: Pick<Ports, 'enqueue' | 'newId'>,
  tx: Tx,
  paid: readonly PaidKeys[],
): Promise<void> {
  for (const { subscriptionId, intentId, keys } of await latePayments(tx, paid))
    await queueNotice(ports, tx, { kind: 'late', subscriptionId, keys, id: `late.${intentId}` })
}
