import type {
  ReleaseTrain,
  Stripe,
  StripeConstructor,
  StripeElementLocale,
  StripeElements,
  StripeElementsOptionsMode,
} from '@stripe/stripe-js'
import type { Currency, Money } from '#shared/money.ts'
import type { CardFields, CardSettings } from '../../rules/card-fields.ts'
import { toProviderAmount, toProviderCurrency } from './amounts.ts'

/** The release of Stripe.js that matches the server's API version. */
const release: ReleaseTrain = 'endive'
const scriptUrl = `https://js.stripe.com/${release}/stripe.js`

/** Languages of Stripe.js; it shows its fields in the browser's language for any other. */
const scriptLocales: readonly StripeElementLocale[] = ['en', 'ar', 'de', 'es', 'fr', 'id', 'ms', 'ru', 'tr']

let loading: Promise<StripeConstructor> | undefined

/** Loads Stripe.js once per page; a failed load can be retried. Every call of it is typed by its published types. */
export async function loadStripe({
  publishableKey,
  locale,
}: Pick<CardSettings, 'publishableKey' | 'locale'>): Promise<Stripe> {
  const create = await (loading ??= loadScript())
  return create(publishableKey, { locale: scriptLocales.find((name) => name === locale) ?? 'auto' })
}

const loadScript = () =>
  new Promise<StripeConstructor>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = undefined
      reject(new Error('the script of the payment provider could not be loaded'))
    }
    script.src = scriptUrl
    script.onload = () => (window.Stripe ? resolve(window.Stripe) : fail())
    script.onerror = fail
    document.head.append(script)
  })

/**
 * Returns the options of elements whose intent the server creates later. Currency, capture and payment method types
 * must equal the intent's (provider.ts), because the token is only accepted by an intent like this.
 */
export const deferredIntent = (total: Money, paymentMethod: 'card' | 'us_bank_account') =>
  ({
    mode: 'payment',
    amount: toProviderAmount(total),
    currency: toProviderCurrency(total.currency),
    captureMethod: 'automatic',
    allowedPaymentMethodTypes: [paymentMethod],
  }) satisfies StripeElementsOptionsMode

/**
 * Returns the options of elements that save a card without a payment. They must equal those of the setup intent, which
 * permits later charges without the donor (vault.ts).
 */
export const deferredSetup = (currency: Currency) =>
  ({
    mode: 'setup',
    currency: toProviderCurrency(currency),
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
  }) satisfies StripeElementsOptionsMode

/** Creates a token of what the donor entered or approved, or returns the message that explains why there is none. */
export async function createToken(
  stripe: Stripe,
  elements: StripeElements,
  { provider, failed }: Pick<CardSettings, 'provider' | 'failed'>,
): ReturnType<CardFields['tokenise']> {
  const { error: invalid } = await elements.submit()
  if (invalid) return { message: invalid.message ?? failed }
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements })
  return confirmationToken ? { token: { id: confirmationToken.id, provider } } : { message: error.message ?? failed }
}
