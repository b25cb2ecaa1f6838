import { Problem } from '#shared/problem.ts'
import type { CardVault, PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { findCustomer, insertCustomer } from './queries-customers.ts'

/**
 * The account's customer at a provider: made the first time it keeps a card there, one for each account however many
 * requests ask at once.
 */
export async function customerOf(
  ports: CardPorts,
  accountId: string,
  { name: provider, vault }: PaymentProvider,
): Promise<string> {
  const customer = await findCustomer(ports, { accountId }, provider)
  if (customer !== undefined) return customer
  const customerId = await createCustomer(ports, vault, { key: `customer:${accountId}`, owner: { account: accountId } })
  return insertCustomer(ports, { accountId, provider, customerId, at: ports.clock() })
}

/**
 * A customer for a plan whose card serves nothing else. It is written down with the plan, once its first donation is
 * paid; without a donation nothing is kept under it.
 */
export const customerOfNewPlan = (ports: CardPorts, planId: string, { vault }: PaymentProvider): Promise<string> =>
  createCustomer(ports, vault, { key: `customer:plan:${planId}`, owner: { plan: planId } })

/** The customer of a plan whose card is replaced: written down the first time a card is kept there. */
export async function customerOfPlan(ports: CardPorts, planId: string, provider: PaymentProvider): Promise<string> {
  const customer = await findCustomer(ports, { planId }, provider.name)
  if (customer !== undefined) return customer
  const customerId = await customerOfNewPlan(ports, planId, provider)
  return insertCustomer(ports, { planId, provider: provider.name, customerId, at: ports.clock() })
}

async function createCustomer(
  ports: CardPorts,
  vault: CardVault,
  ask: Parameters<CardVault['createCustomer']>[0],
): Promise<string> {
  const customer = await vault.createCustomer(ask)
  if (customer.kind === 'made') return customer.customerId
  if (customer.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  ports.log.error({ reason: customer.reason }, 'the payment provider is away; no card can be kept')
  throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
}
