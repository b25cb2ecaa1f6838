/** An error response in Stripe's format. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.message))
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, param?: string, code?: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...(param ? { param } : {}), ...(code ? { code } : {}) })
export const resourceMissing = (kind: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  })

/** Returns the object. Throws an error response if there is none with this id. */
export function requireFound<T>(object: T | undefined, kind: string, id: string): T {
  if (object === undefined) throw resourceMissing(kind, id)
  return object
}
/** Creates the error response of an operation that the state of a payment intent doesn't allow. */
export const unexpectedState = (message: string, intent?: unknown): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    ...(intent ? { payment_intent: intent } : {}),
  })

const messages: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect.',
  processing_error: 'An error occurred while processing your card.',
  incorrect_number: 'Your card number is incorrect.',
  invalid_number: 'The card number is not a valid card number.',
  invalid_expiry_month: 'Your card’s expiration month is invalid.',
  invalid_expiry_year: 'Your card’s expiration year is invalid.',
  invalid_cvc: 'Your card’s security code is invalid.',
  payment_intent_authentication_failure: 'The provided payment method has failed authentication.',
  setup_intent_authentication_failure:
    'The latest attempt to set up the payment method has failed because authentication failed.',
  insufficient_funds: 'The account has insufficient funds.',
}

export const cardError = (code: string, more: Readonly<Record<string, unknown>> = {}): Refusal =>
  new Refusal(402, { type: 'card_error', code, message: messages[code] ?? 'Your payment was declined.', ...more })
export const messageOf = (code: string): string => messages[code] ?? 'Your payment was declined.'
