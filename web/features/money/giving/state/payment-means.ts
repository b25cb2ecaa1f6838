import { minuteMs } from '#shared/time.ts'
import type { QuoteView } from '#modules/money/giving/contract-payment.ts'
import { checkDonorGiven } from '#modules/money/giving/rules/donor.ts'
import type { PaymentMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { CardFields } from '#modules/money/payments/rules/card-fields.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { Form } from './checkout-state.ts'

/** What a press of the button pays with. */
export type Means = {
  readonly method: PaymentMethod
  /** A token, or why there is none; undefined: the saved card pays. */
  readonly tokenise: () => ReturnType<CardFields['tokenise']> | undefined
  /** Who gives, where a wallet says it. */
  readonly donor?: Pick<Form, 'email' | 'name'>
  readonly sheet?: {
    /** The price of what it shows. */
    readonly quoted: Promise<QuoteView>
    readonly fail: () => void
  }
  /** After this its token pays no more; milliseconds. */
  readonly expiresAt?: number
}

/** A wallet's way into the payment that the form is about. */
export type WalletPayment = {
  /** Whether a sheet may open for what the form holds; otherwise the first fault is shown. `known`: its price. */
  judge(quoteView: QuoteView | undefined): boolean
  /** Pays with an approved sheet. */
  pay(sheet: ApprovedSheet, quoted: Promise<QuoteView>): void
}

/** A provider keeps a token for longer (payments-24). */
export const tokenLifetimeMs = 10 * minuteMs

/** Where a fault of the payment is shown: beside the button that was pressed. */
export const placeOf = (means: Means | undefined): 'wallets' | 'card' => (means?.sheet ? 'wallets' : 'card')

/** What was typed and may be used wins over what the wallet says. */
export const donorOfSheet = (form: Form, { payer }: ApprovedSheet): Pick<Form, 'email' | 'name'> => {
  const { email, name } = checkDonorGiven(form)
  return {
    email: email ? (payer.email ?? '') : form.email,
    name: name ? (payer.name ?? '') : form.name,
  }
}
