import type Stripe from 'stripe'
import { refuseSmallChange } from './amounts.ts'
import { behaviours, type Behaviour, type BehaviourName, feeOf } from './cards.ts'
import { cardError, invalid, messageOf, missing, Refusal } from './errors.ts'
import { type FormFields, list, strings, text } from './form.ts'
import { type DisputeTerms, Reversals } from './reversals.ts'
import { Setups } from './setups.ts'
import type { Intent, Method, Store } from './store.ts'
import { Wallet } from './wallet.ts'
import type { Delivery, Webhooks } from './webhooks.ts'

export type GatewayOptions = {
  readonly store: Store
  readonly webhooks: Webhooks
  readonly now: () => number
  readonly origin: () => string
  readonly salt: string
}

const currencyPattern = /^[a-z]{3}$/

/**
 * The bank's side of every call: what is asked, what is charged, what is told. Cards, cards for later and money that
 * goes back have files of their own.
 */
export class Gateway {
  readonly store: Store
  readonly wallet: Wallet
  readonly setups: Setups
  readonly reversals: Reversals
  readonly #webhooks: Webhooks
  readonly #now: () => number
  readonly #origin: () => string
  constructor({ store, webhooks, now, origin, salt }: GatewayOptions) {
    this.store = store
    this.#webhooks = webhooks
    this.#now = now
    this.#origin = origin
    this.wallet = new Wallet({ store, now, salt })
    this.setups = new Setups({ store, wallet: this.wallet, webhooks, now, origin })
    this.reversals = new Reversals({ store, webhooks, now })
  }

  // Payment intents

  createIntent(fields: FormFields): Stripe.PaymentIntent {
    const amount = Number(text(fields.amount))
    const currency = text(fields.currency) ?? ''
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw invalid('amount must be a positive whole number of minor units', 'amount', 'parameter_invalid_integer')
    if (amount > 99_999_999_999) throw invalid('amount is too large', 'amount', 'amount_too_large')
    if (!currencyPattern.test(currency)) throw invalid('currency must be a lower-case ISO code', 'currency')
    refuseSmallChange(amount, currency)
    const customer = text(fields.customer)
    if (customer !== undefined) this.wallet.customer(customer)
    const allowed = list(fields.allowed_payment_method_types)
    const captured = text(fields.capture_method) ?? 'automatic_async'
    if (captured !== 'automatic' && captured !== 'automatic_async')
      throw invalid('capture_method must be automatic or automatic_async', 'capture_method')
    const id = this.store.newId('pi')
    const object = {
      id,
      object: 'payment_intent',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      currency,
      created: this.#now(),
      status: 'requires_payment_method',
      capture_method: captured,
      confirmation_method: 'automatic',
      client_secret: `${id}_secret_${this.store.newId('s', 20)}`,
      description: text(fields.description) ?? null,
      metadata: strings(fields.metadata),
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
    this.store.save('intent', id, { object } satisfies Intent)
    return object
  }

  intent(id: string): Intent {
    const intent = this.store.intents.get(id)
    if (!intent) throw missing('payment_intent', id)
    return intent
  }

  /** Whose card it will be paid with, said while nothing was asked of the bank. */
  updateIntent(id: string, fields: FormFields): Stripe.PaymentIntent {
    const intent = this.intent(id)
    const customer = this.wallet.customer(text(fields.customer) ?? '').id
    if (intent.object.status !== 'requires_payment_method')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent's customer could not be updated because it has a status of ${intent.object.status}.`,
      })
    intent.object = { ...intent.object, customer }
    this.store.save('intent', id, intent)
    return intent.object
  }

  /** Asks the bank. Charges, asks the donor a question, or says no. */
  async confirm(
    id: string,
    fields: FormFields,
    idempotencyKey: string | null,
    delivery: Delivery,
  ): Promise<Stripe.PaymentIntent> {
    const intent = this.intent(id)
    const { status } = intent.object
    if (status !== 'requires_payment_method' && status !== 'requires_confirmation')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent's status is ${status}.`,
        payment_intent: intent.object,
      })
    const asked = text(fields.payment_method) ?? (intent.object.payment_method as string | null) ?? undefined
    if (asked === undefined) throw invalid('A payment method is needed', 'payment_method')
    const customer = intent.object.customer as string | null
    const method = this.wallet.usable(customer === null ? this.wallet.find(asked) : this.wallet.own(asked), customer)
    const { type, id: methodId } = method.object
    if (!intent.object.payment_method_types.includes(type))
      throw invalid(`The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`, 'payment_method')
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
    const asks = behaviour.challenge === 'always' || (behaviour.challenge === 'unless-set-up' && !method.isSetUp)
    if (asks && isOffSession)
      return this.#decline(
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
        next_action: {
          type: 'redirect_to_url',
          redirect_to_url: { url, return_url: returnUrl ?? null },
        } as Stripe.PaymentIntent.NextAction,
      }
      this.store.save('intent', id, intent)
      await this.#webhooks.tell('payment_intent.requires_action', intent.object, delivery)
      return intent.object
    }
    return this.#end(intent, method, behaviour, idempotencyKey, delivery)
  }

  async #end(
    intent: Intent,
    method: Method,
    behaviour: Behaviour,
    idempotencyKey: string | null,
    delivery: Delivery,
  ): Promise<Stripe.PaymentIntent> {
    if (behaviour.settlesLater) {
      intent.object = { ...intent.object, status: 'processing', next_action: null }
      this.store.save('intent', intent.object.id, intent)
      await this.#webhooks.tell('payment_intent.processing', intent.object, delivery)
      return intent.object
    }
    if (behaviour.ending.kind === 'decline') return this.#decline(intent, behaviour.ending, method, delivery)
    return this.#succeed(intent, method, idempotencyKey, delivery, behaviour)
  }

  async #decline(
    intent: Intent,
    of: { code: string; declineCode?: string },
    method: Method,
    delivery: Delivery,
  ): Promise<never> {
    const error = {
      type: 'card_error',
      code: of.code,
      message: messageOf(of.code),
      ...(of.declineCode ? { decline_code: of.declineCode } : {}),
      payment_method: method.object,
    }
    intent.object = {
      ...intent.object,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: error as unknown as Stripe.PaymentIntent.LastPaymentError,
    }
    this.store.save('intent', intent.object.id, intent)
    await this.#webhooks.tell('payment_intent.payment_failed', intent.object, delivery)
    throw cardError(of.code, {
      ...(of.declineCode ? { decline_code: of.declineCode } : {}),
      payment_intent: intent.object,
      payment_method: method.object,
    })
  }

  async #succeed(
    intent: Intent,
    method: Method,
    idempotencyKey: string | null,
    delivery: Delivery,
    behaviour: Behaviour,
  ): Promise<Stripe.PaymentIntent> {
    const { object } = intent
    const amount = object.amount + (object.metadata.sandbox_fault === 'flt_amount_mismatch' ? 1 : 0)
    const chargeId = this.store.newId('ch')
    const fee = feeOf(amount, object.currency, method.object.type === 'us_bank_account' ? 'us_bank_account' : 'card')
    const balance = {
      id: this.store.newId('txn'),
      object: 'balance_transaction',
      amount,
      currency: object.currency,
      fee,
      net: amount - fee,
      created: this.#now(),
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
      created: this.#now(),
      status: 'succeeded',
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      livemode: false,
      // Captured asynchronously, a charge has no movement of the balance yet when it is answered.
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
    intent.object = {
      ...object,
      status: 'succeeded',
      amount_received: amount,
      latest_charge: chargeId,
      next_action: null,
    }
    delete intent.challengeId
    this.store.save('balance', balance.id, balance)
    this.store.save('charge', chargeId, charge)
    this.store.save('intent', object.id, intent)
    this.store.save('truth', chargeId, {
      id: chargeId,
      payment_intent: object.id,
      amount,
      currency: object.currency,
      refunded: 0,
      created: this.#now(),
      idempotency_key: idempotencyKey,
      metadata: object.metadata,
    })
    if (object.setup_future_usage === 'off_session') this.wallet.setUp(method, object.customer as string | null)
    await this.#webhooks.tell('payment_intent.succeeded', intent.object, delivery)
    await this.#webhooks.tell('charge.succeeded', charge, delivery === 'at-once' ? 'normal' : delivery)
    if (behaviour.disputedLater) await this.reversals.openDispute(chargeId)
    return intent.object
  }

  async cancel(id: string, reason: string | undefined): Promise<Stripe.PaymentIntent> {
    const intent = this.intent(id)
    if (intent.object.status === 'canceled') return intent.object
    if (intent.object.status === 'succeeded' || intent.object.status === 'processing')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot cancel this PaymentIntent because it has a status of ${intent.object.status}.`,
        payment_intent: intent.object,
      })
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

  // The donor's answer to the bank's question

  async answerChallenge(challengeId: string, approved: boolean): Promise<'approved' | 'declined' | 'gone'> {
    const found = this.store.challenges.get(challengeId)
    if (!found) return 'gone'
    if (found.kind === 'setup') return this.setups.answer(this.store.setups.get(found.id)!, challengeId, approved)
    const intent = this.store.intents.get(found.id)!
    if (intent.challengeId !== challengeId || intent.object.status !== 'requires_action') return 'gone'
    const method = this.wallet.find(intent.object.payment_method as string)
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    delete intent.challengeId
    try {
      if (!approved) await this.#decline(intent, { code: 'payment_intent_authentication_failure' }, method, 'normal')
      await this.#end(intent, method, behaviour, null, 'normal')
      return 'approved'
    } catch (error) {
      // A decline is told through the intent, where the product reads it.
      if (error instanceof Refusal) return approved ? 'approved' : 'declined'
      throw error
    }
  }

  // Money given back, and disputes: here too for tests that hold the bank in their own process

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

  /** Bank debits end when days have passed. */
  async settlePending(): Promise<number> {
    let settled = 0
    for (const intent of this.store.intents.values()) {
      if (intent.object.status !== 'processing') continue
      const method = this.wallet.find(intent.object.payment_method as string)
      const { ending } = behaviours[method.behaviour as BehaviourName] as Behaviour
      settled += 1
      if (ending.kind === 'success')
        await this.#succeed(intent, method, null, 'normal', behaviours[method.behaviour as BehaviourName])
      else
        await this.#decline(intent, ending, method, 'normal').catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
    }
    return settled
  }

  /** `latest_charge` and its balance transaction written out, as `expand[]` asks. */
  expanded(intent: Stripe.PaymentIntent, expand: readonly string[]): Stripe.PaymentIntent {
    if (typeof intent.latest_charge !== 'string' || !expand.some((path) => path.startsWith('latest_charge')))
      return intent
    const charge = this.store.charges.get(intent.latest_charge)!
    const balance =
      expand.includes('latest_charge.balance_transaction') && charge.balance_transaction !== null
        ? this.store.balances.get(charge.balance_transaction as string)!
        : charge.balance_transaction
    return { ...intent, latest_charge: { ...charge, balance_transaction: balance } }
  }
}
