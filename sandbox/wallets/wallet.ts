import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { brandOf, type BehaviourName, namedMethods, passesLuhn, testAccounts, testNumbers } from '../cards.ts'
import { cardError, invalid, resourceMissing, Refusal } from '../errors.ts'
import { type FormFields, group, textValues, text } from '../form.ts'
import type { Method, Store } from '../store.ts'

export type WalletOptions = { readonly store: Store; readonly now: () => number; readonly salt: string }

/**
 * Cards, bank accounts and their customers. Only the name of a number's behaviour is stored.
 */
export class Wallet {
  readonly #store: Store
  readonly #now: () => number
  readonly #salt: string

  constructor({ store, now, salt }: WalletOptions) {
    this.#store = store
    this.#now = now
    this.#salt = salt
  }

  create(fields: FormFields): Stripe.PaymentMethod {
    const type = text(fields.type)
    if (type === 'us_bank_account')
      return this.#keepMethod(this.#bankAccount(group(fields.us_bank_account)), 'us_bank_account')
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
      !(
        fullYear > today.getUTCFullYear() ||
        (fullYear === today.getUTCFullYear() && month >= today.getUTCMonth() + 1)
      ) ||
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
    input: { number: string; month: number; year: number } | { account: string },
    type: 'card' | 'us_bank_account',
    id = this.#store.newId('pm'),
  ): Stripe.PaymentMethod {
    const isCard = 'number' in input
    const behaviour: BehaviourName = isCard
      ? (testNumbers[input.number] ?? 'success')
      : (testAccounts[input.account] ?? 'bank-debit')
    const secretPart = isCard ? input.number : input.account
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
              brand: brandOf(input.number),
              display_brand: brandOf(input.number),
              last4: input.number.slice(-4),
              exp_month: input.month,
              exp_year: input.year,
              fingerprint,
              country: 'US',
              funding: 'credit',
              checks: { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null },
              networks: { available: [brandOf(input.number)], preferred: null },
              three_d_secure_usage: { supported: true },
              wallet: null,
              generated_from: null,
              regulated_status: 'unregulated',
            },
          }
        : {
            us_bank_account: {
              last4: input.account.slice(-4),
              routing_number: '110000000',
              fingerprint,
              bank_name: 'SANDBOX BANK',
              account_type: 'checking',
              account_holder_type: 'individual',
              status_details: null,
            },
          }),
    } as unknown as Stripe.PaymentMethod
    this.#store.save('method', id, { object, behaviour } satisfies Method)
    return object
  }

  find(id: string): Method {
    const method = this.#store.methods.get(id)
    if (method) return method
    const named = namedMethods[id]
    if (!named)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such PaymentMethod: '${id}'`,
        param: 'payment_method',
      })
    this.#keepMethod(
      { number: named.number, month: 12, year: new Date(this.#now() * 1000).getUTCFullYear() + 3 },
      'card',
      id,
    )
    return this.find(id)
  }

  /** Returns a separate card for a named token, so that tests do not affect each other. */
  own(id: string): Method {
    const named = namedMethods[id]
    if (!named) return this.find(id)
    const fresh = this.#keepMethod(
      { number: named.number, month: 12, year: new Date(this.#now() * 1000).getUTCFullYear() + 3 },
      'card',
    )
    return this.find(fresh.id)
  }

  attach(id: string, customer: string): Stripe.PaymentMethod {
    this.customer(customer)
    return this.#attach(this.usable(this.own(id), customer), customer).object
  }

  /** Detaches a card, which can't be used again. */
  detach(id: string): Stripe.PaymentMethod {
    const method = this.find(id)
    if (method.object.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    const object = { ...method.object, customer: null }
    this.#store.save('method', id, { ...method, object, isDetached: true })
    return object
  }

  /** Replaces what is printed on a card, as a bank does that renews it under the same token. */
  renew(id: string, fields: FormFields): Stripe.PaymentMethod {
    const method = this.find(id)
    const { card } = method.object
    if (!card) throw invalid('Only cards are renewed', 'payment_method')
    const last4 = text(fields.last4) ?? card.last4
    const [month, year] = [Number(text(fields.exp_month)), Number(text(fields.exp_year))]
    const object = { ...method.object, card: { ...card, last4, exp_month: month, exp_year: year } }
    this.#store.save('method', id, { ...method, object })
    return object
  }

  #attach(method: Method, customer: string): Method {
    const attached = { ...method, object: { ...method.object, customer } }
    this.#store.save('method', method.object.id, attached)
    return attached
  }

  /** Returns the card if it may be used: a customer's card works only with that customer. */
  usable(method: Method, customer: string | null): Method {
    if (method.isDetached)
      throw invalid(
        'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
        'payment_method',
      )
    if (method.object.customer !== null && method.object.customer !== customer)
      throw invalid(
        'The customer does not have a payment method with this ID. The PaymentMethod belongs to another Customer.',
        'payment_method',
      )
    return method
  }

  customer(id: string): Stripe.Customer {
    const customer = this.#store.customers.get(id)
    if (!customer) throw resourceMissing('customer', id)
    return customer
  }

  methodsOf(customer: string): Stripe.PaymentMethod[] {
    this.customer(customer)
    return [...this.#store.methods.values()]
      .map((method) => method.object)
      .filter((object) => object.customer === customer)
  }

  createCustomer(fields: FormFields): Stripe.Customer {
    const id = this.#store.newId('cus', 14)
    const customer = {
      id,
      object: 'customer',
      created: this.#now(),
      email: text(fields.email) ?? null,
      name: text(fields.name) ?? null,
      livemode: false,
      metadata: textValues(fields.metadata),
    } as unknown as Stripe.Customer
    this.#store.save('customer', id, customer)
    return customer
  }

  /** Marks a card as set up for later charges and attaches it to the customer. */
  setUp(method: Method, customer: string | null): void {
    const setUpMethod = { ...method, isSetUp: true as const }
    if (customer === null) this.#store.save('method', method.object.id, setUpMethod)
    else this.#attach(setUpMethod, customer)
  }
}
