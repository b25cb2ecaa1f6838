import { exponentOf, type Money } from '#shared/money.ts'
import type { PaymentMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { CardToken } from '#modules/money/payments/rules/card-fields.ts'
import { toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import { chosenLevelOf, unitAmountOf, tipOfForm } from './checkout-amounts.ts'
import { dropHiddenFields, methodOf } from './checkout-quote.ts'
import type { CheckoutData, Form } from './checkout-state.ts'

/** Returns the body of the donate request (S2 §3); amounts in decimal major units. */
export function donatePayloadOf(
  typed: Form,
  checkoutData: CheckoutData,
  payment: {
    /** Defaults to card. */
    method?: PaymentMethod
    /** The token of the new card or the wallet; undefined if a saved card pays. */
    token: CardToken | undefined
    quoteHash: string
    /** Empty for a donor without an account. */
    userId: string
    intentId?: string | undefined
    repeatOf?: string | undefined
    proof?: string | undefined
    source: string | null
    code: string | null
    browserInfo: Record<string, unknown>
    /** The browser's IANA time zone. */
    timeZone?: string | undefined
  },
) {
  const { method = 'card' } = payment
  const form = dropHiddenFields(typed, checkoutData)
  const level = chosenLevelOf(form, checkoutData)
  const exponent = exponentOf(checkoutData.currency)
  const decimal = (amount: Money) => {
    const digits = amount.amount.toString().padStart(exponent + 1, '0')
    return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  }
  return {
    campaignId: checkoutData.campaignId,
    amount: decimal(unitAmountOf(form, checkoutData)),
    currency: checkoutData.currency,
    feeAmount: decimal(tipOfForm(form, checkoutData)),
    paymentMethod: method,
    ...(method === 'ach' && form.words.trim() !== '' ? { words: form.words.trim() } : {}),
    ...(payment.token
      ? {
          tokens: [{ type: method, token: payment.token.id, provider: payment.token.provider }],
          saveCard: method === 'card' && checkoutData.isSignedIn && form.saveCard && form.frequency === 'once',
        }
      : { cardID: form.cardId }),
    ...toPayload('donation', {
      ...form,
      levelId: level?.id,
      quantity: level && form.quantity,
      source: payment.source,
      referredDonor: payment.code,
    }),
    ...planOf(form, checkoutData, payment.timeZone),
    quoteHash: payment.quoteHash,
    repeatOf: payment.repeatOf,
    browserInfo: payment.browserInfo,
    ...(payment.userId ? { userId: payment.userId } : { guest: { email: form.email.trim(), name: form.name.trim() } }),
    ...(payment.intentId ? { intentId: payment.intentId } : {}),
    ...(payment.proof ? { reCaptcha: payment.proof } : {}),
  }
}

/** Returns the fields of the plan that starts with the donation. */
function planOf({ frequency, phone }: Form, { plans = [] }: CheckoutData, timeZone: string | undefined) {
  if (frequency === 'once') return {}
  const requestsPhone = plans.some((plan) => plan.frequency === frequency && plan.requestsPhone)
  return { frequency, ...(timeZone ? { timeZone } : {}), ...(requestsPhone ? { phoneNumber: phone.trim() } : {}) }
}

/** Returns the body of the quote request; amounts in minor units. */
export const quotePayloadOf = (
  form: Form,
  checkoutData: CheckoutData,
  levelId = chosenLevelOf(form, checkoutData)?.id,
) => ({
  campaignId: checkoutData.campaignId,
  amount: Number(unitAmountOf(form, checkoutData).amount),
  currency: checkoutData.currency,
  tip: Number(tipOfForm(form, checkoutData).amount),
  zakat: form.isZakat,
  maximizeZakat: form.isZakat && form.maximizeZakat,
  giftAid: form.giftAid,
  taxReceipt: form.taxReceipt,
  quantity: form.quantity,
  paymentMethod: methodOf(form, checkoutData),
  ...(levelId ? { levelId } : {}),
})
