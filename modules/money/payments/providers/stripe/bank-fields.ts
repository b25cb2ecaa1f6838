import type { BankFieldsAdapter } from '../../rules/bank-fields.ts'
import { toProviderAmount, toProviderCurrency } from './amounts.ts'
import { loadStripe, type TokenResult } from './script.ts'

/** Shows Stripe's Payment Element for a US bank account with instant verification. It includes Stripe's own terms. */
export const bankFields: BankFieldsAdapter = {
  async mount(into, settings) {
    const { provider, failed, total, onReady } = settings
    const stripe = await loadStripe(settings)
    const elements = stripe.elements({
      mode: 'payment',
      amount: toProviderAmount(total),
      currency: toProviderCurrency(total.currency),
      paymentMethodTypes: ['us_bank_account'],
      paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
    })
    const element = elements.create('payment', { terms: { usBankAccount: 'auto' } })
    element.on('ready', onReady)
    element.mount(into)
    return {
      tokenise: async () => {
        const { error } = await elements.submit()
        const tokenResult: TokenResult = error ? { error } : await stripe.createConfirmationToken({ elements })
        return tokenResult.confirmationToken
          ? { token: { id: tokenResult.confirmationToken.id, provider } }
          : { message: tokenResult.error?.message ?? failed }
      },
      destroy: () => {
        element.destroy()
        into.replaceChildren()
      },
    }
  },
}
