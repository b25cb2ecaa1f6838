import type Stripe from 'stripe'
import { behaviours, type Behaviour, type BehaviourName } from './cards.ts'
import { requireFound, invalid, Refusal, unexpectedState } from './errors.ts'
import { type FormFields, group, text } from './form.ts'
import { newIntent } from './new-intent.ts'
import { Outcomes } from './outcomes.ts'
import { Radar } from './radar/radar.ts'
import { type DisputeTerms, Reversals } from './reversals.ts'
import { challengeAction, Setups } from './setups.ts'
import type { Intent, Store } from './store.ts'
import { Wallet } from './wallets/wallet.ts'
import { ConfirmationTokens } from './wallets/confirmation-tokens.ts'
import type { Delivery, Webhooks } from './webhooks.ts'

export type GatewayOptions = {
  readonly store: Store
  readonly webhooks: Webhooks
  readonly now: () => number
  readonly origin: () => string
  readonly salt: string
}

/**
 * The provider's payment intents: creation, confirmation, challenges and reports. Cards, saved cards, refunds and
 * disputes are in other files.
 */
export class Gateway {
  readonly store: Store
  readonly wallet: Wallet
  readonly confirmations: ConfirmationTokens
  readonly setups: Setups
  readonly reversals: Reversals
  readonly radar: Radar
  readonly #outcomes: Outcomes
  readonly #webhooks: Webhooks
  readonly #now: () => number
  readonly #origin: () => string
  constructor({ store, webhooks, now, origin, salt }: GatewayOptions) {
    this.store = store
    this.#webhooks = webhooks
    this.#now = now
    this.#origin = origin
    this.wallet = new Wallet({ store, now, salt })
    this.confirmations = new ConfirmationTokens({ store, wallet: this.wallet, now })
    this.setups = new Setups({ store, wallet: this.wallet, confirmations: this.confirmations, webhooks, now, origin })
    this.reversals = new Reversals({ store, webhooks, now })
    this.radar = new Radar({ store, webhooks, now })
    const { wallet, reversals, radar } = this
    this.#outcomes = new Outcomes({ store, webhooks, now, wallet, reversals, radar })
  }

  /** Renews a saved card under its token, as its bank may do, and reports it. */
  async renewCard(id: string, fields: FormFields): Promise<Stripe.PaymentMethod> {
    const renewed = this.wallet.renew(id, fields)
    await this.#webhooks.tell('payment_method.automatically_updated', renewed)
    return renewed
  }

  // Payment intents

  createIntent(fields: FormFields): Stripe.PaymentIntent {
    const object = newIntent(fields, { store: this.store, wallet: this.wallet, created: this.#now() })
    this.store.save('intent', object.id, { object } satisfies Intent)
    return object
  }

  intent(id: string): Intent {
    return requireFound(this.store.intents.get(id), 'payment_intent', id)
  }

  /** Sets the customer of an unconfirmed intent. */
  updateIntent(id: string, fields: FormFields): Stripe.PaymentIntent {
    const intent = this.intent(id)
    const customer = this.wallet.customer(text(fields.customer) ?? '').id
    if (intent.object.status !== 'requires_payment_method')
      throw unexpectedState(
        `This PaymentIntent's customer could not be updated because it has a status of ${intent.object.status}.`,
      )
    intent.object = { ...intent.object, customer }
    this.store.save('intent', id, intent)
    return intent.object
  }

  /** Confirms an intent: it is charged, requires an action of the donor, is declined, or is processing for days. */
  async confirm(
    id: string,
    fields: FormFields,
    idempotencyKey: string | null,
    delivery: Delivery,
  ): Promise<Stripe.PaymentIntent> {
    const intent = this.intent(id)
    const { status } = intent.object
    if (status !== 'requires_payment_method' && status !== 'requires_confirmation')
      throw unexpectedState(`This PaymentIntent's status is ${status}.`, intent.object)
    const token = text(fields.confirmation_token)
    const requestText =
      (token === undefined ? text(fields.payment_method) : this.confirmations.use(token, { payment_intent: id })) ??
      (intent.object.payment_method as string | null) ??
      undefined
    if (requestText === undefined) throw invalid('A payment method is needed', 'payment_method')
    const customer = intent.object.customer as string | null
    const method = this.wallet.usable(
      customer === null ? this.wallet.find(requestText) : this.wallet.own(requestText),
      customer,
    )
    const { type, id: methodId } = method.object
    if (!intent.object.payment_method_types.includes(type))
      throw invalid(`The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`, 'payment_method')
    if (type === 'us_bank_account' && text(group(group(fields.mandate_data).customer_acceptance).type) !== 'online')
      throw invalid('mandate_data is required to debit a bank account', 'mandate_data')
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    const isOffSession = text(fields.off_session) === 'true'
    const returnUrl = text(fields.return_url)
    const future = text(fields.setup_future_usage)
    const setup = future === undefined ? intent.object.setup_future_usage : future || null
    intent.behaviour = method.behaviour
    intent.object = {
      ...intent.object,
      payment_method: methodId,
      last_payment_error: null,
      setup_future_usage: setup as 'off_session' | null,
    }
    if (behaviour.needsMicrodeposits) {
      intent.object = {
        ...intent.object,
        status: 'requires_action',
        next_action: { type: 'verify_with_microdeposits' } as Stripe.PaymentIntent.NextAction,
      }
      this.store.save('intent', id, intent)
      return intent.object
    }
    const asks = behaviour.challenge === 'always' || (behaviour.challenge === 'unless-set-up' && !method.isSetUp)
    if (asks && isOffSession)
      return this.#outcomes.decline(
        intent,
        { code: 'authentication_required', declineCode: 'authentication_required' },
        method,
        delivery,
      )
    if (asks) {
      const challengeId = this.store.newId('chl', 40)
      const url = `${this.#origin()}/3ds/${challengeId}`
      intent.challengeId = challengeId
      if (returnUrl) intent.returnUrl = returnUrl
      intent.object = {
        ...intent.object,
        status: 'requires_action',
        next_action: challengeAction(url, fields),
      }
      this.store.save('intent', id, intent)
      await this.#webhooks.tell('payment_intent.requires_action', intent.object, delivery)
      return intent.object
    }
    return this.#outcomes.end(intent, method, behaviour, idempotencyKey, delivery)
  }

  async cancel(id: string, reason: string | undefined): Promise<Stripe.PaymentIntent> {
    const intent = this.intent(id)
    if (intent.object.status === 'canceled') return intent.object
    if (intent.object.status === 'succeeded' || intent.object.status === 'processing')
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.object.status}.`,
        intent.object,
      )
    intent.object = {
      ...intent.object,
      status: 'canceled',
      canceled_at: this.#now(),
      cancellation_reason: (reason ?? null) as 'abandoned' | null,
      next_action: null,
    }
    delete intent.challengeId
    this.store.save('intent', id, intent)
    await this.#webhooks.tell('payment_intent.canceled', intent.object)
    return intent.object
  }

  // The donor's response to the challenge

  async answerChallenge(challengeId: string, approved: boolean): Promise<'approved' | 'declined' | 'gone'> {
    const challenge = this.store.challenges.get(challengeId)
    if (!challenge) return 'gone'
    const { kind, id } = challenge
    if (kind === 'setup')
      return this.setups.answer(requireFound(this.store.setups.get(id), 'setup_intent', id), challengeId, approved)
    const intent = this.intent(id)
    if (intent.challengeId !== challengeId || intent.object.status !== 'requires_action') return 'gone'
    const method = this.wallet.find(intent.object.payment_method as string)
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    delete intent.challengeId
    try {
      if (!approved)
        await this.#outcomes.decline(intent, { code: 'payment_intent_authentication_failure' }, method, 'normal')
      await this.#outcomes.end(intent, method, behaviour, null, 'normal')
      return 'approved'
    } catch (error) {
      // The intent reports the decline to the product.
      if (error instanceof Refusal) return approved ? 'approved' : 'declined'
      throw error
    }
  }

  // For tests that run the gateway in their own process.

  refund(fields: FormFields): Promise<Stripe.Refund> {
    return this.reversals.refund(fields)
  }

  openDispute(chargeId: string, terms?: DisputeTerms): Promise<Stripe.Dispute> {
    return this.reversals.openDispute(chargeId, terms)
  }

  answerDispute(id: string): Promise<Stripe.Dispute> {
    return this.reversals.answerDispute(id)
  }

  closeDispute(id: string, status: 'won' | 'lost', terms?: DisputeTerms): Promise<Stripe.Dispute> {
    return this.reversals.closeDispute(id, status, terms)
  }

  /** Returns the number of pending bank debits. */
  pendingDebits(): number {
    return [...this.store.intents.values()].filter(({ object }) => object.status === 'processing').length
  }

  /** Settles all pending bank debits, as if their days had passed; returns their number. */
  async settlePending(): Promise<number> {
    let settled = 0
    for (const intent of this.store.intents.values()) {
      if (intent.object.status !== 'processing') continue
      const method = this.wallet.find(intent.object.payment_method as string)
      const { ending } = behaviours[method.behaviour as BehaviourName] as Behaviour
      settled += 1
      if (ending.kind === 'success')
        await this.#outcomes.succeed(intent, method, null, 'normal', behaviours[method.behaviour as BehaviourName])
      else
        await this.#outcomes.decline(intent, ending, method, 'normal').catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
    }
    return settled
  }
}
