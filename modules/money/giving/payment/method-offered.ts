import { Problem } from '#shared/problem.ts'
import { type PaymentProvider, providerOfToken } from '#modules/money/payments/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { GivingPorts } from '../ports.ts'
import { everyPageMethod, getPaymentMethods, type PaymentFrequency } from '../rules/payment-methods.ts'
import { paymentUnavailable, type PricedOrder, type PayRequest } from './pay-request.ts'

/**
 * Refuses a payment method that the page wouldn't offer (payments-23). Charges of a running plan keep the method that
 * was agreed.
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
  // If the saved card isn't the donor's own, a later step reports that it isn't found (payments-17).
  if (offered.includes(paymentMethod) || (cardID !== undefined && paymentMethod === 'card')) return
  throw new Problem('validation', 'invalid-input', {
    fields: { paymentMethod: { code: 'payment-method-not-offered' } },
  })
}

const frequencyOf = ({ basket, startsPlan }: PricedOrder['order']): PaymentFrequency =>
  basket ? 'basket' : (startsPlan?.frequency ?? 'once')

/**
 * Refuses a token that doesn't come from the named wallet, because the provider's report of the wallet is stored and
 * shown (payments-24). Doesn't check cards.
 */
export async function refuseOtherWallet(
  ports: Pick<GivingPorts, 'log'>,
  provider: PaymentProvider,
  { token, paymentMethod }: { readonly token: string; readonly paymentMethod: DonationPayload['paymentMethod'] },
): Promise<void> {
  if (paymentMethod !== 'applepay' && paymentMethod !== 'googlepay') return
  const tokenWallet = await provider.readWallet(token)
  if (tokenWallet.kind === 'unreachable') {
    ports.log.error({ reason: tokenWallet.reason }, 'the payment provider is away; nothing was charged')
    throw paymentUnavailable()
  }
  if (tokenWallet.wallet !== paymentMethod)
    throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'wallet-token-wrong' } } })
}
