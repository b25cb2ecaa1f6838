import { money } from '#shared/money.ts'
import type { DonationRequest } from '#modules/money/giving/rules/donation.ts'
import { toFeeSchedule } from '#modules/money/giving/rules/fees/fee.ts'
import { type Quote, quoteDonation } from '#modules/money/giving/rules/quote.ts'
import { enteredFieldsOf, withoutHiddenFields } from '../donor-form.ts'
import { bundleOf, chosenLevelOf, unitAmountOf, tipOfForm, wholeQuantity } from './checkout-amounts.ts'
import type { CheckoutData, Form } from './checkout-state.ts'

/** Returns the payment method: bank account only if it is offered for this donation. */
export const methodOf = (form: Form, { bankDebit }: CheckoutData): Form['method'] =>
  bankDebit && form.frequency === 'once' ? form.method : 'card'

/** Returns the price of the donation, calculated by the same rules as on the server. */
export function checkoutQuoteOf(form: Form, checkoutData: CheckoutData): Quote {
  const level = chosenLevelOf(form, checkoutData)
  const paymentMethod = methodOf(form, checkoutData)
  const fee = (paymentMethod === 'ach' && checkoutData.bankDebit?.fee) || checkoutData.fee
  return quoteDonation(
    {
      campaignId: checkoutData.campaignId,
      currency: checkoutData.currency,
      fee: toFeeSchedule(fee, checkoutData.currency),
      zakatVariant: checkoutData.zakatVariant,
      isZakatVerified: checkoutData.zakatVerified,
      zakatEligibleBps: checkoutData.zakatEligibleBps,
      zakatFees: checkoutData.zakatFees,
    },
    {
      ...donationRequestOf(form, checkoutData),
      level: level && {
        id: level.id,
        amount: money(BigInt(level.amount), checkoutData.currency),
        bundle: bundleOf(level, checkoutData.currency),
      },
      paymentMethod,
    },
  )
}

/** Clears hidden fields, so they are neither validated nor sent. */
export const dropHiddenFields = (form: Form, checkoutData: CheckoutData): Form =>
  withoutHiddenFields(form, chosenLevelOf(form, checkoutData))

/** Converts the form to the request that the validation rules take. */
export function donationRequestOf(typed: Form, checkoutData: CheckoutData): DonationRequest {
  const form = dropHiddenFields(typed, checkoutData)
  const { isZakat, maximizeZakat, giftAid, taxReceipt } = form
  return {
    ...enteredFieldsOf(form),
    amount: unitAmountOf(form, checkoutData),
    tip: tipOfForm(form, checkoutData),
    levelId: chosenLevelOf(form, checkoutData)?.id,
    quantity: wholeQuantity(form),
    isZakat,
    maximizeZakat,
    giftAid,
    taxReceipt,
  }
}
