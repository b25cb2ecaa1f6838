import { Problem } from '#shared/problem.ts'
import { providerOfToken } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'
import { everyPageMethod, getPaymentMethods, type PaymentFrequency } from '../rules/payment-methods.ts'
import type { PricedOrder, PayRequest } from './pay-request.ts'

/**
 * Refuses a payment method that the page wouldn't offer (payments-23). Charges of a running plan keep the method that
 * was agreed.
 */
export function assertMethodOffered(
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
  // If the saved card isn't the donor's own, a later step reports that it isn't found (payments-17).
  if (offered.includes(paymentMethod) || (cardID !== undefined && paymentMethod === 'card')) return
  throw new Problem('validation', 'invalid-input', {
    fields: { paymentMethod: { code: 'payment-method-not-offered' } },
  })
}

const frequencyOf = ({ basket, startsPlan }: PricedOrder['order']): PaymentFrequency =>
  basket ? 'basket' : (startsPlan?.frequency ?? 'once')
