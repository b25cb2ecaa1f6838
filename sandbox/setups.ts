import type Stripe from 'stripe'
import { behaviours, type Behaviour, type BehaviourName } from './cards.ts'
import { cardError, messageOf, resourceMissing, Refusal } from './errors.ts'
import { type FormFields, textValues, text } from './form.ts'
import type { Method, Setup, Store } from './store.ts'
import type { ConfirmationTokens } from './wallets/confirmation-tokens.ts'
import type { Wallet } from './wallets/wallet.ts'
import type { Webhooks } from './webhooks.ts'

export type SetupsOptions = {
  readonly store: Store
  readonly wallet: Wallet
  readonly confirmations: ConfirmationTokens
  readonly webhooks: Webhooks
  readonly now: () => number
  readonly origin: () => string
}

/** Setup intents, which save a card without a payment. */
export class Setups {
  readonly #store: Store
  readonly #wallet: Wallet
  readonly #confirmations: ConfirmationTokens
  readonly #webhooks: Webhooks
  readonly #now: () => number
  readonly #origin: () => string

  constructor({ store, wallet, confirmations, webhooks, now, origin }: SetupsOptions) {
    this.#store = store
    this.#wallet = wallet
    this.#confirmations = confirmations
    this.#webhooks = webhooks
    this.#now = now
    this.#origin = origin
  }

  create(fields: FormFields): Stripe.SetupIntent | Promise<Stripe.SetupIntent> {
    const customer = text(fields.customer)
    if (customer !== undefined) this.#wallet.customer(customer)
    const id = this.#store.newId('seti')
    const object = {
      id,
      object: 'setup_intent',
      created: this.#now(),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${this.#store.newId('s', 20)}`,
      customer: customer ?? null,
      metadata: textValues(fields.metadata),
      usage: 'off_session',
      payment_method: null,
      payment_method_types: ['card'],
      next_action: null,
      last_setup_error: null,
      livemode: false,
    } as unknown as Stripe.SetupIntent
    this.#store.save('setup', id, { object } satisfies Setup)
    return text(fields.confirm) === 'true' ? this.confirm(id, fields) : object
  }

  find(id: string): Setup {
    const setup = this.#store.setups.get(id)
    if (!setup) throw resourceMissing('setup_intent', id)
    return setup
  }

  async confirm(id: string, fields: FormFields): Promise<Stripe.SetupIntent> {
    const setup = this.find(id)
    if (setup.object.status !== 'requires_payment_method' && setup.object.status !== 'requires_confirmation')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'setup_intent_unexpected_state',
        message: `This SetupIntent's status is ${setup.object.status}.`,
      })
    const token = text(fields.confirmation_token)
    const methodId =
      token === undefined ? text(fields.payment_method) : this.#confirmations.use(token, { setup_intent: id })
    const method = this.#wallet.usable(this.#wallet.own(methodId ?? ''), setup.object.customer as string | null)
    const behaviour: Behaviour = behaviours[method.behaviour as BehaviourName]
    const returnUrl = text(fields.return_url)
    setup.object = { ...setup.object, payment_method: method.object.id }
    if (behaviour.ending.kind === 'decline' && !behaviour.failsLater && !behaviour.challenge) {
      this.#refuse(setup, behaviour.ending)
      throw cardError(behaviour.ending.code, {
        ...(behaviour.ending.declineCode ? { decline_code: behaviour.ending.declineCode } : {}),
        setup_intent: setup.object,
        payment_method: method.object,
      })
    }
    if (behaviour.challenge) {
      const challengeId = this.#store.newId('chl', 40)
      Object.assign(setup, { challengeId, ...(returnUrl ? { returnUrl } : {}) })
      setup.object = {
        ...setup.object,
        status: 'requires_action',
        next_action: challengeAction(`${this.#origin()}/3ds/${challengeId}`, fields),
      }
      this.#store.save('setup', id, setup)
      return setup.object
    }
    return this.#keep(setup, method)
  }

  async #keep(setup: Setup, method: Method): Promise<Stripe.SetupIntent> {
    setup.object = { ...setup.object, status: 'succeeded', next_action: null }
    this.#store.save('setup', setup.object.id, setup)
    this.#wallet.setUp(method, setup.object.customer as string | null)
    await this.#webhooks.tell('setup_intent.succeeded', setup.object)
    return setup.object
  }

  #refuse(setup: Setup, input: { code: string; declineCode?: string }): void {
    setup.object = {
      ...setup.object,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: {
        type: 'card_error',
        code: input.code,
        message: messageOf(input.code),
        ...(input.declineCode ? { decline_code: input.declineCode } : {}),
      } as Stripe.SetupIntent.LastSetupError,
    }
    this.#store.save('setup', setup.object.id, setup)
  }

  async answer(setup: Setup, challengeId: string, approved: boolean): Promise<'approved' | 'declined' | 'gone'> {
    if (setup.challengeId !== challengeId || setup.object.status !== 'requires_action') return 'gone'
    delete setup.challengeId
    const method = this.#wallet.find(setup.object.payment_method as string)
    const { ending } = behaviours[method.behaviour as BehaviourName] as Behaviour
    if (approved && ending.kind === 'success') {
      await this.#keep(setup, method)
      return 'approved'
    }
    this.#refuse(
      setup,
      approved && ending.kind === 'decline' ? ending : { code: 'setup_intent_authentication_failure' },
    )
    await this.#webhooks.tell('setup_intent.setup_failed', setup.object)
    return 'declined'
  }

  cancel(id: string): Stripe.SetupIntent {
    const setup = this.find(id)
    if (setup.object.status === 'succeeded')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'setup_intent_unexpected_state',
        message: 'You cannot cancel this SetupIntent.',
      })
    setup.object = { ...setup.object, status: 'canceled', next_action: null }
    this.#store.save('setup', id, setup)
    return setup.object
  }

  /** Expands `payment_method`, as `expand[]` requests. */
  expanded(setup: Stripe.SetupIntent, expand: readonly string[]): Stripe.SetupIntent {
    return typeof setup.payment_method === 'string' && expand.includes('payment_method')
      ? { ...setup, payment_method: this.#wallet.find(setup.payment_method).object }
      : setup
  }
}

/**
 * Returns the next action of an intent whose bank asks for a challenge at `url`: a redirect, or, with `use_stripe_sdk`,
 * one that only the provider's script can run.
 */
export const challengeAction = (url: string, fields: FormFields) =>
  text(fields.use_stripe_sdk) === 'true'
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: text(fields.return_url) ?? null } }
