import type Stripe from 'stripe'
import { requireFound } from '../errors.ts'
import { type FormFields, text } from '../form.ts'
import type { Store } from '../store.ts'
import type { Webhooks } from '../webhooks.ts'

type RadarOptions = { readonly store: Store; readonly webhooks: Webhooks; readonly now: () => number }

/** Early fraud warnings of the card schemes, and reviews of doubtful charges. */
export class Radar {
  readonly #store: Store
  readonly #webhooks: Webhooks
  readonly #now: () => number

  constructor({ store, webhooks, now }: RadarOptions) {
    this.#store = store
    this.#webhooks = webhooks
    this.#now = now
  }

  /** Reports a charge as probably fraudulent. */
  async warn(chargeId: string): Promise<Stripe.Radar.EarlyFraudWarning> {
    const charge = requireFound(this.#store.charges.get(chargeId), 'charge', chargeId)
    const warning: Stripe.Radar.EarlyFraudWarning = {
      id: this.#store.newId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: chargeId,
      created: this.#now(),
      fraud_type: 'made_with_stolen_card',
      livemode: false,
      payment_intent: charge.payment_intent as string,
    }
    this.#store.save('warning', warning.id, warning)
    await this.#webhooks.tell('radar.early_fraud_warning.created', warning)
    return warning
  }

  /** Opens a review of a charge. */
  async review(chargeId: string): Promise<Stripe.Review> {
    const charge = requireFound(this.#store.charges.get(chargeId), 'charge', chargeId)
    const review: Stripe.Review = {
      id: this.#store.newId('prv'),
      object: 'review',
      billing_zip: null,
      charge: chargeId,
      closed_reason: null,
      created: this.#now(),
      ip_address: null,
      ip_address_location: null,
      livemode: false,
      open: true,
      opened_reason: 'rule',
      payment_intent: charge.payment_intent as string,
      reason: 'rule',
      session: null,
    }
    this.#store.save('review', review.id, review)
    const intent = this.#store.intents.get(charge.payment_intent as string)
    if (intent) {
      intent.object = { ...intent.object, review: review.id }
      this.#store.save('intent', intent.object.id, intent)
    }
    await this.#webhooks.tell('review.opened', review)
    return review
  }

  /** Returns early fraud warnings in the order of their creation, optionally of one payment intent. */
  warnings(fields: FormFields): Stripe.Radar.EarlyFraudWarning[] {
    const intentId = text(fields.payment_intent)
    return [...this.#store.warnings.values()].filter(
      (warning) => intentId === undefined || warning.payment_intent === intentId,
    )
  }
}
