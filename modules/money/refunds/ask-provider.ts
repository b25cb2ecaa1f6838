import { money } from '#shared/money.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * The one door through which money goes back. The refund is committed as `requested` before; its id is the key, so
 * asking again after a lost answer gives back once.
 */
export async function askProvider(ports: RefundPorts, refund: Refund): Promise<void> {
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
