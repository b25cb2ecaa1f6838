import { Problem } from '#shared/problem.ts'
import { type CardVault, logRefusal, type PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { findCustomer, insertCustomer } from './queries-customers.ts'

/**
 * Returns the account's customer id at a provider. Creates it for the first saved card; concurrent requests get the
 * same one.
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
 * Creates a customer for the card of a new plan, which is used for nothing else. It is stored with the plan when the
 * first donation is paid; without payment no card is saved under it.
 */
export const customerOfNewPlan = (ports: CardPorts, planId: string, { vault }: PaymentProvider): Promise<string> =>
  createCustomer(ports, vault, { key: `customer:plan:${planId}`, owner: { plan: planId } })

/** Returns the customer of a plan whose card is replaced; creates and stores it if the plan has none. */
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
  if (customer.kind === 'created') return customer.customerId
  if (customer.kind === 'busy') throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  if (customer.kind === 'refused') {
    logRefusal(ports, customer)
    throw new Problem('validation', 'payment-refused', { status: 422 })
  }
  ports.log.error({ reason: customer.reason }, 'the payment provider is away; no card can be kept')
  throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
}
