import { toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import type { Subscribing } from '#modules/recurring/agreement/contract.ts'
import { referralCodeOf } from '#modules/recurring/agreement/rules/referral-code.ts'
import { dropHiddenFields } from '../../../money/giving/state/checkout-quote.ts'
import type { CheckoutFacts, Form } from '../../../money/giving/state/checkout-state.ts'
import { tipOfForm } from '../../../money/giving/state/checkout-amounts.ts'
import { toPlanRequest, type Money, type PlanFacts } from './plan-request.ts'
import type { PlanForm } from './plan-form.ts'

/** Fields of the last step that a one-time donation doesn't have. */
export type ConfirmForm = {
  readonly form: Form
  readonly phone: string
  readonly code: string
  readonly tellBefore: boolean
}

/** Returns the choices of the last step that change the totals. */
export const moneyOf = ({ form }: Pick<ConfirmForm, 'form'>, facts: CheckoutFacts): Required<Money> => ({
  tipAmount: Number(tipOfForm(form, facts).amount),
  isZakat: form.isZakat,
  maximizeZakat: form.isZakat && form.maximizeZakat,
  giftAid: form.giftAid,
  taxReceipt: form.taxReceipt,
})

/** The Subscription payload (S2 §3). */
export function subscribingOf(
  of: ConfirmForm,
  facts: CheckoutFacts,
  more: {
    readonly planForm: PlanForm
    readonly plan: PlanFacts
    /** Undefined: a guest, whose card comes with the request. */
    readonly cardId: string | undefined
    readonly cardType: string | undefined
    readonly quoteHash: string
    readonly asksPhone: boolean
    readonly path: string
  },
): Partial<Subscribing> & Pick<Subscribing, 'givingPlanId' | 'donationAmount' | 'donationAmountCurrency'> {
  const { form } = of
  const { planForm } = more
  const code = referralCodeOf(of.code.trim())
  return {
    ...toPayload('subscription', {
      ...dropHiddenFields(form, facts),
      levelId: undefined,
      source: planForm.src,
      referredDonor: code,
    }),
    ...toPlanRequest(planForm, more.plan, moneyOf(of, facts)),
    tipAmountCurrency: planForm.currency,
    ...(more.cardId === undefined
      ? { guest: { email: form.email.trim(), name: form.name.trim() } }
      : { cardId: more.cardId }),
    ...(more.cardType ? { cardType: more.cardType } : {}),
    tellBefore: of.tellBefore,
    fromPage: more.path,
    quoteHash: more.quoteHash,
    ...(more.asksPhone ? { phoneNumber: of.phone.trim() } : {}),
  }
}
