import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { findCustomer, insertCustomer } from './queries.ts'

/**
 * The account's customer at a provider: made the first time it keeps a card there, one for each account however many
 * requests ask at once.
 */
export async function customerOf(
  ports: CardPorts,
  accountId: string,
  { name: provider, vault }: PaymentProvider,
): Promise<string> {
  const known = await findCustomer(ports, accountId, provider)
  if (known !== undefined) return known
  const made = await vault.createCustomer({ key: `customer:${accountId}`, accountId })
  if (made.kind === 'made')
    return insertCustomer(ports, { accountId, provider, customerId: made.customerId, at: ports.clock() })
  if (made.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  ports.log.error({ reason: made.reason }, 'the payment provider is away; no card can be kept')
  throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
}
