import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { RefundPorts } from '../ports.ts'
import { insertManualReview, type NewManualReview } from '../queries/manual-reviews.ts'

/**
 * Adds a case to the manual review queue, once for each reason however often it is reported. Returns true the first
 * time.
 */
export async function queueForReview(
  ports: RefundPorts,
  tx: Tx,
  of: Omit<NewManualReview, 'id' | 'at'>,
): Promise<boolean> {
  const at = ports.clock()
  if (!(await insertManualReview(tx, { ...of, id: ports.newId(), at }))) return false
  await record(tx, {
    actor: { kind: 'system' },
    act: 'refunds.queued-for-review',
    object: of.intentId === null ? `charge:${of.providerRefundId}` : `intent:${of.intentId}`,
    at,
    details: {
      intent: of.intentId,
      provider: of.providerRefundId,
      amount: of.amount.toString(),
      currency: of.currency,
      reason: of.reason,
    },
  })
  return true
}
