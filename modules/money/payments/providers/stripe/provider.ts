import Stripe from 'stripe'
import { isStorableText } from '#shared/input/text-paths.ts'
import type { Outcome } from '../../rules/attempt.ts'
import type { Wallet } from '../../rules/wallets.ts'
import type { DebitMandate, Lookup, PaymentProvider, ProviderCharge } from '../../port.ts'
import { UndiciClient } from './http.ts'
import { readBankAccount, readWallet } from './confirmation-tokens.ts'
import { findAccountProblems } from './account.ts'
import { toProviderAmount, toProviderCurrency } from './amounts.ts'
import { fromProvider, lookupOf, needsMicrodeposits, outcomeOf } from './map.ts'
import { stripeRefunds } from './refunds.ts'
import { isUnpaid, outcomeOfError } from './outcome-of-error.ts'
import { isDefiniteRefusal, toRefusal } from './refusals.ts'
import { stripeWarnings } from './warnings.ts'
import { isConfirmationToken, isConflictError, isInvalidRequest, reasonOf, stripeVault } from './vault.ts'

export type StripeSettings = {
  readonly name: string
  readonly secretKey: string
  readonly publishableKey: string
  /** One secret, or several during a rotation: each of them is accepted. */
  readonly webhookSecret: string | readonly string[]
  /** Undefined enables the wallets that Stripe offers without approval of the operator. */
  readonly wallets?: readonly Wallet[] | undefined
  /** Base URL of the API; the default is Stripe's own. Set for the sandbox. */
  readonly apiUrl?: string
  readonly timeoutMs?: number
  /** False for the sandbox, whose challenges are pages. */
  readonly hasScript?: boolean
  readonly clock: () => Date
}

/**
 * Apple approves each nonprofit before it may show the donate button; the operator then adds Apple Pay to `WALLETS`.
 */
const defaultWallets: readonly Wallet[] = ['googlepay']

const scriptOrigin = 'https://js.stripe.com'
/**
 * Stripe.js runs in frames of subdomains, and Google opens the window of Google Pay (docs.stripe.com/security/guide).
 */
const contentSources: PaymentProvider['contentSources'] = {
  script: [scriptOrigin, 'https://*.js.stripe.com'],
  frame: [scriptOrigin, 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://pay.google.com'],
  connect: ['https://api.stripe.com', 'https://pay.google.com', 'https://google.com/pay'],
  payment: [scriptOrigin, 'https://*.js.stripe.com', 'https://pay.google.com'],
}

const signatureHeader = 'stripe-signature'
const webhookToleranceSeconds = 300
const expand = ['latest_charge.balance_transaction']

/** Calls the SDK without stack traces. The SDK captures one for every call, which costs time on each donation. */
function withoutStackTrace<T>(ask: () => Promise<T>): Promise<T> {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return ask()
  } finally {
    Error.stackTraceLimit = limit
  }
}

/**
 * Creates the Stripe provider. The SDK repeats a call by itself only once, with the same key, if the connection was
 * closed (payments-3). Any other repetition of a confirmation follows a look-up (`replay.ts`).
 */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const url = settings.apiUrl ? new URL(settings.apiUrl) : undefined
  const { hasScript = true } = settings
  const dashboard = `https://dashboard.stripe.com${settings.secretKey.includes('_test_') ? '/test' : ''}`
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    timeout: settings.timeoutMs ?? 10_000,
    telemetry: false,
    ...(url ? { host: url.hostname, port: url.port, protocol: url.protocol === 'https:' ? 'https' : 'http' } : {}),
    httpClient: new UndiciClient(),
  })

  const retrieve = (providerIntentId: string): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.retrieve(providerIntentId, { expand })

  const read = async (ask: () => Promise<Stripe.PaymentIntent>): Promise<Lookup> => {
    try {
      return lookupOf(await ask())
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) }
    }
  }

  return {
    name: settings.name,
    movesMoney: true,
    vault: stripeVault(stripe, { hasScript }),
    findAccountProblems: (input) => findAccountProblems(stripe, input),
    refunds: stripeRefunds(stripe),
    warnings: stripeWarnings(stripe),
    publicConfiguration: {
      provider: settings.name,
      adapter: 'stripe',
      publishableKey: settings.publishableKey,
      origin: scriptOrigin,
      wallets: settings.wallets ?? defaultWallets,
      hasBankDebits: true,
    },
    contentSources,
    paymentUrl: (providerIntentId) => `${dashboard}/payments/${encodeURIComponent(providerIntentId)}`,

    readWallet: (token) => readWallet(stripe, token),
    readBankAccount: (token) => readBankAccount(stripe, token),

    async createIntent({ key, amount, description, metadata, customerId, isBankDebit }) {
      try {
        const intent = await withoutStackTrace(() =>
          stripe.paymentIntents.create(
            {
              amount: toProviderAmount(amount),
              currency: toProviderCurrency(amount.currency),
              // With asynchronous capture the response has no fee yet, so it couldn't be booked
              // (docs.stripe.com/payments/payment-intents/asynchronous-capture).
              capture_method: 'automatic',
              allowed_payment_method_types: [isBankDebit ? 'us_bank_account' : 'card'],
              ...(isBankDebit
                ? { payment_method_options: { us_bank_account: { verification_method: 'instant' } } }
                : {}),
              description,
              metadata: { ...metadata },
              ...(customerId ? { customer: customerId } : {}),
            },
            { idempotencyKey: key },
          ),
        )
        return { kind: 'created', providerIntentId: intent.id }
      } catch (error) {
        if (isConflictError(error)) return { kind: 'busy' }
        if (!isDefiniteRefusal(error)) return { kind: 'unreachable', reason: reasonOf(error) }
        if (error.code === 'amount_too_large') return { kind: 'too-large' }
        if (error.code === 'amount_too_small') return { kind: 'too-small' }
        return toRefusal(error)
      }
    },

    async setCustomer(providerIntentId, customerId) {
      try {
        await stripe.paymentIntents.update(providerIntentId, { customer: customerId })
        return { kind: 'set' }
      } catch (error) {
        if (!isDefiniteRefusal(error)) return { kind: 'unreachable', reason: reasonOf(error) }
        const lookup = await read(() => retrieve(providerIntentId))
        // An intent that isn't open any more may have been paid, so the donor must not pay again.
        return isUnpaid(lookup) ? toRefusal(error) : { kind: 'busy' }
      }
    },

    async confirm(ask): Promise<Outcome> {
      const { key, providerIntentId, method, returnUrl, keepForLater, isOffSession, canRunScript, mandate } = ask
      try {
        const intent = await withoutStackTrace(() =>
          stripe.paymentIntents.confirm(
            providerIntentId,
            isOffSession
              ? { payment_method: method, expand, off_session: true }
              : // An empty string clears what an earlier try of this intent may have set.
                {
                  ...(isConfirmationToken(method) ? { confirmation_token: method } : { payment_method: method }),
                  return_url: returnUrl,
                  // Without it, a challenge redirects the whole page instead of opening Stripe.js's dialog.
                  use_stripe_sdk: hasScript && canRunScript === true,
                  expand,
                  // Bank accounts are never saved.
                  ...(mandate
                    ? { mandate_data: mandateData(mandate) }
                    : { setup_future_usage: keepForLater ? ('off_session' as const) : ('' as const) }),
                },
            { idempotencyKey: key },
          ),
        )
        return needsMicrodeposits(intent) ? await cancelUnverified(stripe, intent) : outcomeOf(intent)
      } catch (error) {
        return outcomeOfError(error, () => retrieve(providerIntentId))
      }
    },

    lookUp: (providerIntentId) => read(() => retrieve(providerIntentId)),

    async cancel(providerIntentId) {
      try {
        return lookupOf(await stripe.paymentIntents.cancel(providerIntentId, { cancellation_reason: 'abandoned' }))
      } catch (error) {
        // It is too late to cancel: find out what happened instead.
        if (isInvalidRequest(error)) return read(() => retrieve(providerIntentId))
        return { kind: 'unreachable', reason: reasonOf(error) }
      }
    },

    async chargesSince(since, { atMost = Number.POSITIVE_INFINITY } = {}): Promise<ProviderCharge[]> {
      const providerCharges: ProviderCharge[] = []
      for await (const intent of stripe.paymentIntents.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
      })) {
        const charge = typeof intent.latest_charge === 'string' ? intent.latest_charge : intent.latest_charge?.id
        if (intent.status === 'succeeded' && charge)
          providerCharges.push({
            provider: settings.name,
            providerIntentId: intent.id,
            chargeId: charge,
            ...fromProvider(intent.amount_received, intent.currency),
            createdAt: new Date(intent.created * 1000),
            metadata: intent.metadata,
          })
        if (providerCharges.length >= atMost) break
      }
      return providerCharges
    },

    readWebhook(rawBody, headers) {
      const signature = headers[signatureHeader]
      if (typeof signature !== 'string') return undefined
      const event = verifyEvent(stripe, rawBody, { ...settings, signature })
      const object = findEventObject(event)
      if (!event || !object) return undefined
      const linked = typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id
      return {
        eventId: event.id,
        kind: event.type,
        providerIntentId: object.object === 'payment_intent' ? object.id : linked,
        ...(object.object === 'payment_method' ? { methodId: object.id } : {}),
      }
    },
  }
}

/**
 * Returns an event that one of the secrets has signed; undefined if it is forged, replayed or stale, so that nothing in it
 * is trusted (payments-10).
 */
function verifyEvent(
  stripe: Stripe,
  body: Buffer,
  input: Pick<StripeSettings, 'webhookSecret' | 'clock'> & { readonly signature: string },
): Stripe.Event | undefined {
  for (const secret of [input.webhookSecret].flat())
    try {
      const now = input.clock().getTime()
      return stripe.webhooks.constructEvent(body, input.signature, secret, webhookToleranceSeconds, undefined, now)
    } catch {
      continue
    }
  return undefined
}

const mandateData = ({ ip, userAgent, at }: DebitMandate) => ({
  customer_acceptance: {
    type: 'online' as const,
    accepted_at: Math.floor(at.getTime() / 1000),
    online: { ip_address: ip, user_agent: userAgent },
  },
})

/**
 * Cancels a debit whose account can't be verified instantly. If the call fails, it throws, the outcome is unknown, and
 * the later look-up cancels the debit (payments-26).
 */
async function cancelUnverified(stripe: Stripe, { id }: Stripe.PaymentIntent): Promise<Outcome> {
  const { status } = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
  return status === 'canceled'
    ? { kind: 'declined', code: 'bank_account_unverified', declineClass: 'UPDATE' }
    : { kind: 'unknown', reason: `status ${status} after cancelling an unverified debit` }
}

type EventObject = {
  readonly object?: string
  readonly id?: string
  readonly payment_intent?: string | { readonly id: string } | null
}

/** Returns the object of an event; undefined if it has none (a thin event, for example, has no `data.object`). */
function findEventObject(event: unknown): EventObject | undefined {
  const { id, type, data } = (event ?? {}) as { id?: unknown; type?: unknown; data?: { object?: unknown } | null }
  const object = data?.object
  const isEvent =
    typeof id === 'string' &&
    isStorableText(id) &&
    typeof type === 'string' &&
    typeof object === 'object' &&
    object !== null
  return isEvent ? object : undefined
}
