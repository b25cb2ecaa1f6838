import { toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import type { Subscribing } from '#modules/recurring/subscriptions/contract.ts'
import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'
import { dropHiddenFields } from '#web/features/money/giving/state/checkout-quote.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'
import { tipOfForm } from '#web/features/money/giving/state/checkout-amounts.ts'
import { toPlanRequest, type Money, type PlanData } from './plan-request.ts'
import type { PlanForm } from './plan-form.ts'

/** Fields of the last step that a one-time donation doesn't have. */
export type ConfirmForm = {
  readonly form: Form
  readonly phone: string
  readonly code: string
  readonly remindBefore: boolean
}

/** Returns the choices of the last step that change the totals. */
export const moneyOf = ({ form }: Pick<ConfirmForm, 'form'>, checkoutData: CheckoutData): Required<Money> => ({
  tipAmount: Number(tipOfForm(form, checkoutData).amount),
  isZakat: form.isZakat,
  maximizeZakat: form.isZakat && form.maximizeZakat,
  giftAid: form.giftAid,
  taxReceipt: form.taxReceipt,
})

/** Returns the Subscription payload (S2 §3). */
export function subscribingOf(
  confirmForm: ConfirmForm,
  checkoutData: CheckoutData,
  more: {
    readonly planForm: PlanForm
    readonly plan: PlanData
    /** Undefined for a guest, whose card is part of the request. */
    readonly cardId: string | undefined
    readonly cardType: string | undefined
    readonly quoteHash: string
    readonly requestsPhone: boolean
    readonly path: string
  },
): Partial<Subscribing> & Pick<Subscribing, 'givingPlanId' | 'donationAmount' | 'donationAmountCurrency'> {
  const { form } = confirmForm
  const { planForm } = more
  const code = referralCodeOf(confirmForm.code.trim())
  return {
    ...toPayload('subscription', {
      ...dropHiddenFields(form, checkoutData),
      levelId: undefined,
      source: planForm.src,
      referredDonor: code,
    }),
    ...toPlanRequest(planForm, more.plan, moneyOf(confirmForm, checkoutData)),
    tipAmountCurrency: planForm.currency,
    ...(more.cardId === undefined
      ? { guest: { email: form.email.trim(), name: form.name.trim() } }
      : { cardId: more.cardId }),
    ...(more.cardType ? { cardType: more.cardType } : {}),
    remindBefore: confirmForm.remindBefore,
    fromPage: more.path,
    quoteHash: more.quoteHash,
    ...(more.requestsPhone ? { phoneNumber: confirmForm.phone.trim() } : {}),
  }
}
