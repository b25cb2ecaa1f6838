import Stripe from 'stripe'
import type { ProviderRefusal } from '../../port.ts'

/** Codes with which Stripe asks to send the same request again later, whatever the status of the response is. */
const passingCodes: readonly (string | undefined)[] = [
  'lock_timeout',
  'rate_limit',
  'idempotency_key_in_use',
  'payment_intent_rate_limit_exceeded',
]
/** Types of errors that say something about the request. The SDK takes its classes from the HTTP status only. */
const requestErrors: readonly (string | undefined)[] = ['invalid_request_error', 'card_error']

type DefiniteError = Stripe.errors.StripeInvalidRequestError | Stripe.errors.StripePermissionError

/**
 * Returns whether Stripe refused a request before it did anything: the request is invalid, or the account or key may
 * not make it. A rate limit, a lock, an idempotency error, a wrong key, an error of Stripe, and anything that isn't in
 * Stripe's format are no refusals, because the same request can succeed later or have succeeded before (payments-4).
 */
export const isDefiniteRefusal = (error: unknown): error is DefiniteError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError) &&
  requestErrors.includes(error.rawType) &&
  !passingCodes.includes(error.code)

/** Maps a definite refusal. The reason is for the log: Stripe's message, parameter and id of the request. */
export const toRefusal = (error: DefiniteError): ProviderRefusal => ({
  kind: 'refused',
  code: error.code ?? (error.param ? `invalid_${error.param.replaceAll(/\W+/g, '_')}` : 'invalid_request'),
  reason: [
    error.type,
    error.message,
    ...(error.param ? [`parameter ${error.param}`] : []),
    ...(error.requestId ? [`request ${error.requestId}`] : []),
  ]
    .join('; ')
    .slice(0, 400),
})

/** Codes about kinds of payment methods that the account can't use, in contrast to a token that can't be used. */
const methodCodes: readonly (string | undefined)[] = [
  'capability_not_active',
  'payment_method_currency_mismatch',
  'payment_method_not_available',
  'payment_method_restricted',
  'payment_method_unactivated',
  'payment_method_unsupported_type',
]

/** Returns whether Stripe refused the donor's token, for example because it was used before. */
export const isTokenRefusal = ({ param, code }: DefiniteError): boolean =>
  ['payment_method', 'confirmation_token'].includes(param ?? '') && !methodCodes.includes(code)
