import type { Currency } from '#shared/money.ts'
import type { Money } from '#shared/money.ts'
import type { KeptCard, Outcome } from './rules/attempt.ts'
import type { PublicConfiguration } from './rules/card-fields.ts'
import type { Wallet } from './rules/wallets.ts'

/** The provider's state of one of our intents. */
export type Lookup =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  /** The bank was not asked: cancelling is safe and final. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'cancelled' }
  /** No answer; it says nothing about the money. */
  | { readonly kind: 'unreachable'; readonly reason: string }

type Creation =
  | { readonly kind: 'made'; readonly providerIntentId: string }
  | { readonly kind: 'busy' }
  /** More than the provider accepts at once in this currency. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

type WebhookNotice = {
  readonly eventId: string
  readonly kind: string
  readonly providerIntentId: string | undefined
}

/** Amount in minor units of `currency`, capitals. */
export type ProviderCharge = {
  /** Name of the provider that charged it. */
  readonly provider: string
  readonly providerIntentId: string
  readonly chargeId: string
  readonly amount: bigint
  readonly currency: Currency
  /** When its intent was made. */
  readonly at: Date
  /** The metadata we gave the intent; empty if it is not ours. */
  readonly metadata: Readonly<Record<string, string>>
}

export type ProviderRefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** A refund at the provider, by anyone. */
export type ProviderRefund = {
  readonly refundId: string
  readonly providerIntentId: string
  /** Our own reference, if we requested it. */
  readonly reference: string | undefined
  /** Minor units of `currency`, capitals. */
  readonly amount: bigint
  readonly currency: Currency
  readonly status: ProviderRefundStatus
  readonly failureReason: string | undefined
  /**
   * Set if the donor's bank reversed the charge: `pending` while the bank decides, `succeeded` if the donor keeps the
   * money, `canceled` if it is ours again. `fees`: what the provider has charged for that so far, and returned;
   * `dueBy`: the deadline for evidence.
   */
  readonly dispute?: { readonly fees: readonly DisputeFee[]; readonly dueBy: Date | undefined }
}

/**
 * One movement of a dispute's fee, with the provider's id of it; negative if it was returned. In minor units of the
 * account's currency, which may differ from the payment's.
 */
export type DisputeFee = { readonly id: string; readonly amount: bigint; readonly currency: Currency }

export type RefundAnswer =
  | { readonly kind: 'made'; readonly refund: ProviderRefund }
  /** The provider's refusal: nothing was or will be refunded. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No answer; it says nothing about the money. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** Refunds at the provider. Requested by the refunds module only, and looked up by its resolver. */
export type RefundDesk = {
  /**
   * The same key refunds once, however often it is sent. `reference` is stored with it, so that it can be found without
   * its id.
   */
  ask(input: { key: string; providerIntentId: string; amount: Money; reference: string }): Promise<RefundAnswer>
  /** Every refund and dispute of a payment. Throws when the provider is unavailable. */
  ofIntent(providerIntentId: string): Promise<readonly ProviderRefund[]>
  /** Every refund and dispute since an instant, for missed webhooks. Throws when the provider is unavailable. */
  since(since: Date): Promise<readonly ProviderRefund[]>
}

/** The provider's state of a card to be saved. This charges nothing. */
export type Setup =
  | { readonly kind: 'kept'; readonly card: KeptCard }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string }
  /** Abandoned before it was confirmed, or cancelled. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** A provider's storage of saved cards: under a customer, one for each account or plan. */
export type CardVault = {
  /** Stores the id of its account or plan and nothing else. The same key returns the same customer. */
  createCustomer(ask: {
    key: string
    owner: { readonly account: string } | { readonly plan: string }
  }): Promise<
    { readonly kind: 'made'; readonly customerId: string } | Exclude<Creation, { kind: 'made' | 'too-large' }>
  >
  /** Asks the bank whether the card may be saved for charges without the donor. The same key returns the same setup. */
  setUp(ask: {
    key: string
    customerId: string
    method: string
    returnUrl: string
  }): Promise<{ readonly setupId?: string; readonly state: Setup }>
  lookUpSetup(setupId: string): Promise<Setup>
  cancelSetup(setupId: string): Promise<void>
  /** Ids of a customer's cards. Throws when the provider is unavailable. */
  methodsOf(customerId: string): Promise<readonly string[]>
  /**
   * Afterwards the card can never be charged again; one that was detached already is no error. Throws when the provider
   * is unavailable.
   */
  detach(method: string): Promise<void>
}

/** Origins that a page with card fields may load from, for its Content-Security-Policy. */
type ContentSources = {
  readonly script: readonly string[]
  readonly frame: readonly string[]
  readonly connect: readonly string[]
  /** Origins whose frames may use the Payment Request API (Permissions-Policy). */
  readonly payment: readonly string[]
}

/** In which wallet a token was approved; null: in none, or there is no such token. */
export type TokenWallet =
  | { readonly kind: 'read'; readonly wallet: Wallet | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/**
 * The fingerprint of the bank account of a token, equal for the same account; null: it is of no bank
 * account, or there is no such token.
 */
export type TokenBankAccount =
  | { readonly kind: 'read'; readonly fingerprint: string | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** A donor's authorization of a bank debit: where, with which browser and when they gave it. */
export type DebitMandate = { readonly ip: string; readonly userAgent: string; readonly at: Date }

/** A charge in the provider's own report. Amounts in minor units of `currency`, capitals. */
export type ReportedCharge = {
  readonly id: string
  readonly amount: bigint
  readonly currency: Currency
  /** The refunded amount, by refunds and disputes. */
  readonly refunded: bigint
  /** The fees charged for disputes, by currency. */
  readonly disputeFees: readonly { readonly amount: bigint; readonly currency: Currency }[]
}

/** Every charge the provider ever made for us; `unreadable`: its response is not a report. */
export type ChargeReport =
  | { readonly kind: 'report'; readonly charges: readonly ReportedCharge[] }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number }

/**
 * The interface to a payment provider. A decline is a result, never an exception; a missing answer is `unknown`, never
 * a decline. Another processor is another implementation of this type.
 */
export type PaymentProvider = {
  /** As configured, and stored with every intent, attempt, card and refund: `sandbox`. */
  readonly name: string
  /** False: a sandbox, whose payments are not real. */
  readonly movesMoney: boolean
  readonly publicConfiguration: PublicConfiguration
  readonly contentSources: ContentSources
  /**
   * Unconfirmed, so it charges nothing. The same key returns the same intent; `busy`: it is being created by a parallel
   * request.
   */
  createIntent(ask: {
    key: string
    amount: Money
    description: string
    metadata: Readonly<Record<string, string>>
    /** The customer whose saved card will pay, or who saves the card that pays. */
    customerId?: string | undefined
    /** Only a bank account can pay it; otherwise only a card can. */
    isBankDebit?: boolean
  }): Promise<Creation>
  /** Reads which wallet a token is of; charges nothing. */
  readWallet(token: string): Promise<TokenWallet>
  /** Reads which bank account a token is of; charges nothing. */
  readBankAccount(token: string): Promise<TokenBankAccount>
  /** Sets the customer of an intent that is still unconfirmed. False if there was no answer. */
  giveToCustomer(providerIntentId: string, customerId: string): Promise<boolean>
  /** Asks the bank. Its id must be committed with the attempt before this is called (payments-3). */
  confirm(ask: {
    key: string
    providerIntentId: string
    method: string
    returnUrl: string
    keepForLater: boolean
    /** The donor is absent: charged by their mandate, and a bank that requires them declines (payments-18). */
    isOffSession?: boolean
    /** Required for a bank debit. */
    mandate?: DebitMandate
  }): Promise<Outcome>
  lookUp(providerIntentId: string): Promise<Lookup>
  /** Atomic at the provider: afterwards the intent can never charge, or the result says that it already did. */
  cancel(providerIntentId: string): Promise<Lookup>
  /**
   * Every paid intent since an instant, newest first, or the newest of them, for missed webhooks (payments-11). Throws
   * when the provider is unavailable.
   */
  chargesSince(since: Date, options?: { readonly atMost?: number }): Promise<ProviderCharge[]>
  /** `undefined` if it has no valid signature of this provider, or the notice is older than five minutes. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookNotice | undefined
  /** For `ledger verify`; absent: the provider has no report, so an operator compares with its dashboard. */
  reportCharges?(): Promise<ChargeReport>
  readonly vault: CardVault
  readonly refunds: RefundDesk
}

/** The payment providers that are configured. New payments and new cards use `first`. */
export type PaymentProviders = {
  readonly first: PaymentProvider
  readonly all: readonly PaymentProvider[]
  isConfigured(name: string): boolean
  /** The provider of a stored payment, card or refund. One that is no longer configured is unreachable. */
  byName(name: string): PaymentProvider
}

export type PaymentPorts = { readonly providers: PaymentProviders }
