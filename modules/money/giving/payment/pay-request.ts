import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Guard, Requester } from '#modules/money/payments/index-attempts.ts'
import type { ComposedDonation } from '../order/compose-donation.ts'
import type { DonationPayload } from '../contract.ts'
import type { DonationOrder } from '../order/order.ts'

/** How something is paid: the same for one donation and for many. */
export type PaymentPayload = Pick<
  DonationPayload,
  'paymentMethod' | 'tokens' | 'cardID' | 'saveCard' | 'browserInfo' | 'providerSpecific' | 'reCaptcha' | 'quoteHash'
> & { readonly intentId?: string | undefined; readonly repeatOf?: string | undefined; readonly paysHere?: boolean }

/** Something that is paid at most once, however many keys, tabs and cards try. */
type ExactlyOnce = {
  /** Unique among the payments that are, or may still be, made (a constraint of the database). */
  readonly reference: string
  /** Runs in the transaction of the claim; throws if what is paid for has changed since it was priced. */
  readonly check: (tx: Tx) => Promise<void>
  /** The same check as part of the claiming statement, if nothing else is written with it. */
  readonly guard: Guard
  /** The refusal if it is paid already. */
  readonly paidCode: string
  /** The refusal if another tab shows a 3-D Secure challenge for it; if absent, that payment is in progress. */
  readonly challengedCode?: string
}

/**
 * The payer: a donor in their browser, or a plan with its saved card, which the donor (`ip`) may be present to confirm.
 */
export type Payer =
  | { readonly kind: 'donor'; readonly viewer: Viewer; readonly context: RequestContext }
  | { readonly kind: 'plan'; readonly chargeId: string; readonly ip: string; readonly isOffSession: boolean }

/** An order with its price. */
export type PricedOrder = Pick<Extract<ComposedDonation, { quote: object }>, 'emailKey' | 'currency'> & {
  readonly order: DonationOrder
  readonly quote: { readonly hash: string; readonly view?: unknown }
}

/** One payment: of a donation, a basket or the due occurrences of a plan. `gift`: its price, or why it has none. */
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
  /** The requester's network; empty for a plan whose donor is absent. */
  readonly network: string
  readonly isOffSession: boolean
  /** Hash of what makes two donations the same; undefined for baskets and plans. */
  readonly donationHash: string | undefined
  readonly detectsDuplicates: boolean
  readonly now: Date
}

/** The payment provider cannot be reached; nothing was charged, and the same request may be sent again. */
export const paymentUnavailable = () =>
  new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
