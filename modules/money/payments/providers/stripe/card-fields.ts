import type { StripeElementStyle } from '@stripe/stripe-js'
import type { CardFields, CardFieldsAdapter, CardSettings } from '../../rules/card-fields.ts'
import { loadStripe } from './script.ts'

/** Shows Stripe's card field; Stripe.js shows 3-D Secure challenges in a dialog of its own. */
export const cardFields: CardFieldsAdapter = {
  mount,
  challenges: {
    async run(settings, clientSecret) {
      const stripe = await loadStripe(settings)
      // The result is a hint: the page asks the server, which asks the provider (payments-9).
      await stripe.handleNextAction({ clientSecret })
    },
  },
}

/**
 * Returns our styles for Stripe's field, because its frame doesn't inherit them. The box around it is ours
 * (giving.css).
 */
function stripeStyle(field: HTMLElement): StripeElementStyle {
  const ours = getComputedStyle(field)
  const propertyOf = (token: string) => ours.getPropertyValue(token).trim()
  return {
    base: {
      color: propertyOf('--ink'),
      iconColor: propertyOf('--ink-muted'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: ours.fontSize,
      '::placeholder': { color: propertyOf('--ink-subtle') },
    },
    invalid: { color: propertyOf('--danger'), iconColor: propertyOf('--danger') },
  }
}

async function mount(into: HTMLElement, settings: CardSettings): Promise<CardFields> {
  const { provider, title, failed, onReady, onFailed } = settings
  const stripe = await loadStripe(settings)
  const [label, field] = [document.createElement('label'), document.createElement('div')]
  label.className = 'label'
  label.textContent = title
  // Stripe.js focuses its field when the label with this id is clicked.
  label.htmlFor = field.id = 'card-field'
  field.className = 'input checkout-card-field'
  // Card numbers read left to right in every language.
  field.dir = 'ltr'
  into.replaceChildren(label, field)
  const card = stripe.elements().create('card', {
    hidePostalCode: true,
    classes: { focus: 'checkout-card-field-focused', invalid: 'checkout-card-field-invalid' },
    style: stripeStyle(field),
  })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const restyle = () => card.update({ style: stripeStyle(field) })
  scheme.addEventListener('change', restyle)
  card.on('ready', onReady)
  card.on('loaderror', onFailed)
  card.mount(field)
  return {
    tokenise: async () => {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      return paymentMethod ? { token: { id: paymentMethod.id, provider } } : { message: error.message ?? failed }
    },
    destroy: () => {
      scheme.removeEventListener('change', restyle)
      card.destroy()
      into.replaceChildren()
    },
  }
}
