import type { Currency } from '#shared/money.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { claimPaymentIn, type ProviderCharge } from '#modules/money/payments/index.ts'
import { keyOfCharge, scopeOfCharge } from './idempotency.ts'
import { type DonationOrder, donationPurpose, type PaidPlan, orderTotalOf } from '../order/order.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'

/**
 * Imports a subscription's charge that the provider has but our database lost, as if it had just been claimed; the
 * resolver then looks it up. Returns false and writes nothing if amount or currency differ from the order's.
 */
export async function importOrphanedCharge(
  ports: GivingPorts,
  tx: Tx,
  {
    charge,
    order,
    currency,
    reference,
    chargeId,
  }: {
    readonly charge: ProviderCharge
    readonly order: DonationOrder & { readonly plan: PaidPlan }
    readonly currency: Currency
    readonly reference: string
    readonly chargeId: string
  },
): Promise<boolean> {
  if (charge.amount !== orderTotalOf(order) || charge.currency !== currency) return false
  const instant = ports.clock()
  await claimPaymentIn(tx, {
    intentId: ports.newId(),
    attemptId: ports.newId(),
    purpose: donationPurpose,
    reference,
    order,
    quoteHash: '',
    amount: charge.amount,
    currency,
    scope: scopeOfCharge(chargeId),
    visit: null,
    provider: charge.provider,
    providerIntentId: charge.providerIntentId,
    idempotencyKey: keyOfCharge,
    requestHash: '',
    method: order.paymentMethod,
    ip: addressKey(order.donor.ip),
    emailKey: order.donor.email?.toLowerCase() ?? null,
    at: instant,
    lookUpAt: instant,
    expiresAt: addTime(instant, { minutes: timeouts.orderMinutes }),
  })
  return true
}
