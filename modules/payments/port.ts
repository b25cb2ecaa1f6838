import type { Money } from '#shared/money.ts'
import type { Outcome } from './rules/attempt.ts'

/** What the donor's browser must know to show card fields. */
export type PublicConfiguration = { readonly provider: 'sandbox' | 'stripe'; readonly publishableKey: string; readonly origin: string }

/** What the provider says of one of our intents. */
export type Lookup =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  /** Nothing was asked of the bank: cancelling it is safe and final. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'cancelled' }
  /** No answer; says nothing about the money. */
  | { readonly kind: 'unreachable'; readonly reason: string }

export type Creation =
  | { readonly kind: 'made'; readonly providerIntentId: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export type WebhookNotice = { readonly eventId: string; readonly kind: string; readonly providerIntentId: string | undefined }

export type ProviderCharge = { readonly providerIntentId: string; readonly chargeId: string; readonly amount: bigint; readonly currency: string }

/**
 * The one door to a payment provider. A decline is an answer, never an exception; a missing answer is `unknown`, never a decline.
 * A second processor is another implementation of this type.
 */
export type PaymentGateway = {
  /** Stored with every attempt: 'stripe'. */
  readonly provider: string
  readonly publicConfiguration: PublicConfiguration
  /** Unconfirmed, so harmless. The same key answers the same intent; `busy`: it is being made for a parallel press. */
  createIntent(ask: { key: string; amount: Money; description: string; metadata: Readonly<Record<string, string>> }): Promise<Creation>
  /** Asks the bank. Its id must be committed with the attempt before this is called (decisions.md, payments 2). */
  confirm(ask: { key: string; providerIntentId: string; method: string; returnUrl: string; keepForLater: boolean }): Promise<Outcome>
  lookUp(providerIntentId: string): Promise<Lookup>
  /** Atomic at the provider: afterwards the intent can never charge, or the answer says it already did. */
  cancel(providerIntentId: string): Promise<Lookup>
  /** Every paid intent since an instant, oldest last: the sweep that finds what no webhook told (trust.md R13). */
  chargesSince(since: Date): Promise<ProviderCharge[]>
  /** `undefined`: the signature is wrong, or the notice is older than five minutes. */
  readWebhook(rawBody: Buffer, signature: string): WebhookNotice | undefined
}
