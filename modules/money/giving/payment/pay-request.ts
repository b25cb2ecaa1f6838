import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Guard, Requester } from '#modules/money/payments/index.ts'
import type { ComposedDonation } from '../order/compose-donation.ts'
import type { DonationPayload } from '../contract.ts'
import type { DonationOrder } from '../order/order.ts'

/** The payment part of a payload, for one donation or a basket. */
export type PaymentPayload = Pick<
  DonationPayload,
  'paymentMethod' | 'tokens' | 'cardID' | 'saveCard' | 'browserInfo' | 'providerSpecific' | 'reCaptcha' | 'quoteHash'
> & { readonly intentId?: string | undefined; readonly repeatOf?: string | undefined; readonly paysHere?: boolean }

/** A subject that is paid at most once, however many keys, tabs and cards are used. */
type ExactlyOnce = {
  /** Unique among payments that succeeded or still can; a database constraint enforces it. */
  readonly reference: string
  /** Runs in the claim's transaction; throws if the order changed after it was priced. */
  readonly check: (tx: Tx) => Promise<void>
  /** The same check as a part of the claim's statement, if nothing else is written with it. */
  readonly guard: Guard
  /** The refusal if it is already paid. */
  readonly paidCode: string
  /**
   * The refusal if another tab has an open 3-D Secure challenge for it; if absent, the payment counts as in progress.
   */
  readonly challengedCode?: string
}

/**
 * The payer: a donor in a browser, or a plan with its saved card. `ip` is the donor's if they are present to confirm
 * the plan's charge.
 */
export type Payer =
  | { readonly kind: 'donor'; readonly viewer: Viewer; readonly context: RequestContext }
  | { readonly kind: 'plan'; readonly chargeId: string; readonly ip: string; readonly isOffSession: boolean }

/** An order with its price. */
export type PricedOrder = Pick<Extract<ComposedDonation, { quote: object }>, 'emailKey' | 'currency'> & {
  readonly order: DonationOrder
  readonly quote: { readonly hash: string; readonly view?: unknown }
}

/**
 * One payment of a donation, a basket or the due occurrences of a plan. `donation` has its price, or the problem that
 * prevents it.
 */
export type PayRequest = {
  readonly payer: Payer
  readonly payload: PaymentPayload
  readonly donation: PricedOrder | Extract<ComposedDonation, { problem: object }>
  readonly once?: ExactlyOnce
}

/** A request with its identification. */
export type IdentifiedRequest = PayRequest & {
  readonly requester: Requester
  readonly key: string
  readonly requestHash: string
  /** The requester's network; empty for a plan's off-session charge. */
  readonly network: string
  readonly isOffSession: boolean
  /** Hash that equal donations share; undefined for baskets, charges of plans and donations without a price. */
  readonly donationHash: string | undefined
  readonly detectsDuplicates: boolean
  readonly now: Date
}

/**
 * Creates the problem for an unreachable payment provider. Nothing was charged, and the same request can be sent
 * again.
 */
export const paymentUnavailable = () =>
  new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })

/** Creates the problem of a payment that the provider refused. Nothing was charged; another method may be accepted. */
export const paymentRefused = () => new Problem('validation', 'payment-refused', { status: 422 })
