import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { behaviours, type Behaviour, brandOf, type BehaviourName, feeOf, namedMethods, passesLuhn, testAccounts, testNumbers } from './cards.ts'
import { cardError, invalid, messageOf, missing, Refusal } from './errors.ts'
import { type FormFields, group, strings, text } from './form.ts'
import type { Intent, Method, Setup, Store } from './store.ts'
import type { Delivery, Webhooks } from './webhooks.ts'

export type GatewayOptions = {
  readonly store: Store
  readonly webhooks: Webhooks
  readonly now: () => number
  readonly origin: () => string
  readonly salt: string
}

const currencyPattern = /^[a-z]{3}$/

/** The bank's side of every call: what is asked, what is charged, what is told. */
export class Gateway {
  readonly store: Store
  readonly #webhooks: Webhooks
  readonly #now: () => number
  readonly #origin: () => string
  readonly #salt: string

  constructor({ store, webhooks, now, origin, salt }: GatewayOptions) {
    this.store = store
    this.#webhooks = webhooks
    this.#now = now
    this.#origin = origin
    this.#salt = salt
  }

  // Payment methods

  createMethod(fields: FormFields): Stripe.PaymentMethod {
    const type = text(fields.type)
    if (type === 'us_bank_account') return this.#keepMethod(this.#bankAccount(group(fields.us_bank_account)), 'us_bank_account')
    if (type !== 'card') throw invalid('type must be card or us_bank_account', 'type')
    const card = group(fields.card)
    const number = (text(card.number) ?? '').replace(/[\s-]/g, '')
    if (!/^\d{12,19}$/.test(number)) throw cardError('invalid_number', { param: 'number' })
    if (!passesLuhn(number)) throw cardError('incorrect_number', { param: 'number' })
    const [month, year] = [Number(text(card.exp_month)), Number(text(card.exp_year))]
    const fullYear = year < 100 ? 2000 + year : year
    const today = new Date(this.#now() * 1000)
    if (!(month >= 1 && month <= 12)) throw cardError('invalid_expiry_month', { param: 'exp_month' })
    if (
      !(fullYear > today.getUTCFullYear() || (fullYear === today.getUTCFullYear() && month >= today.getUTCMonth() + 1)) ||
      fullYear > today.getUTCFullYear() + 50
    )
      throw cardError('invalid_expiry_year', { param: 'exp_year' })
    const cvc = text(card.cvc)
    if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw cardError('invalid_cvc', { param: 'cvc' })
    return this.#keepMethod({ number, month, year: fullYear }, 'card')
  }

  #bankAccount(account: FormFields): { account: string } {
    if (text(account.routing_number) !== '110000000')
      throw invalid('The routing number is not one of the sandbox’s: 110000000', 'us_bank_account[routing_number]')
    return { account: text(account.account_number) ?? '' }
  }

  #keepMethod(
    of: { number: string; month: number; year: number } | { account: string },
    type: 'card' | 'us_bank_account',
    id = this.store.newId('pm'),
  ): Stripe.PaymentMethod {
    const isCard = 'number' in of
    const behaviour: BehaviourName = isCard ? (testNumbers[of.number] ?? 'success') : (testAccounts[of.account] ?? 'bank-debit')
    const secretPart = isCard ? of.number : of.account
    const fingerprint = createHash('sha256').update(`${this.#salt}|${secretPart}`).digest('base64url').slice(0, 16)
    const object = {
      id,
      object: 'payment_method',
      type,
      created: this.#now(),
      customer: null,
      livemode: false,
      metadata: {},
      allow_redisplay: 'unspecified',
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
      ...(isCard
        ? {
            card: {
              brand: brandOf(of.number),
              display_brand: brandOf(of.number),
              last4: of.number.slice(-4),
              exp_month: of.month,
              exp_year: of.year,
              fingerprint,
              country: 'US',
              funding: 'credit',
              checks: { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null },
              networks: { available: [brandOf(of.number)], preferred: null },
              three_d_secure_usage: { supported: true },
              wallet: null,
              generated_from: null,
              regulated_status: 'unregulated',
            },
          }
        : {
            us_bank_account: {
              last4: of.account.slice(-4),
              routing_number: '110000000',
              fingerprint,
              bank_name: 'SANDBOX BANK',
              account_type: 'checking',
              account_holder_type: 'individual',
              status_details: null,
            },
          }),
    } as unknown as Stripe.PaymentMethod
    this.store.save('method', id, { object, behaviour } satisfies Method)
    return object
  }

  findMethod(id: string): Method {
    const kept = this.store.methods.get(id)
    if (kept) return kept
    const named = namedMethods[id]
    if (!named)
      throw new Refusal(400, { type: 'invalid_request_error', code: 'resource_missing', message: `No such PaymentMethod: '${id}'`, param: 'payment_method' })
    this.#keepMethod({ number: named.number, month: 12, year: new Date(this.#now() * 1000).getUTCFullYear() + 3 }, 'card', id)
    return this.store.methods.get(id)!
  }

  /** What is to be used: of a named token a card of its own, so that what happens to it happens to nobody else's. */
  #ownMethod(id: string): Method {
    const named = namedMethods[id]
    if (!named) return this.findMethod(id)
    const fresh = this.#keepMethod({ number: named.number, month: 12, year: new Date(this.#now() * 1000).getUTCFullYear() + 3 }, 'card')
    return this.store.methods.get(fresh.id)!
  }

  attach(id: string, customer: string): Stripe.PaymentMethod {
    this.customer(customer)
    return this.#attach(this.#usable(this.#ownMethod(id), customer), customer).object
  }

  /** A card that was let go can never be used again. */
  detach(id: string): Stripe.PaymentMethod {
    const method = this.findMethod(id)
    if (method.object.customer === null) throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    const object = { ...method.object, customer: null }
    this.store.save('method', id, { ...method, object, isDetached: true })
    return object
  }

  #attach(method: Method, customer: string): Method {
    const attached = { ...method, object: { ...method.object, customer } }
    this.store.save('method', method.object.id, attached)
    return attached
  }

  /** A customer's card works with that customer and with no other, nor without one. */
  #usable(method: Method, customer: string | null): Method {
    if (method.isDetached)
      throw invalid(
        'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
        'payment_method',
      )
    if (method.object.customer !== null && method.object.customer !== customer)
      throw invalid('The customer does not have a payment method with this ID. The PaymentMethod belongs to another Customer.', 'payment_method')
    return method
  }

  customer(id: string): Stripe.Customer {
    const customer = this.store.customers.get(id)
    if (!customer) throw missing('customer', id)
    return customer
  }

  methodsOf(customer: string): Stripe.PaymentMethod[] {
    this.customer(customer)
    return [...this.store.methods.values()].map((method) => method.object).filter((object) => object.customer === customer)
  }

  createCustomer(fields: FormFields): Stripe.Customer {
    const id = this.store.newId('cus', 14)
    const customer = {
      id,
      object: 'customer',
      created: this.#now(),
      email: text(fields.email) ?? null,
      name: text(fields.name) ?? null,
      livemode: false,
      metadata: strings(fields.metadata),
    } as unknown as Stripe.Customer
    this.store.save('customer', id, customer)
    return customer
  }

  // Payment intents

  createIntent(fields: FormFields): Stripe.PaymentIntent {
    const amount = Number(text(fields.amount))
    const currency = text(fields.currency) ?? ''
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw invalid('amount must be a positive whole number of minor units', 'amount', 'parameter_invalid_integer')
    if (amount > 99_999_999_999) throw invalid('amount is too large', 'amount', 'amount_too_large')
    if (!currencyPattern.test(currency)) throw invalid('currency must be a lower-case ISO code', 'currency')
    const customer = text(fields.customer)
    if (customer !== undefined) this.customer(customer)
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
      capture_method: 'automatic',
      confirmation_method: 'automatic',
      client_secret: `${id}_secret_${this.store.newId('s', 20)}`,
      description: text(fields.description) ?? null,
      metadata: strings(fields.metadata),
      customer: customer ?? null,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
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
    const customer = this.customer(text(fields.customer) ?? '').id
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
  async confirm(id: string, fields: FormFields, idempotencyKey: string | null, delivery: Delivery): Promise<Stripe.PaymentIntent> {
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
    const method = this.#usable(customer === null ? this.findMethod(asked) : this.#ownMethod(asked), customer)
    const methodId = method.object.id
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    const isOffSession = text(fields.off_session) === 'true'
    const returnUrl = text(fields.return_url)
    const future = text(fields.setup_future_usage)
    const setup = future === undefined ? intent.object.setup_future_usage : future || null
    intent.behaviour = method.behaviour
    intent.object = { ...intent.object, payment_method: methodId, last_payment_error: null, setup_future_usage: setup as 'off_session' | null }
    const asks = behaviour.challenge === 'always' || (behaviour.challenge === 'unless-set-up' && !method.isSetUp)
    if (asks && isOffSession) return this.#decline(intent, { code: 'authentication_required', declineCode: 'authentication_required' }, method, delivery)
    if (asks) {
      const challengeId = this.store.newId('chl', 40)
      const url = `${this.#origin()}/3ds/${challengeId}`
      intent.challengeId = challengeId
      if (returnUrl) intent.returnUrl = returnUrl
      intent.object = {
        ...intent.object,
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl ?? null } } as Stripe.PaymentIntent.NextAction,
      }
      this.store.save('intent', id, intent)
      await this.#webhooks.tell('payment_intent.requires_action', intent.object, delivery)
      return intent.object
    }
    return this.#end(intent, method, behaviour, idempotencyKey, delivery)
  }

  async #end(intent: Intent, method: Method, behaviour: Behaviour, idempotencyKey: string | null, delivery: Delivery): Promise<Stripe.PaymentIntent> {
    if (behaviour.settlesLater) {
      intent.object = { ...intent.object, status: 'processing', next_action: null }
      this.store.save('intent', intent.object.id, intent)
      await this.#webhooks.tell('payment_intent.processing', intent.object, delivery)
      return intent.object
    }
    if (behaviour.ending.kind === 'decline') return this.#decline(intent, behaviour.ending, method, delivery)
    return this.#succeed(intent, method, idempotencyKey, delivery, behaviour)
  }

  async #decline(intent: Intent, of: { code: string; declineCode?: string }, method: Method, delivery: Delivery): Promise<never> {
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
    throw cardError(of.code, { ...(of.declineCode ? { decline_code: of.declineCode } : {}), payment_intent: intent.object, payment_method: method.object })
  }

  async #succeed(intent: Intent, method: Method, idempotencyKey: string | null, delivery: Delivery, behaviour: Behaviour): Promise<Stripe.PaymentIntent> {
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
      fee_details: [{ amount: fee, currency: object.currency, type: 'stripe_fee', description: 'Processing fee', application: null }],
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
      balance_transaction: balance.id,
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
      payment_method_details: { type: method.object.type, [method.object.type]: method.object[method.object.type as 'card'] },
    } as unknown as Stripe.Charge
    intent.object = { ...object, status: 'succeeded', amount_received: amount, latest_charge: chargeId, next_action: null }
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
    if (object.setup_future_usage === 'off_session') this.#setUp(method, object.customer as string | null)
    await this.#webhooks.tell('payment_intent.succeeded', intent.object, delivery)
    await this.#webhooks.tell('charge.succeeded', charge, delivery === 'at-once' ? 'normal' : delivery)
    if (behaviour.disputedLater) await this.openDispute(chargeId)
    return intent.object
  }

  /** Good for later charges, and kept at the customer it was set up with. */
  #setUp(method: Method, customer: string | null): void {
    const kept = { ...method, isSetUp: true as const }
    if (customer === null) this.store.save('method', method.object.id, kept)
    else this.#attach(kept, customer)
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
    if (found.kind === 'setup') return this.#answerSetup(this.store.setups.get(found.id)!, challengeId, approved)
    const intent = this.store.intents.get(found.id)!
    if (intent.challengeId !== challengeId || intent.object.status !== 'requires_action') return 'gone'
    const method = this.findMethod(intent.object.payment_method as string)
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

  // Setup intents: a card kept for later

  createSetup(fields: FormFields): Stripe.SetupIntent | Promise<Stripe.SetupIntent> {
    const customer = text(fields.customer)
    if (customer !== undefined) this.customer(customer)
    const id = this.store.newId('seti')
    const object = {
      id,
      object: 'setup_intent',
      created: this.#now(),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${this.store.newId('s', 20)}`,
      customer: customer ?? null,
      metadata: strings(fields.metadata),
      usage: 'off_session',
      payment_method: null,
      payment_method_types: ['card'],
      next_action: null,
      last_setup_error: null,
      livemode: false,
    } as unknown as Stripe.SetupIntent
    this.store.save('setup', id, { object } satisfies Setup)
    return text(fields.confirm) === 'true' ? this.confirmSetup(id, fields) : object
  }

  setup(id: string): Setup {
    const setup = this.store.setups.get(id)
    if (!setup) throw missing('setup_intent', id)
    return setup
  }

  async confirmSetup(id: string, fields: FormFields): Promise<Stripe.SetupIntent> {
    const setup = this.setup(id)
    if (setup.object.status !== 'requires_payment_method' && setup.object.status !== 'requires_confirmation')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'setup_intent_unexpected_state',
        message: `This SetupIntent's status is ${setup.object.status}.`,
      })
    const method = this.#usable(this.#ownMethod(text(fields.payment_method) ?? ''), setup.object.customer as string | null)
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    const returnUrl = text(fields.return_url)
    setup.object = { ...setup.object, payment_method: method.object.id }
    if (behaviour.ending.kind === 'decline' && !behaviour.failsLater && !behaviour.challenge) {
      this.#refuseSetup(setup, behaviour.ending)
      throw cardError(behaviour.ending.code, {
        ...(behaviour.ending.declineCode ? { decline_code: behaviour.ending.declineCode } : {}),
        setup_intent: setup.object,
        payment_method: method.object,
      })
    }
    if (behaviour.challenge) {
      const challengeId = this.store.newId('chl', 40)
      Object.assign(setup, { challengeId, ...(returnUrl ? { returnUrl } : {}) })
      setup.object = {
        ...setup.object,
        status: 'requires_action',
        next_action: {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${this.#origin()}/3ds/${challengeId}`, return_url: returnUrl ?? null },
        } as Stripe.SetupIntent.NextAction,
      }
      this.store.save('setup', id, setup)
      return setup.object
    }
    return this.#keepSetup(setup, method)
  }

  async #keepSetup(setup: Setup, method: Method): Promise<Stripe.SetupIntent> {
    setup.object = { ...setup.object, status: 'succeeded', next_action: null }
    this.store.save('setup', setup.object.id, setup)
    this.#setUp(method, setup.object.customer as string | null)
    await this.#webhooks.tell('setup_intent.succeeded', setup.object)
    return setup.object
  }

  #refuseSetup(setup: Setup, of: { code: string; declineCode?: string }): void {
    setup.object = {
      ...setup.object,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: {
        type: 'card_error',
        code: of.code,
        message: messageOf(of.code),
        ...(of.declineCode ? { decline_code: of.declineCode } : {}),
      } as Stripe.SetupIntent.LastSetupError,
    }
    this.store.save('setup', setup.object.id, setup)
  }

  async #answerSetup(setup: Setup, challengeId: string, approved: boolean): Promise<'approved' | 'declined' | 'gone'> {
    if (setup.challengeId !== challengeId || setup.object.status !== 'requires_action') return 'gone'
    delete setup.challengeId
    const method = this.findMethod(setup.object.payment_method as string)
    const { ending } = behaviours[method.behaviour as BehaviourName] as Behaviour
    if (approved && ending.kind === 'success') {
      await this.#keepSetup(setup, method)
      return 'approved'
    }
    this.#refuseSetup(setup, approved && ending.kind === 'decline' ? ending : { code: 'setup_intent_authentication_failure' })
    await this.#webhooks.tell('setup_intent.setup_failed', setup.object)
    return 'declined'
  }

  cancelSetup(id: string): Stripe.SetupIntent {
    const setup = this.setup(id)
    if (setup.object.status === 'succeeded')
      throw new Refusal(400, { type: 'invalid_request_error', code: 'setup_intent_unexpected_state', message: 'You cannot cancel this SetupIntent.' })
    setup.object = { ...setup.object, status: 'canceled', next_action: null }
    this.store.save('setup', id, setup)
    return setup.object
  }

  // Money given back, and disputes

  async refund(fields: FormFields): Promise<Stripe.Refund> {
    const intentId = text(fields.payment_intent)
    const chargeId = text(fields.charge) ?? (intentId ? (this.intent(intentId).object.latest_charge as string | null) : null)
    const charge = chargeId ? this.store.charges.get(chargeId) : undefined
    if (!charge) throw missing('charge', chargeId ?? '')
    const left = charge.amount - charge.amount_refunded
    const amount = fields.amount === undefined ? left : Number(text(fields.amount))
    if (left === 0)
      throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` })
    if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('amount must be a positive whole number', 'amount', 'parameter_invalid_integer')
    if (amount > left) throw invalid(`Refund amount is greater than unrefunded amount on charge`, 'amount')
    const method = this.store.methods.get(charge.payment_method as string)
    const how = method ? (behaviours[method.behaviour as BehaviourName] as Behaviour).refund : undefined
    const refund = {
      id: this.store.newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      created: this.#now(),
      status: how ? 'pending' : 'succeeded',
      reason: text(fields.reason) ?? null,
      metadata: strings(fields.metadata),
      balance_transaction: null,
    } as unknown as Stripe.Refund
    this.store.save('refund', refund.id, refund)
    this.#countRefund(charge, amount)
    await this.#webhooks.tell('charge.refunded', this.store.charges.get(charge.id))
    if (how) setTimeout(() => void this.#endRefund(refund, how), 300)
    return refund
  }

  #countRefund(charge: Stripe.Charge, amount: number): void {
    const refunded = charge.amount_refunded + amount
    this.store.save('charge', charge.id, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
    const truth = this.store.truth.get(charge.id)
    if (truth) this.store.save('truth', charge.id, { ...truth, refunded: truth.refunded + amount })
  }

  async #endRefund(refund: Stripe.Refund, how: 'fails-later' | 'succeeds-later'): Promise<void> {
    const ended = {
      ...refund,
      status: how === 'fails-later' ? 'failed' : 'succeeded',
      ...(how === 'fails-later' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    } as Stripe.Refund
    this.store.save('refund', refund.id, ended)
    if (how === 'fails-later') this.#countRefund(this.store.charges.get(refund.charge as string)!, -refund.amount)
    await this.#webhooks.tell(how === 'fails-later' ? 'refund.failed' : 'refund.updated', ended)
  }

  async openDispute(chargeId: string): Promise<Stripe.Dispute> {
    const charge = this.store.charges.get(chargeId)
    if (!charge) throw missing('charge', chargeId)
    const dispute = {
      id: this.store.newId('dp'),
      object: 'dispute',
      amount: charge.amount,
      currency: charge.currency,
      charge: chargeId,
      payment_intent: charge.payment_intent,
      created: this.#now(),
      status: 'needs_response',
      reason: 'fraudulent',
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      balance_transactions: [],
      evidence: {},
      evidence_details: { due_by: this.#now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
    } as unknown as Stripe.Dispute
    this.store.save('dispute', dispute.id, dispute)
    this.store.save('charge', chargeId, { ...charge, disputed: true })
    await this.#webhooks.tell('charge.dispute.created', dispute)
    return dispute
  }

  async closeDispute(id: string, status: 'won' | 'lost'): Promise<Stripe.Dispute> {
    const dispute = this.store.disputes.get(id)
    if (!dispute) throw missing('dispute', id)
    const closed = { ...dispute, status } as Stripe.Dispute
    this.store.save('dispute', id, closed)
    await this.#webhooks.tell('charge.dispute.closed', closed)
    return closed
  }

  /** Bank debits end when days have passed. */
  async settlePending(): Promise<number> {
    let settled = 0
    for (const intent of this.store.intents.values()) {
      if (intent.object.status !== 'processing') continue
      const method = this.findMethod(intent.object.payment_method as string)
      const { ending } = behaviours[method.behaviour as BehaviourName] as Behaviour
      settled += 1
      if (ending.kind === 'success') await this.#succeed(intent, method, null, 'normal', behaviours[method.behaviour as BehaviourName])
      else
        await this.#decline(intent, ending, method, 'normal').catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
    }
    return settled
  }

  /** `payment_method` written out, as `expand[]` asks. */
  expandedSetup(setup: Stripe.SetupIntent, expand: readonly string[]): Stripe.SetupIntent {
    return typeof setup.payment_method === 'string' && expand.includes('payment_method')
      ? { ...setup, payment_method: this.findMethod(setup.payment_method).object }
      : setup
  }

  /** `latest_charge` and its balance transaction written out, as `expand[]` asks. */
  expanded(intent: Stripe.PaymentIntent, expand: readonly string[]): Stripe.PaymentIntent {
    if (typeof intent.latest_charge !== 'string' || !expand.some((path) => path.startsWith('latest_charge'))) return intent
    const charge = this.store.charges.get(intent.latest_charge)!
    const balance = expand.includes('latest_charge.balance_transaction')
      ? this.store.balances.get(charge.balance_transaction as string)!
      : charge.balance_transaction
    return { ...intent, latest_charge: { ...charge, balance_transaction: balance } }
  }
}
