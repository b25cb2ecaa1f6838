import type { Currency } from '#shared/money.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { claimPaymentIn, type ProviderCharge } from '#modules/money/payments/index.ts'
import { keyOfCharge, scopeOfCharge } from './charge-stored.ts'
import { type GiftOrder, giftPurpose, type PaidPlan, totalOf } from '../order.ts'
import { type GivingPorts, later, waits } from '../ports.ts'

/**
 * Writes down a payment for gifts of a subscription that the provider has charged and we have lost, as if its claim had
 * just been committed: the look-ups settle it like any other whose answer never came. False: what was charged is not
 * what the order comes to; nothing is written.
 */
export async function adoptCharge(
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
    readonly order: GiftOrder & { readonly plan: PaidPlan }
    readonly currency: Currency
    readonly reference: string
    readonly chargeId: string
  },
): Promise<boolean> {
  if (charge.amount !== totalOf(order) || charge.currency !== currency) return false
  const at = ports.clock()
  await claimPaymentIn(tx, {
    intentId: ports.newId(),
    attemptId: ports.newId(),
    purpose: giftPurpose,
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
    at,
    lookUpAt: at,
    expiresAt: later(at, { minutes: waits.orderMinutes }),
  })
  return true
}
