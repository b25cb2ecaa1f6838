import type { BankFieldsAdapter } from '../../rules/bank-fields.ts'
import { createToken, deferredIntent, loadStripe } from './script.ts'

/** Shows Stripe's Payment Element for a US bank account with instant verification. It includes Stripe's own terms. */
export const bankFields: BankFieldsAdapter = {
  async mount(into, settings) {
    const stripe = await loadStripe(settings)
    const elements = stripe.elements({
      ...deferredIntent(settings.total, 'us_bank_account'),
      paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
    })
    const element = elements.create('payment', { terms: { usBankAccount: 'auto' } })
    element.on('ready', settings.onReady)
    element.on('loaderror', settings.onFailed)
    element.mount(into)
    return {
      tokenise: () => createToken(stripe, elements, settings),
      destroy: () => {
        element.destroy()
        into.replaceChildren()
      },
    }
  },
}
