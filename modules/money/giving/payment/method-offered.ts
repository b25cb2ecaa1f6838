import { Problem } from '#shared/problem.ts'
import { providerOfToken } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'
import { everyPageMethod, getPaymentMethods, type PaymentFrequency } from '../rules/payment-methods.ts'
import type { PricedOrder, PayRequest } from './pay-request.ts'

/**
 * Refuses a payment method that the page would not offer (payments-23). What a running plan charges was agreed before
 * and stays as it is.
 */
export function refuseUnofferedMethod(
  ports: GivingPorts,
  { payer, payload }: PayRequest,
  { order, currency }: PricedOrder,
): void {
  if (payer.kind === 'plan') return
  const { paymentMethod, cardID, tokens } = payload
  const { publicConfiguration } = providerOfToken(ports, tokens[0]?.provider)
  const offered = getPaymentMethods({
    currency,
    country: order.donor.country,
    frequency: frequencyOf(order),
    page: everyPageMethod,
    provider: publicConfiguration,
    isSignedIn: order.donor.accountId !== null,
  })
  // A card that is not the donor's own is not found, whoever asks (payments-17).
  if (offered.includes(paymentMethod) || (cardID !== undefined && paymentMethod === 'card')) return
  throw new Problem('validation', 'invalid-input', {
    fields: { paymentMethod: { code: 'payment-method-not-offered' } },
  })
}

const frequencyOf = ({ basket }: PricedOrder['order']): PaymentFrequency => (basket ? 'basket' : 'once')
