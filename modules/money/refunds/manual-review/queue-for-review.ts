import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { RefundPorts } from '../ports.ts'
import { insertManualReview, type NewManualReview } from '../queries/manual-reviews.ts'

/**
 * Adds a case to the manual review queue, once per reason however often it is reported. Returns true the first time.
 */
export async function queueForReview(
  ports: RefundPorts,
  tx: Tx,
  newManualReview: Omit<NewManualReview, 'id' | 'at'>,
): Promise<boolean> {
  const instant = ports.clock()
  if (!(await insertManualReview(tx, { ...newManualReview, id: ports.newId(), at: instant }))) return false
  await record(tx, {
    actor: { kind: 'system' },
    act: 'refunds.queued-for-review',
    object:
      newManualReview.intentId === null
        ? `charge:${newManualReview.providerRefundId}`
        : `intent:${newManualReview.intentId}`,
    at: instant,
    details: {
      intent: newManualReview.intentId,
      provider: newManualReview.providerRefundId,
      amount: newManualReview.amount.toString(),
      currency: newManualReview.currency,
      reason: newManualReview.reason,
    },
  })
  return true
}
