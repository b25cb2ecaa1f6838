import type Stripe from 'stripe'
import type { Behaviour } from './cards.ts'
import { newCharge } from './charges.ts'
import { cardError, messageOf } from './errors.ts'
import type { Radar } from './radar/radar.ts'
import type { Reversals } from './reversals.ts'
import type { Intent, Method, Store } from './store.ts'
import type { Wallet } from './wallets/wallet.ts'
import type { Delivery, Webhooks } from './webhooks.ts'

type OutcomeOptions = {
  readonly store: Store
  readonly webhooks: Webhooks
  readonly wallet: Wallet
  readonly reversals: Reversals
  readonly radar: Radar
  readonly now: () => number
}

/** Applies the outcomes of payment intents and sends their webhooks. */
export class Outcomes {
  readonly #store: Store
  readonly #webhooks: Webhooks
  readonly #wallet: Wallet
  readonly #reversals: Reversals
  readonly #radar: Radar
  readonly #now: () => number
  constructor({ store, webhooks, wallet, reversals, radar, now }: OutcomeOptions) {
    this.#store = store
    this.#webhooks = webhooks
    this.#wallet = wallet
    this.#reversals = reversals
    this.#radar = radar
    this.#now = now
  }

  /** Completes an intent by the behaviour of its card: it succeeds, is declined, or is processing for some days. */
  async end(
    intent: Intent,
    method: Method,
    behaviour: Behaviour,
    idempotencyKey: string | null,
    delivery: Delivery,
  ): Promise<Stripe.PaymentIntent> {
    if (behaviour.settlesLater) {
      intent.object = { ...intent.object, status: 'processing', next_action: null }
      this.#store.save('intent', intent.object.id, intent)
      await this.#webhooks.tell('payment_intent.processing', intent.object, delivery)
      return intent.object
    }
    if (behaviour.ending.kind === 'decline') return this.decline(intent, behaviour.ending, method, delivery)
    return this.succeed(intent, method, idempotencyKey, delivery, behaviour)
  }

  /** Declines the payment and throws the error response. */
  async decline(
    intent: Intent,
    { code, declineCode }: { code: string; declineCode?: string },
    method: Method,
    delivery: Delivery,
  ): Promise<never> {
    const error = {
      type: 'card_error',
      code,
      message: messageOf(code),
      ...(declineCode ? { decline_code: declineCode } : {}),
      payment_method: method.object,
    }
    intent.object = {
      ...intent.object,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: error as unknown as Stripe.PaymentIntent.LastPaymentError,
    }
    this.#store.save('intent', intent.object.id, intent)
    await this.#webhooks.tell('payment_intent.payment_failed', intent.object, delivery)
    throw cardError(code, {
      ...(declineCode ? { decline_code: declineCode } : {}),
      payment_intent: intent.object,
      payment_method: method.object,
    })
  }

  /** Charges the card. */
  async succeed(
    intent: Intent,
    method: Method,
    idempotencyKey: string | null,
    delivery: Delivery,
    behaviour: Behaviour,
  ): Promise<Stripe.PaymentIntent> {
    const { object } = intent
    const { charge, balance } = newCharge(object, method, { store: this.#store, created: this.#now() })
    const { id: chargeId, amount } = charge
    intent.object = {
      ...object,
      status: 'succeeded',
      amount_received: amount,
      latest_charge: chargeId,
      next_action: null,
    }
    delete intent.challengeId
    this.#store.save('balance', balance.id, balance)
    this.#store.save('charge', chargeId, charge)
    this.#store.save('intent', object.id, intent)
    this.#store.save('truth', chargeId, {
      id: chargeId,
      payment_intent: object.id,
      amount,
      currency: object.currency,
      refunded: 0,
      created: this.#now(),
      idempotency_key: idempotencyKey,
      metadata: object.metadata,
    })
    if (object.setup_future_usage === 'off_session') this.#wallet.setUp(method, object.customer as string | null)
    await this.#webhooks.tell('payment_intent.succeeded', intent.object, delivery)
    await this.#webhooks.tell('charge.succeeded', charge, delivery === 'at-once' ? 'normal' : delivery)
    if (behaviour.disputedLater) await this.#reversals.openDispute(chargeId)
    if (behaviour.warning === 'fraud') await this.#radar.warn(chargeId)
    if (behaviour.warning === 'review') await this.#radar.review(chargeId)
    return intent.object
  }
}
