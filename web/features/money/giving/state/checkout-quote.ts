import { money } from '#shared/money.ts'
import type { DonationRequest } from '#modules/money/giving/rules/donation.ts'
import { toFeeSchedule } from '#modules/money/giving/rules/fees/fee.ts'
import { type Quote, quoteDonation } from '#modules/money/giving/rules/quote.ts'
import { fieldsOf, withoutUnasked } from '../donor-form.ts'
import { bundleOf, levelOf, pieceOf, tipOfForm, wholeQuantity } from './checkout-amounts.ts'
import type { CheckoutData, Form } from './checkout-state.ts'

/** How it is paid: from a bank account only where one is offered. */
export const methodOf = (form: Form, { bankDebit }: CheckoutData): Form['method'] =>
  bankDebit && form.frequency === 'once' ? form.method : 'card'

/** What the gift costs, by the very rules the server charges by. */
export function quoteOf(form: Form, checkoutData: CheckoutData): Quote {
  const level = levelOf(form, checkoutData)
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
      ...requestOf(form, checkoutData),
      level: level && {
        id: level.id,
        amount: money(BigInt(level.amount), checkoutData.currency),
        bundle: bundleOf(level, checkoutData.currency),
      },
      paymentMethod,
    },
  )
}

/** Returns the form without what was typed into fields that are not shown: it is neither validated nor sent. */
export const dropHiddenFields = (form: Form, checkoutData: CheckoutData): Form =>
  withoutUnasked(form, levelOf(form, checkoutData))

/** Returns the form's donation as the rules take it. */
export function requestOf(typed: Form, checkoutData: CheckoutData): DonationRequest {
  const form = dropHiddenFields(typed, checkoutData)
  const { isZakat, maximizeZakat, giftAid, taxReceipt } = form
  return {
    ...fieldsOf(form),
    amount: pieceOf(form, checkoutData),
    tip: tipOfForm(form, checkoutData),
    levelId: levelOf(form, checkoutData)?.id,
    quantity: wholeQuantity(form),
    isZakat,
    maximizeZakat,
    giftAid,
    taxReceipt,
  }
}
