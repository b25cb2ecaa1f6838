import type { Tx } from '#shared/ports.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { type PlanTaxAddress, taxAddressesOfPlans } from './donor-queries.ts'

/**
 * Copies the home address of a plan's donation to the plan, so that receipts of its later donations have it
 * (receipts-17). Plans that are over don't change. Gift Aid that was requested when the plan started is declared with
 * the address; a declaration for one donation covers no other.
 */
export async function copyTaxAddresses(
  ports: Pick<SubscriptionPorts, 'clock'>,
  tx: Tx,
  intentIds: readonly string[],
): Promise<void> {
  for (const added of await taxAddressesOfPlans(tx, intentIds)) await copyToPlan(ports, tx, added)
}

async function copyToPlan(
  ports: Pick<SubscriptionPorts, 'clock'>,
  tx: Tx,
  { subscriptionId, taxAddress, taxReceipt, declared }: PlanTaxAddress,
): Promise<void> {
  const subscription = await lockSubscription(tx, subscriptionId)
  if (!subscription || !isActive(subscription.state)) return
  await saveSubscription(
    tx,
    {
      ...subscription,
      taxReceipt: subscription.taxReceipt || taxReceipt,
      details: { ...subscription.details, taxAddress, ...(subscription.giftAid && declared ? { declared } : {}) },
    },
    ports.clock(),
  )
}
