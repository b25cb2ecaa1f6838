import type Stripe from 'stripe'
import { type Currency, divide, money, type Money } from '#shared/money.ts'
import { declineClassOf, declineCodeOf } from '../../rules/declines.ts'
import type { PrintedCard, SavedCard, Outcome } from '../../rules/attempt.ts'
import type { Lookup } from '../../port.ts'
import { factorOf } from './amounts.ts'

/** Maps Stripe's terms to ours. An unknown status becomes `unknown`, never `declined`. */

/**
 * Converts an amount to our minor units. Hundredths of a whole unit round up, so that a different amount never equals
 * the agreed one. An unknown currency stays as reported, so that it differs from every agreed one.
 */
export function fromProvider(amount: number, providerCurrency: string): Money {
  const currency = providerCurrency.toUpperCase() as Currency
  return money(divide(BigInt(amount), factorOf(currency), 'up'), currency)
}

const expanded = <T extends object>(value: string | T | null | undefined): T | undefined =>
  typeof value === 'object' && value !== null ? value : undefined

/** Maps a PaymentIntent, whenever it was read, to the result of a look-up. */
export function lookupOf(intent: Stripe.PaymentIntent): Lookup {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'settled', outcome: succeeded(intent) }
    case 'processing':
      return { kind: 'settled', outcome: { kind: 'processing' } }
    case 'requires_action':
      // Only instantly verified accounts are accepted; nothing was charged (payments-26).
      if (needsMicrodeposits(intent)) return { kind: 'unconfirmed' }
      return { kind: 'settled', outcome: challengeOf(intent) }
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { kind: 'settled', outcome: declinedBy(intent.last_payment_error) }
        : { kind: 'unconfirmed' }
    case 'requires_confirmation':
      return { kind: 'unconfirmed' }
    case 'canceled':
      return { kind: 'cancelled' }
    default:
      return { kind: 'settled', outcome: { kind: 'unknown', reason: `status ${intent.status}` } }
  }
}

/** Returns whether the bank account must first be verified by micro-deposits, which takes days. */
export const needsMicrodeposits = ({ status, next_action }: Stripe.PaymentIntent): boolean =>
  status === 'requires_action' && next_action?.type === 'verify_with_microdeposits'

/** Maps the response to a confirmation. An intent that is still unconfirmed has an unknown outcome. */
export function outcomeOf(intent: Stripe.PaymentIntent): Outcome {
  const lookup = lookupOf(intent)
  return lookup.kind === 'settled'
    ? lookup.outcome
    : { kind: 'unknown', reason: `status ${intent.status} after confirmation` }
}

function succeeded(intent: Stripe.PaymentIntent): Outcome {
  const charge = expanded(intent.latest_charge)
  const chargeId = charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined)
  if (!chargeId) return { kind: 'unknown', reason: 'succeeded without a charge' }
  const balance = expanded(charge?.balance_transaction)
  const card = charge?.payment_method_details?.card
  const bankAccount = charge?.payment_method_details?.us_bank_account
  const savedCard =
    intent.setup_future_usage === 'off_session'
      ? toSavedCard({ id: idOf(intent.payment_method), card, customer: intent.customer })
      : undefined
  return {
    kind: 'succeeded',
    chargeId,
    ...fromProvider(intent.amount_received, intent.currency),
    ...(balance && balance.currency === intent.currency
      ? { fee: fromProvider(balance.fee, balance.currency).amount }
      : {}),
    ...(card?.last4
      ? {
          card: {
            brand: card.brand ?? 'card',
            last4: card.last4,
            ...(card.fingerprint ? { fingerprint: card.fingerprint } : {}),
            ...(card.country ? { country: card.country } : {}),
          },
        }
      : {}),
    ...printedOf(card),
    ...bankAccountData(bankAccount),
    // A debit's balance transaction is created when its bank has paid, days after the charge.
    ...(bankAccount && balance ? { paidAt: new Date(balance.created * 1000) } : {}),
    ...(savedCard ? { savedCard } : {}),
  }
}

const printedOf = (card: CardOfProvider | null | undefined) => {
  const printed = toPrintedCard(card)
  return printed ? { printed } : {}
}

/** Returns what is printed on a card; undefined for another payment method. */
export const toPrintedCard = (card: CardOfProvider | null | undefined): PrintedCard | undefined =>
  card?.last4 && card.exp_month && card.exp_year
    ? { brand: card.brand ?? 'card', last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
    : undefined

type BankAccountOfProvider = { readonly last4?: string | null; readonly fingerprint?: string | null }

/** Returns the data of a bank account in the form of card data. */
const bankAccountData = (
  account: BankAccountOfProvider | null | undefined,
): Pick<Extract<Outcome, { kind: 'declined' }>, 'card'> =>
  account?.last4
    ? {
        card: {
          brand: 'bank',
          last4: account.last4,
          ...(account.fingerprint ? { fingerprint: account.fingerprint } : {}),
        },
      }
    : {}

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id

type CardOfProvider = {
  readonly brand?: string | null
  readonly last4?: string | null
  readonly exp_month?: number | null
  readonly exp_year?: number | null
  readonly fingerprint?: string | null
  readonly country?: string | null
}

/** Returns a customer's saved card; undefined if the payment method isn't a card or has no customer. */
export function toSavedCard(input: {
  id: string | undefined
  card: CardOfProvider | null | undefined
  customer: string | { readonly id: string } | null | undefined
}): SavedCard | undefined {
  const { id, card } = input
  const customerId = idOf(input.customer)
  if (!id || !customerId || !card?.last4 || !card.exp_month || !card.exp_year) return undefined
  return {
    method: id,
    customerId,
    brand: card.brand ?? 'card',
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    ...(card.fingerprint ? { fingerprint: card.fingerprint } : {}),
    ...(card.country ? { country: card.country } : {}),
  }
}

function challengeOf(intent: Stripe.PaymentIntent): Outcome {
  const url = intent.next_action?.redirect_to_url?.url ?? ''
  return { kind: 'challenge', url, ...(intent.client_secret ? { clientSecret: intent.client_secret } : {}) }
}

type PaymentError = {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
  readonly network_advice_code?: string | null | undefined
  readonly network_decline_code?: string | null | undefined
  readonly payment_method?: Stripe.PaymentMethod | null | undefined
}

/**
 * Maps a decline. Only staff and the owner of a mandate see the reason; at checkout every decline has the same text
 * (payments-8).
 */
export function declinedBy(error: PaymentError): Outcome {
  const card = error.payment_method?.card
  const code = declineCodeOf(
    error.code === 'card_declined' ? (error.decline_code ?? 'generic_decline') : (error.code ?? 'generic_decline'),
    {
      brand: card?.brand,
      adviceCode: error.network_advice_code ?? undefined,
      responseCode: error.network_decline_code ?? undefined,
    },
  )
  return {
    kind: 'declined',
    code,
    declineClass: declineClassOf(code),
    ...bankAccountData(error.payment_method?.us_bank_account),
    ...(card?.last4
      ? {
          card: {
            brand: card.brand,
            last4: card.last4,
            ...(card.fingerprint ? { fingerprint: card.fingerprint } : {}),
          },
        }
      : {}),
  }
}
