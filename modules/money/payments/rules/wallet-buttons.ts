import type { Money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { CardToken, PublicConfiguration } from './card-fields.ts'
import type { Wallet } from './wallets.ts'

/** The contents of a wallet's payment sheet: the total and the lines that add up to it (payments-24). */
export type WalletSheet = {
  readonly total: Money
  readonly lines: readonly { readonly name: string; readonly amount: Money }[]
  /** The plan that starts with this payment. */
  readonly plan?: WalletSheetPlan | undefined
  /**
   * Set if nothing is charged now, and the sheet only saves its card: what is charged later, in the donor's language.
   */
  readonly chargedLater?: string | undefined
}

export type WalletSheetPlan = {
  readonly frequency: 'week' | 'month' | 'year'
  /** What is donated and how often, in the donor's language. */
  readonly description: string
  /** URL where the donor can change or cancel the plan. */
  readonly managementUrl: string
}

/** A sheet that the donor approved. It stays open until `createToken` or `fail` is called. */
export type ApprovedSheet = {
  readonly wallet: Wallet
  /** The donor's data in the wallet; each part can be missing. */
  readonly payer: { readonly email?: string | undefined; readonly name?: string | undefined }
  /** Closes the sheet with a token that can be charged once, or with a message that explains why there is none. */
  createToken(): Promise<{ readonly token: CardToken } | { readonly message: string }>
  /** Closes the sheet without a token; nothing is charged. */
  fail(reason: 'fail' | 'invalid_payment_data'): void
}

export type WalletSettings = PublicConfiguration & {
  readonly locale: Locale
  readonly theme: string
  readonly title: string
  readonly failed: string
  readonly order: WalletSheet
  /** Reports which of the offered wallets this browser has. If there are none, the page removes the buttons. */
  readonly onReady: (available: readonly Wallet[]) => void
  /**
   * Validates the form and returns the order at once, because providers wait only one second; undefined keeps the
   * sheet closed.
   */
  readonly onClick: (wallet: Wallet) => WalletSheet | undefined
  readonly onApprove: (sheet: ApprovedSheet) => void
  /** The donor closed the sheet without approving it. */
  readonly onCancel: () => void
}

export type WalletButtons = {
  /** Passes a changed order to the buttons. */
  update(order: WalletSheet): void
  destroy(): void
}

/** A provider's wallet buttons and sheets. Only the provider sees card numbers. */
export type WalletButtonsAdapter = {
  mount(into: HTMLElement, settings: WalletSettings): Promise<WalletButtons>
}
