import type { Currency } from '#shared/money.ts'
import type { Money } from '#shared/money.ts'
import type { KeptCard, Outcome } from './rules/attempt.ts'
import type { PublicConfiguration } from './rules/card-fields.ts'
import type { Wallet } from './rules/wallets.ts'

/** What the provider says of one of our intents. */
export type Lookup =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  /** Nothing was asked of the bank: cancelling it is safe and final. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'cancelled' }
  /** No answer; says nothing about the money. */
  | { readonly kind: 'unreachable'; readonly reason: string }

type Creation =
  | { readonly kind: 'made'; readonly providerIntentId: string }
  | { readonly kind: 'busy' }
  /** More than the provider takes at once in this currency. */
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
  /** What we gave the intent with us to find it again by; empty where it is none of ours. */
  readonly metadata: Readonly<Record<string, string>>
}

export type ProviderRefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** A refund as the provider has it, whoever made it. */
export type ProviderRefund = {
  readonly refundId: string
  readonly providerIntentId: string
  /** Our own name for it, where it was asked for by us. */
  readonly reference: string | undefined
  /** Minor units of `currency`, capitals. */
  readonly amount: bigint
  readonly currency: Currency
  readonly status: ProviderRefundStatus
  readonly failureReason: string | undefined
  /**
   * The donor's bank took it back and nobody of us gave it: `pending` while the bank decides, `succeeded` where it
   * keeps it for the donor, `canceled` where it is ours again. `fees`: what the provider has taken for that so far, and
   * given again; `dueBy`: until when it waits for our side.
   */
  readonly dispute?: { readonly fees: readonly DisputeFee[]; readonly dueBy: Date | undefined }
}

/**
 * One movement of a dispute's fee, under the provider's id for it; less than nothing where it is given again. In minor
 * units of the currency the account is kept in, which need not be that of the payment.
 */
export type DisputeFee = { readonly id: string; readonly amount: bigint; readonly currency: Currency }

export type RefundAnswer =
  | { readonly kind: 'made'; readonly refund: ProviderRefund }
  /** The provider's no: nothing went back and nothing will. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No answer; says nothing about the money. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** Money given back. Asked by the refunds module's one door and looked up by its resolver. */
export type RefundDesk = {
  /**
   * The same key gives back once, however often it is asked. `reference` is kept with it, so that it is found again
   * without its id.
   */
  ask(of: { key: string; providerIntentId: string; amount: Money; reference: string }): Promise<RefundAnswer>
  /** Every refund and dispute of a payment. Throws when the provider is away. */
  ofIntent(providerIntentId: string): Promise<readonly ProviderRefund[]>
  /** Every refund and dispute since an instant, for what no webhook told. Throws when the provider is away. */
  since(since: Date): Promise<readonly ProviderRefund[]>
}

/** What the provider says of a card that is to be kept. Nothing is charged by it. */
export type Setup =
  | { readonly kind: 'kept'; readonly card: KeptCard }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string }
  /** Left before it was confirmed, or called off. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Where the provider keeps cards for later: under a customer, one for each account or plan that keeps any. */
export type CardVault = {
  /** Knows the id of its account or plan and nothing else of it. The same key answers the same customer. */
  createCustomer(ask: {
    key: string
    owner: { readonly account: string } | { readonly plan: string }
  }): Promise<
    { readonly kind: 'made'; readonly customerId: string } | Exclude<Creation, { kind: 'made' | 'too-large' }>
  >
  /** Asks the bank whether the card may be kept for charges without the donor. The same key answers the same setup. */
  setUp(ask: {
    key: string
    customerId: string
    method: string
    returnUrl: string
  }): Promise<{ readonly setupId?: string; readonly state: Setup }>
  lookUpSetup(setupId: string): Promise<Setup>
  cancelSetup(setupId: string): Promise<void>
  /** Ids of the cards a customer has. Throws when the provider is away. */
  methodsOf(customerId: string): Promise<readonly string[]>
  /**
   * Afterwards the card can never be charged again; one that is let go already is no error. Throws when the provider is
   * away.
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

/** A charge in the provider's own report. Amounts in minor units of `currency`, capitals. */
export type ReportedCharge = {
  readonly id: string
  readonly amount: bigint
  readonly currency: Currency
  /** What went back to the donor, by refunds and disputes. */
  readonly refunded: bigint
  /** What was kept for disputes, by currency. */
  readonly disputeFees: readonly { readonly amount: bigint; readonly currency: Currency }[]
}

/** Every charge the provider ever made for us; `unreadable`: it answered with something else than a report. */
export type ChargeReport =
  | { readonly kind: 'report'; readonly charges: readonly ReportedCharge[] }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number }

/**
 * The one door to a payment provider. A decline is an answer, never an exception; a missing answer is `unknown`, never
 * a decline. Another processor is another implementation of this type.
 */
export type PaymentProvider = {
  /** As configured, and stored with every intent, attempt, card and refund: `sandbox`. */
  readonly name: string
  /** False: a sandbox, whose payments are not real. */
  readonly movesMoney: boolean
  readonly publicConfiguration: PublicConfiguration
  readonly contentSources: ContentSources
  /** Unconfirmed, so harmless. The same key answers the same intent; `busy`: it is being made for a parallel press. */
  createIntent(ask: {
    key: string
    amount: Money
    description: string
    metadata: Readonly<Record<string, string>>
    /** Whose kept card will pay, or who keeps the card that pays. */
    customerId?: string | undefined
    /** A bank account pays it, and nothing else can; otherwise a card, and nothing else can. */
    isBankDebit?: boolean
  }): Promise<Creation>
  /** Nothing is charged by it. */
  readWallet(token: string): Promise<TokenWallet>
  /** The same said later of an intent that is still unconfirmed. False: no answer came. */
  giveToCustomer(providerIntentId: string, customerId: string): Promise<boolean>
  /** Asks the bank. Its id must be committed with the attempt before this is called (payments-3). */
  confirm(ask: {
    key: string
    providerIntentId: string
    method: string
    returnUrl: string
    keepForLater: boolean
    /** The donor is not there: charged by their mandate, and a bank that wants to see them declines (payments-18). */
    isOffSession?: boolean
  }): Promise<Outcome>
  lookUp(providerIntentId: string): Promise<Lookup>
  /** Atomic at the provider: afterwards the intent can never charge, or the answer says it already did. */
  cancel(providerIntentId: string): Promise<Lookup>
  /**
   * Every paid intent since an instant, oldest last, or the newest of them: what no webhook told (payments-11). Throws
   * when the provider is away.
   */
  chargesSince(since: Date, options?: { readonly atMost?: number }): Promise<ProviderCharge[]>
  /** `undefined`: it has no valid signature of this provider, or the notice is older than five minutes. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookNotice | undefined
  /** For `ledger verify`; left out: the provider has no report, so an operator compares with its dashboard. */
  reportCharges?(): Promise<ChargeReport>
  readonly vault: CardVault
  readonly refunds: RefundDesk
}

/** The payment providers that are configured. New payments and new cards use `first`. */
export type PaymentProviders = {
  readonly first: PaymentProvider
  readonly all: readonly PaymentProvider[]
  isConfigured(name: string): boolean
  /** The provider of a stored payment, card or refund. One that is not configured any more is unreachable. */
  byName(name: string): PaymentProvider
}

export type PaymentPorts = { readonly providers: PaymentProviders }
