import { money } from '#shared/money.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Requests a refund at the provider; no other call moves money back. The refund was committed as `requested` before,
 * and its id is the key, so a retry after a lost response refunds once. A refund that starts later is requested by
 * its look-up (refunds-10).
 */
export async function requestAtProvider(ports: RefundPorts, refund: Refund): Promise<void> {
  if (refund.requestedAt && refund.requestedAt > ports.clock()) return
  await ports.failpoint('before_refund')
  const answer = await ports.providers.byName(refund.provider).refunds.create({
    key: refund.id,
    providerIntentId: refund.providerIntentId,
    amount: money(refund.amount, refund.currency),
    reference: refund.id,
  })
  await ports.failpoint('after_refund')
  await settleRefund(ports, refund.id, answer)
}
