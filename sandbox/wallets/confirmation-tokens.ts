import type Stripe from 'stripe'
import { requireFound, invalid } from '../errors.ts'
import { type FormFields, group, text } from '../form.ts'
import type { Confirmation, Store } from '../store.ts'
import type { Wallet } from './wallet.ts'

/** Wallets with a sheet, by their names in Stripe's API. */
const sheetKinds = ['apple_pay', 'google_pay'] as const
type SheetKind = (typeof sheetKinds)[number]

const lifetimeSeconds = 600

/** Confirmation tokens of wallet sheets, each for one use within ten minutes. */
export class ConfirmationTokens {
  readonly #store: Store
  readonly #wallet: Wallet
  readonly #now: () => number

  constructor({ store, wallet, now }: { store: Store; wallet: Wallet; now: () => number }) {
    this.#store = store
    this.#wallet = wallet
    this.#now = now
  }

  /** Creates a token from `payment_method_data` with a card; `wallet` is the sheet in which it was approved. */
  create(fields: FormFields): Stripe.ConfirmationToken {
    const kind = text(fields.wallet)
    if (!isSheetKind(kind)) throw invalid('wallet must be apple_pay or google_pay', 'wallet')
    const data = group(fields.payment_method_data)
    const method = this.#wallet.create(data)
    const details = group(data.billing_details)
    const object = {
      id: this.#store.newId('ctoken'),
      object: 'confirmation_token',
      created: this.#now(),
      expires_at: this.#now() + lifetimeSeconds,
      livemode: false,
      payment_intent: null,
      setup_intent: null,
      return_url: null,
      setup_future_usage: null,
      shipping: null,
      use_stripe_sdk: true,
      payment_method_preview: {
        type: 'card',
        billing_details: { ...method.billing_details, email: text(details.email), name: text(details.name) },
        card: { ...method.card, wallet: { type: kind, dynamic_last4: method.card?.last4 } },
        customer: null,
      },
    } as unknown as Stripe.ConfirmationToken
    this.#store.save('confirmation', object.id, { object, methodId: method.id } satisfies Confirmation)
    return object
  }

  find(id: string): Confirmation {
    return requireFound(this.#store.confirmations.get(id), 'confirmation_token', id)
  }

  /** Returns the card of a token for this intent. Refuses a used or expired token. */
  use(id: string, intent: { payment_intent: string } | { setup_intent: string }): string {
    const confirmation = this.#store.confirmations.get(id)
    if (!confirmation) throw invalid(`No such confirmation token: '${id}'`, 'confirmation_token', 'resource_missing')
    const { object, methodId } = confirmation
    if (object.payment_intent !== null || object.setup_intent !== null)
      throw invalid('This confirmation token was used before.', 'confirmation_token', 'token_already_used')
    if ((object.expires_at ?? 0) < this.#now())
      throw invalid('This confirmation token has expired.', 'confirmation_token', 'confirmation_token_expired')
    this.#store.save('confirmation', id, {
      methodId,
      object: { ...object, ...intent, expires_at: null },
    } satisfies Confirmation)
    return methodId
  }
}

const isSheetKind = (kind: string | undefined): kind is SheetKind => sheetKinds.some((known) => known === kind)
