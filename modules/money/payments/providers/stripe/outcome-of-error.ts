import Stripe from 'stripe'
import type { Lookup } from '../../port.ts'
import type { Outcome } from '../../rules/attempt.ts'
import { declinedBy, lookupOf, outcomeOf } from './map.ts'
import { isDefiniteRefusal, isTokenRefusal, toRefusal } from './refusals.ts'
import { reasonOf } from './vault.ts'

/** Returns whether a look-up shows that an intent isn't paid, being paid or waiting for the donor's bank. */
export const isUnpaid = (lookup: Lookup): boolean =>
  lookup.kind === 'unconfirmed' ||
  lookup.kind === 'cancelled' ||
  (lookup.kind === 'settled' && lookup.outcome.kind === 'declined')

/** The statuses of an intent for which nothing was charged and nothing is under way. */
const unpaidStatuses: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'canceled']

/**
 * Maps an SDK error to an outcome. A card error is the bank's decline. A definite refusal counts only if the intent,
 * which is retrieved, isn't paid or in progress. Any other error leaves the outcome open (payments-4).
 */
export async function outcomeOfError(error: unknown, retrieve: () => Promise<Stripe.PaymentIntent>): Promise<Outcome> {
  if (error instanceof Stripe.errors.StripeCardError) {
    const reported = error.payment_intent && lookupOf(error.payment_intent)
    const isElsewhere = reported?.kind === 'settled' && ['succeeded', 'processing'].includes(reported.outcome.kind)
    return isElsewhere ? reported.outcome : declinedBy(error)
  }
  if (!isDefiniteRefusal(error)) return { kind: 'unknown', reason: reasonOf(error) }
  let intent: Stripe.PaymentIntent
  try {
    intent = await retrieve()
  } catch (failure) {
    return { kind: 'unknown', reason: `${reasonOf(error)}; then ${reasonOf(failure)}` }
  }
  if (!unpaidStatuses.includes(intent.status)) return outcomeOf(intent)
  // A cancelled intent can't be paid with another card, so it isn't reported as a decline of this one.
  if (intent.status !== 'canceled' && isTokenRefusal(error))
    return { kind: 'declined', code: 'payment_method_unusable', declineClass: 'UPDATE' }
  return toRefusal(error)
}
