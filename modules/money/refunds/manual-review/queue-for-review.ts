import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { RefundPorts } from '../ports.ts'
import { insertLeft, type NewLeft } from '../queries/left.ts'

/**
 * Puts what nobody but a person can end before the eyes of staff, once for each reason however often it is heard of.
 * True: for the first time.
 */
export async function leaveToPerson(ports: RefundPorts, tx: Tx, of: Omit<NewLeft, 'id' | 'at'>): Promise<boolean> {
  const at = ports.clock()
  if (!(await insertLeft(tx, { ...of, id: ports.newId(), at }))) return false
  await record(tx, {
    actor: { kind: 'system' },
    act: 'refunds.left-to-a-person',
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
