import Stripe from 'stripe'
import type { CardVault, Setup } from '../../port.ts'
import { toPrintedCard, toSavedCard } from './map.ts'
import { isDefiniteRefusal, isTokenRefusal, toRefusal } from './refusals.ts'

const expand = ['payment_method']

/**
 * Creates the interface to Stripe's customers, setup intents and payment methods. `hasScript`: Stripe.js, which typed
 * the card, shows the challenge.
 */
export function stripeVault(stripe: Stripe, { hasScript }: { readonly hasScript: boolean }): CardVault {
  return {
    async createCustomer({ key, owner }) {
      try {
        const { id } = await stripe.customers.create({ metadata: { ...owner } }, { idempotencyKey: key })
        return { kind: 'created', customerId: id }
      } catch (error) {
        if (isConflictError(error)) return { kind: 'busy' }
        if (isDefiniteRefusal(error)) return toRefusal(error)
        return { kind: 'unreachable', reason: reasonOf(error) }
      }
    },

    async setUp({ key, customerId, method, returnUrl }) {
      try {
        const setup = await stripe.setupIntents.create(
          {
            customer: customerId,
            ...(isConfirmationToken(method) ? { confirmation_token: method } : { payment_method: method }),
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            confirm: true,
            return_url: returnUrl,
            use_stripe_sdk: hasScript,
            expand,
          },
          { idempotencyKey: key },
        )
        return { setupId: setup.id, state: setupOf(setup) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          return {
            ...(error.setup_intent ? { setupId: error.setup_intent.id } : {}),
            state: { kind: 'declined', code: error.decline_code ?? error.code ?? 'generic_decline' },
          }
        if (!isDefiniteRefusal(error)) return { state: { kind: 'unreachable', reason: reasonOf(error) } }
        return {
          state: isTokenRefusal(error) ? { kind: 'declined', code: 'payment_method_unusable' } : toRefusal(error),
        }
      }
    },

    async lookUpSetup(setupId) {
      try {
        return setupOf(await stripe.setupIntents.retrieve(setupId, { expand }))
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) }
      }
    },

    async cancelSetup(setupId) {
      try {
        await stripe.setupIntents.cancel(setupId)
      } catch (error) {
        // It is too late to cancel; the caller reads the new state.
        if (!isInvalidRequest(error)) throw error
      }
    },

    async readCard(method) {
      try {
        const { customer, card } = await stripe.paymentMethods.retrieve(method)
        const printed = toPrintedCard(card)
        return customer && printed ? { kind: 'read', card: printed } : { kind: 'gone' }
      } catch (error) {
        return isInvalidRequest(error) ? { kind: 'gone' } : { kind: 'unreachable', reason: reasonOf(error) }
      }
    },

    async methodsOf(customerId) {
      const ids: string[] = []
      for await (const { id } of stripe.customers.listPaymentMethods(customerId, { limit: 100 })) ids.push(id)
      return ids
    },

    async detach(method) {
      try {
        await stripe.paymentMethods.detach(method)
      } catch (error) {
        if (!isInvalidRequest(error)) throw error
      }
    },
  }
}

/** Maps a SetupIntent, whenever it was read, to the state of saving the card. */
function setupOf(setup: Stripe.SetupIntent): Setup {
  switch (setup.status) {
    case 'succeeded': {
      const method = typeof setup.payment_method === 'object' && setup.payment_method ? setup.payment_method : undefined
      const card = toSavedCard({ id: method?.id, card: method?.card, customer: setup.customer })
      return card ? { kind: 'saved', card } : { kind: 'declined', code: 'not_a_card' }
    }
    case 'requires_action':
      return {
        kind: 'challenge',
        url: setup.next_action?.redirect_to_url?.url ?? '',
        ...(setup.client_secret ? { clientSecret: setup.client_secret } : {}),
      }
    case 'requires_payment_method': {
      const error = setup.last_setup_error
      return error
        ? { kind: 'declined', code: error.decline_code ?? error.code ?? 'generic_decline' }
        : { kind: 'ended' }
    }
    case 'canceled':
      return { kind: 'ended' }
    default:
      return { kind: 'unreachable', reason: `status ${setup.status}` }
  }
}

/**
 * Returns whether Stripe's wallet sheet or bank account element created a token; a typed card is a payment method
 * instead.
 */
export const isConfirmationToken = (token: string): boolean => token.startsWith('ctoken_')

export const isInvalidRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError
export const isConflictError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.code === 'idempotency_key_in_use' || error.statusCode === 409)
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)).slice(0, 200)
