import type Stripe from 'stripe'
import { feeOf } from './cards.ts'
import { requireFound } from './errors.ts'
import type { Method, Store } from './store.ts'

/** Builds the charge of a payment intent and its balance transaction. */
export function newCharge(
  object: Stripe.PaymentIntent,
  method: Method,
  { store, created }: { readonly store: Store; readonly created: number },
): { readonly charge: Stripe.Charge; readonly balance: Stripe.BalanceTransaction } {
  const amount = object.amount + (object.metadata.sandbox_fault === 'flt_amount_mismatch' ? 1 : 0)
  const chargeId = store.newId('ch')
  const fee = feeOf(amount, object.currency, method.object.type === 'us_bank_account' ? 'us_bank_account' : 'card')
  const balance = {
    id: store.newId('txn'),
    object: 'balance_transaction',
    amount,
    currency: object.currency,
    fee,
    net: amount - fee,
    created,
    status: 'pending',
    type: 'charge',
    source: chargeId,
    fee_details: [
      {
        amount: fee,
        currency: object.currency,
        type: 'stripe_fee',
        description: 'Processing fee',
        application: null,
      },
    ],
    exchange_rate: null,
    reporting_category: 'charge',
  } as unknown as Stripe.BalanceTransaction
  const charge = {
    id: chargeId,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    currency: object.currency,
    created,
    status: 'succeeded',
    paid: true,
    captured: true,
    refunded: false,
    disputed: false,
    livemode: false,
    // With asynchronous capture, the response has no balance transaction yet.
    balance_transaction: object.capture_method === 'automatic' ? balance.id : null,
    payment_intent: object.id,
    payment_method: method.object.id,
    customer: object.customer,
    description: object.description,
    metadata: object.metadata,
    outcome: {
      network_status: 'approved_by_network',
      risk_level: method.behaviour === 'elevated-risk' ? 'elevated' : 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
      reason: null,
    },
    payment_method_details: {
      type: method.object.type,
      [method.object.type]: method.object[method.object.type as 'card'],
    },
  } as unknown as Stripe.Charge
  return { charge, balance }
}

/** Expands `latest_charge` of an intent and its balance transaction, as `expand[]` requests. */
export function expandIntent(
  store: Store,
  intent: Stripe.PaymentIntent,
  expand: readonly string[],
): Stripe.PaymentIntent {
  if (typeof intent.latest_charge !== 'string' || !expand.some((path) => path.startsWith('latest_charge')))
    return intent
  const charge = requireFound(store.charges.get(intent.latest_charge), 'charge', intent.latest_charge)
  const { balance_transaction } = charge
  const balance =
    expand.includes('latest_charge.balance_transaction') && typeof balance_transaction === 'string'
      ? requireFound(store.balances.get(balance_transaction), 'balance_transaction', balance_transaction)
      : balance_transaction
  return { ...intent, latest_charge: { ...charge, balance_transaction: balance } }
}
