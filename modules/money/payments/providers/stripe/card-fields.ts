import type { CardFields, CardFieldsAdapter, CardSettings } from '../../rules/card-fields.ts'
import { loadStripe } from './script.ts'

/** Stripe's card field and challenges, by its own script. */
export const cardFields: CardFieldsAdapter = {
  mount,
  answerChallenge: async (settings, clientSecret) =>
    void (await (await loadStripe(settings)).handleNextAction({ clientSecret })),
}

/** Its frame does not inherit our styles, so they are passed; the box around the input is ours (giving.css). */
function stripeStyle(field: HTMLElement) {
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
  const { provider, publishableKey, locale, title, failed, onReady } = settings
  const stripe = await loadStripe({ publishableKey, locale })
  const [label, field] = [document.createElement('label'), document.createElement('div')]
  label.className = 'label'
  label.textContent = title
  // It focuses its own field when a label of this id is pressed.
  label.htmlFor = field.id = 'card-field'
  field.className = 'input checkout-card-field'
  // As printed on the card, in every language.
  field.dir = 'ltr'
  into.replaceChildren(label, field)
  const card = stripe.elements({}).create('card', {
    hidePostalCode: true,
    classes: { focus: 'checkout-card-field-focused', invalid: 'checkout-card-field-invalid' },
    style: stripeStyle(field),
  })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const restyle = () => card.update({ style: stripeStyle(field) })
  scheme.addEventListener('change', restyle)
  card.on('ready', onReady)
  card.mount(field)
  return {
    tokenise: async () => {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      return paymentMethod ? { token: { id: paymentMethod.id, provider } } : { message: error?.message ?? failed }
    },
    destroy: () => {
      scheme.removeEventListener('change', restyle)
      card.destroy()
      into.replaceChildren()
    },
  }
}
