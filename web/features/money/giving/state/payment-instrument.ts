import { minuteMs } from '#shared/time.ts'
import type { QuoteView } from '#modules/money/giving/contract-payment.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import type { PaymentMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { CardFields } from '#modules/money/payments/rules/card-fields.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import type { Form } from './checkout-state.ts'

/** The payment instrument that a submission uses: a new card, a saved card, a bank account or a wallet. */
export type PaymentInstrument = {
  readonly method: PaymentMethod
  /** Returns the token or the reason why there is none; undefined if a saved card pays. */
  readonly tokenise: () => ReturnType<CardFields['tokenise']> | undefined
  /** Name and email from the wallet. */
  readonly donor?: Pick<Form, 'email' | 'name'>
  readonly sheet?: {
    /** The quote of the amount that the sheet shows. */
    readonly quoted: Promise<QuoteView>
    readonly fail: () => void
  }
  /** When the token expires; epoch milliseconds. */
  readonly expiresAt?: number
}

/** Connects wallet buttons to the checkout's payment. */
export type WalletPayment = {
  /**
   * Returns whether the sheet may open; otherwise shows the first error. `quoteView`: the quote of the current form, if
   * known.
   */
  validate(quoteView: QuoteView | undefined): boolean
  /** Pays with an approved sheet. */
  pay(sheet: ApprovedSheet, quoted: Promise<QuoteView>): void
}

/** Shorter than the lifetime of any provider's token (payments-24). */
export const tokenLifetimeMs = 10 * minuteMs

/** Returns where payment errors are shown: next to the button that was clicked. */
export const errorPlaceOf = (instrument: PaymentInstrument | undefined): 'wallets' | 'card' =>
  instrument?.sheet ? 'wallets' : 'card'

/** Returns the donor's email and name: the typed values if valid, otherwise the wallet's. */
export const donorOfSheet = (
  form: Pick<Form, 'email' | 'name'>,
  { payer }: ApprovedSheet,
): Pick<Form, 'email' | 'name'> => {
  const { email, name } = requireDonor(form)
  return {
    email: email ? (payer.email ?? '') : form.email,
    name: name ? (payer.name ?? '') : form.name,
  }
}
