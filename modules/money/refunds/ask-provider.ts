import { money } from '#shared/money.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Asks the provider for a refund: the only call that moves money. The refund is committed as `requested` before; its id
 * is the key, so a retry after a lost response refunds once.
 * One that begins later is asked for by its look-up (refunds-10).
 */
export async function askProvider(ports: RefundPorts, refund: Refund): Promise<void> {
  if (refund.requestedAt && refund.requestedAt > ports.clock()) return
  await ports.failpoint('before_refund')
  const answer = await ports.providers.byName(refund.provider).refunds.ask({
    key: refund.id,
    providerIntentId: refund.providerIntentId,
    amount: money(refund.amount, refund.currency),
    reference: refund.id,
  })
  await ports.failpoint('after_refund')
  await settleRefund(ports, refund.id, answer)
}
