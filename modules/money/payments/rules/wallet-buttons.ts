import type { Money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { CardToken, PublicConfiguration } from './card-fields.ts'
import type { Wallet } from './wallets.ts'

/** What a wallet's sheet shows: the total, and its parts as lines whose sum it is (payments-24). */
export type SheetOrder = {
  readonly total: Money
  readonly lines: readonly { readonly name: string; readonly amount: Money }[]
  /** The plan that begins with this payment. */
  readonly plan?: SheetPlan | undefined
}

export type SheetPlan = {
  readonly frequency: 'week' | 'month' | 'year'
  /** What is given, and how often, in the donor's language. */
  readonly description: string
  /** Where the donor can change or cancel it. */
  readonly managementUrl: string
}

/** A sheet that its donor approved. It stays open until one of the two calls. */
export type ApprovedSheet = {
  readonly wallet: Wallet
  /** What the wallet knows of its owner; each may be missing. */
  readonly payer: { readonly email?: string | undefined; readonly name?: string | undefined }
  /** Ends the sheet with a token that pays once, or with a message why there is none. */
  createToken(): Promise<{ readonly token: CardToken } | { readonly message: string }>
  /** Ends the sheet without one: nothing is charged. */
  fail(reason: 'fail' | 'invalid_payment_data'): void
}

export type WalletSettings = PublicConfiguration & {
  readonly locale: Locale
  readonly theme: string
  readonly title: string
  readonly failed: string
  readonly order: SheetOrder
  /** The wallets of this browser among those that are offered; none: the place of the buttons is given up. */
  readonly onReady: (available: readonly Wallet[]) => void
  /** Judges the form and answers at once, because a provider waits for a second; undefined: no sheet opens. */
  readonly onPress: (wallet: Wallet) => SheetOrder | undefined
  readonly onApprove: (sheet: ApprovedSheet) => void
  /** The sheet was left before it was approved. */
  readonly onCancel: () => void
}

export type WalletButtons = {
  /** What the page shows now. */
  update(order: SheetOrder): void
  destroy(): void
}

/** The buttons and sheets of wallets: whatever number they hold is seen by the provider and never by us. */
export type WalletButtonsAdapter = {
  mount(into: HTMLElement, settings: WalletSettings): Promise<WalletButtons>
}
