import type Stripe from 'stripe'
import { assertChargeableAmount } from './amounts.ts'
import { invalid } from './errors.ts'
import { type FormFields, list, textValues, text } from './form.ts'
import type { Store } from './store.ts'
import type { Wallet } from './wallets/wallet.ts'

const currencyPattern = /^[a-z]{3}$/

/** Builds a payment intent from the fields of a request. Refuses invalid amounts, currencies and customers. */
export function newIntent(
  fields: FormFields,
  { store, wallet, created }: { readonly store: Store; readonly wallet: Wallet; readonly created: number },
): Stripe.PaymentIntent {
  const amount = Number(text(fields.amount))
  const currency = text(fields.currency) ?? ''
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('amount must be a positive whole number of minor units', 'amount', 'parameter_invalid_integer')
  if (amount > 99_999_999_999) throw invalid('amount is too large', 'amount', 'amount_too_large')
  if (!currencyPattern.test(currency)) throw invalid('currency must be a lower-case ISO code', 'currency')
  assertChargeableAmount(amount, currency)
  const customer = text(fields.customer)
  if (customer !== undefined) wallet.customer(customer)
  const allowed = list(fields.allowed_payment_method_types)
  const captured = text(fields.capture_method) ?? 'automatic_async'
  if (captured !== 'automatic' && captured !== 'automatic_async')
    throw invalid('capture_method must be automatic or automatic_async', 'capture_method')
  const id = store.newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    currency,
    created,
    status: 'requires_payment_method',
    capture_method: captured,
    confirmation_method: 'automatic',
    client_secret: `${id}_secret_${store.newId('s', 20)}`,
    description: text(fields.description) ?? null,
    metadata: textValues(fields.metadata),
    customer: customer ?? null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    payment_method: null,
    payment_method_types: allowed.length > 0 ? allowed : ['card'],
    livemode: false,
    canceled_at: null,
    cancellation_reason: null,
    setup_future_usage: text(fields.setup_future_usage) ?? null,
  } as unknown as Stripe.PaymentIntent
}
