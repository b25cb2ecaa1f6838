import type { WarningsApi } from './warnings-port.ts'
import type { Currency } from '#shared/money.ts'
import type { Money } from '#shared/money.ts'
import type { PrintedCard, SavedCard, Outcome } from './rules/attempt.ts'
import type { PublicConfiguration } from './rules/card-fields.ts'
import type { Wallet } from './rules/wallets.ts'

/** The state of one of our intents at the provider. */
export type Lookup =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  /** The payment was never submitted to the bank, so it can be cancelled safely. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'cancelled' }
  /** The provider didn't respond, so we don't know whether money moved. */
  | { readonly kind: 'unreachable'; readonly reason: string }

/**
 * The provider refused a request as invalid or not permitted, and it would refuse the same request again. Nothing was
 * charged. `code` is the provider's; `reason` is for the operator's log (payments-4).
 */
export type ProviderRefusal = { readonly kind: 'refused'; readonly code: string; readonly reason: string }

type Unmade =
  /** A concurrent request works on the same object, or it can't be changed any more. */
  { readonly kind: 'busy' } | ProviderRefusal | { readonly kind: 'unreachable'; readonly reason: string }

type Creation =
  | { readonly kind: 'created'; readonly providerIntentId: string }
  /** The amount exceeds the provider's maximum for one payment in this currency, or is below its minimum. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-small' }
  | Unmade

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

type WebhookNotice = {
  readonly eventId: string
  readonly kind: string
  readonly providerIntentId: string | undefined
  /** The saved card that the event is about. */
  readonly methodId?: string | undefined
}

/** A paid charge. The amount is in minor units of `currency` (upper case). */
export type ProviderCharge = {
  /** Name of the provider that collected the charge. */
  readonly provider: string
  readonly providerIntentId: string
  readonly chargeId: string
  readonly amount: bigint
  readonly currency: Currency
  /** Time at which the charge's intent was created. */
  readonly createdAt: Date
  /** The metadata we set on the intent; empty if another system created it. */
  readonly metadata: Readonly<Record<string, string>>
}

export type ProviderRefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** A refund or dispute at the provider, including those that we didn't request. */
export type ProviderRefund = {
  readonly refundId: string
  readonly providerIntentId: string
  /** Our own reference; undefined if we didn't request the refund. */
  readonly reference: string | undefined
  /** Minor units of `currency` (upper case). */
  readonly amount: bigint
  readonly currency: Currency
  readonly status: ProviderRefundStatus
  readonly failureReason: string | undefined
  /**
   * Set for a dispute. The status is then `pending` while the bank decides, `succeeded` if the donor keeps the money,
   * and `canceled` if we get it back. `fees` are the dispute fees charged and returned so far; `dueBy` is the
   * deadline for evidence.
   */
  readonly dispute?: { readonly fees: readonly DisputeFee[]; readonly dueBy: Date | undefined }
}

/**
 * One booking of a dispute fee with the provider's id; negative if the fee was returned. In minor units of the
 * account's currency, which can differ from the payment's.
 */
export type DisputeFee = { readonly id: string; readonly amount: bigint; readonly currency: Currency }

export type RefundResult =
  | { readonly kind: 'created'; readonly refund: ProviderRefund }
  /** The provider refused: nothing was refunded and nothing will be. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The provider didn't respond, so we don't know whether it refunded. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** Refunds at the provider. Only the refunds module requests them, and its resolver looks them up. */
export type RefundsApi = {
  /** Requests a refund, once per key. `reference` is stored with the refund, so that it can be found without its id. */
  create(input: { key: string; providerIntentId: string; amount: Money; reference: string }): Promise<RefundResult>
  /** Lists the refunds and disputes of a payment. Throws if the provider is unavailable. */
  listForIntent(providerIntentId: string): Promise<readonly ProviderRefund[]>
  /**
   * Lists refunds and disputes that were created since an instant, to find missed webhooks. Throws if the provider is
   * unavailable.
   */
  listSince(since: Date): Promise<readonly ProviderRefund[]>
}

/** The state of saving a card at the provider. Saving charges nothing. */
export type Setup =
  | { readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly kind: 'challenge'; readonly url: string; readonly clientSecret?: string }
  | { readonly kind: 'declined'; readonly code: string }
  /** The setup was cancelled or never confirmed. */
  | { readonly kind: 'ended' }
  | ProviderRefusal
  | { readonly kind: 'unreachable'; readonly reason: string }

/** A saved card as the provider knows it now; `gone`: it can't be charged any more. */
type CurrentCard =
  | { readonly kind: 'read'; readonly card: PrintedCard }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** The provider's storage of saved cards. Each account and each plan has its own customer. */
export type CardVault = {
  /**
   * Creates a customer whose only metadata is the id of the account or plan. The same key returns the same customer.
   */
  createCustomer(ask: {
    key: string
    owner: { readonly account: string } | { readonly plan: string }
  }): Promise<{ readonly kind: 'created'; readonly customerId: string } | Unmade>
  /** Asks the bank to permit later charges of the card without the donor. The same key returns the same setup. */
  setUp(ask: {
    key: string
    customerId: string
    method: string
    returnUrl: string
  }): Promise<{ readonly setupId?: string; readonly state: Setup }>
  lookUpSetup(setupId: string): Promise<Setup>
  cancelSetup(setupId: string): Promise<void>
  /** Returns what is printed on a saved card now; banks renew cards without a new token. */
  readCard(method: string): Promise<CurrentCard>
  /** Returns the ids of a customer's cards. Throws if the provider is unavailable. */
  methodsOf(customerId: string): Promise<readonly string[]>
  /**
   * Removes a saved card, which can never be charged again. Succeeds if it was removed before. Throws if the provider
   * is unavailable.
   */
  detach(method: string): Promise<void>
}

/** Origins that a page with card fields may load from (Content-Security-Policy). */
type ContentSources = {
  readonly script: readonly string[]
  readonly frame: readonly string[]
  readonly connect: readonly string[]
  /** Origins whose frames may use the Payment Request API (Permissions-Policy). */
  readonly payment: readonly string[]
}

/** The wallet in which a token was approved; null if it came from no wallet or doesn't exist. */
export type TokenWallet =
  | { readonly kind: 'read'; readonly wallet: Wallet | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/**
 * The fingerprint of a token's bank account, which is equal for the same account; null if the token isn't of a bank
 * account or doesn't exist.
 */
export type TokenBankAccount =
  | { readonly kind: 'read'; readonly fingerprint: string | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** The IP address, browser and time with which a donor authorized a bank debit. */
export type DebitMandate = { readonly ip: string; readonly userAgent: string; readonly at: Date }

/** A charge in the provider's own report. Amounts in minor units of `currency` (upper case). */
export type ReportedCharge = {
  readonly id: string
  readonly amount: bigint
  readonly currency: Currency
  /** The amount returned by refunds and disputes. */
  readonly refunded: bigint
  /** Dispute fees by currency. */
  readonly disputeFees: readonly { readonly amount: bigint; readonly currency: Currency }[]
}

/** Every charge the provider ever collected for us. `unreadable` means that the response isn't a report. */
export type ChargeReport =
  | { readonly kind: 'report'; readonly charges: readonly ReportedCharge[] }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number }

/**
 * The interface to a payment provider; each provider implements it. A decline is a result, never an exception. A
 * missing response is `unknown`, never a decline.
 */
export type PaymentProvider = {
  /** The configured name, such as `sandbox`; stored with every intent, attempt, card and refund. */
  readonly name: string
  /** False for a sandbox, whose payments aren't real. */
  readonly movesMoney: boolean
  readonly publicConfiguration: PublicConfiguration
  readonly contentSources: ContentSources
  /** Returns the address of a payment in the provider's dashboard; undefined if it has none. */
  readonly paymentUrl?: (providerIntentId: string) => string
  /**
   * Creates an unconfirmed intent; nothing is charged. The same key returns the same intent. `busy` means that a
   * concurrent request is creating it.
   */
  createIntent(ask: {
    key: string
    amount: Money
    description: string
    metadata: Readonly<Record<string, string>>
    /** The customer whose saved card is charged, or for whom the card is saved. */
    customerId?: string | undefined
    /** True if the intent is paid from a bank account; otherwise it is paid by card. */
    isBankDebit?: boolean
  }): Promise<Creation>
  /** Finds the wallet of a token; charges nothing. */
  readWallet(token: string): Promise<TokenWallet>
  /** Finds the bank account of a token; charges nothing. */
  readBankAccount(token: string): Promise<TokenBankAccount>
  /** Sets the customer of an unconfirmed intent. `busy` means that the intent may have been paid. */
  setCustomer(providerIntentId: string, customerId: string): Promise<{ readonly kind: 'set' } | Unmade>
  /**
   * Confirms the payment at the bank. The provider's intent id must be committed with the attempt first (payments-3).
   */
  confirm(ask: {
    key: string
    providerIntentId: string
    method: string
    returnUrl: string
    keepForLater: boolean
    /**
     * The donor is absent: their mandate permits the charge, and the bank declines if it requires a challenge
     * (payments-18).
     */
    isOffSession?: boolean
    /**
     * Whether the donor's page can run the provider's script, which then shows a challenge. Otherwise a challenge is a
     * page of the bank that the donor opens.
     */
    canRunScript?: boolean
    /** Required for a bank debit. */
    mandate?: DebitMandate
  }): Promise<Outcome>
  lookUp(providerIntentId: string): Promise<Lookup>
  /**
   * Cancels an intent atomically: `cancelled` means that it can't be charged any more. Any other result is its current
   * state, such as paid, or `unreachable`.
   */
  cancel(providerIntentId: string): Promise<Lookup>
  /**
   * Lists the paid intents that were created since an instant, newest first and at most `atMost`, to find missed
   * webhooks (payments-11). Throws if the provider is unavailable.
   */
  chargesSince(since: Date, options?: { readonly atMost?: number }): Promise<ProviderCharge[]>
  /**
   * Verifies and reads a webhook; undefined if the signature isn't valid, if the event is older than five minutes, or
   * if it isn't about an object.
   */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookNotice | undefined
  /**
   * Reads the account and its webhook endpoints, and returns what prevents payments or their notices, each with how to
   * fix it. `webhookUrl` is ours; `currencies` are those that the platform offers. Throws if the provider is unavailable
   * or refuses the key. If absent, there is nothing to check.
   */
  findAccountProblems?(input: {
    readonly webhookUrl: string
    readonly currencies: readonly Currency[]
  }): Promise<readonly string[]>
  /** Returns all charges for `ledger verify`. If absent, an operator compares with the provider's dashboard. */
  reportCharges?(): Promise<ChargeReport>
  readonly vault: CardVault
  readonly refunds: RefundsApi
  readonly warnings: WarningsApi
}

/** The configured payment providers. New payments and new cards use `first`. */
export type PaymentProviders = {
  readonly first: PaymentProvider
  readonly all: readonly PaymentProvider[]
  isConfigured(name: string): boolean
  /**
   * Returns the provider of a stored payment, card or refund. If it is no longer configured, its calls return
   * unreachable.
   */
  byName(name: string): PaymentProvider
}

export type PaymentPorts = { readonly providers: PaymentProviders }
