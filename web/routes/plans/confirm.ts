import type { RenderContext } from '#server/pages/render-context.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { withoutPreselection } from '#modules/money/giving/rules/fees/tip-policies.ts'
import { isZakatPreselected } from '#modules/money/giving/rules/eligibility.ts'
import { wholeBps } from '#modules/money/giving/rules/zakat-eligible.ts'
import { defaultCardChoice } from '#web/features/money/cards/card-text.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import { withOfferedTip } from '#web/features/money/giving/state/checkout-reducer.ts'
import { addressDataFor, presetTip, initialForm } from '#web/features/money/giving/donation-data.ts'
import { formFromPost } from '#web/features/money/giving/posted-form.ts'
import { levelOfPlanForm, planTotalOf } from '#web/features/recurring/subscriptions/wizard/plan-request.ts'
import type { ConfirmForm } from '#web/features/recurring/subscriptions/wizard/confirm-form.ts'
import type { Confirm } from '#web/features/recurring/subscriptions/wizard/confirm-data.ts'
import { loginUrlFor, reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { postedText } from '#web/lib/form-values.ts'
import { planOf } from './step.ts'
import type { WizardData } from './wizard-data.ts'

/** Returns the data of the last step's form, which offers an option if any of the chosen causes does. */
export async function planData(
  { api, country, zakatVariant, zakatFees, paymentFee, isZakatOnPlans, viewer }: RenderContext,
  wizard: WizardData,
): Promise<CheckoutData> {
  const causeData = wizard.planForm.choosesCauses ? wizard.causes : []
  const ids = (wizard.campaign ? [wizard.campaign] : causeData).map(({ id }) => id)
  const own = await Promise.all(ids.map((campaignId) => api('GET /v4/campaigns/:campaignId/basics', { campaignId })))
  const isAny = ids.length === 0
  const tipped = wizard.campaign
    ? (await api('GET /v4/campaign-pages/:slug', { slug: wizard.campaign.slug })).tipsEnabled
    : true
  return {
    campaignId: '',
    currency: wizard.planForm.currency,
    minimumDonation: null,
    zakatVerified: isZakatOnPlans && (isAny || own.every(({ zakatVerified }) => zakatVerified)),
    giftAid: isAny || own.some(({ giftAid }) => giftAid),
    taxReceiptCountries: isAny
      ? ['US', 'CA']
      : [...new Set(own.flatMap(({ taxReceiptCountries }) => taxReceiptCountries))],
    tipsEnabled: tipped,
    country,
    // Causes may differ; the plan's own quote decides.
    zakatEligibleBps: Math.min(wholeBps, ...own.map(({ zakatEligibleBps }) => zakatEligibleBps)),
    zakatVariant,
    zakatFees,
    fee: paymentFee(wizard.planForm.currency),
    isSignedIn: viewer.isSignedIn,
    levels: [levelOfPlanForm(wizard.planForm, planOf(wizard))].filter((level) => level !== undefined),
  }
}

/** Returns the initial form of the last step. */
export async function initialConfirmForm(
  { api, viewer, tipPolicy }: RenderContext,
  wizard: WizardData,
  checkoutData: CheckoutData,
): Promise<ConfirmForm> {
  const preferences = viewer.isSignedIn ? await api('GET /api/user/properties', {}) : undefined
  const form = initialForm(checkoutData, {
    amount: String(planTotalOf(wizard.planForm, planOf(wizard))),
    email: viewer.email,
    preferences,
  })
  return {
    form: withOfferedTip({
      ...form,
      levelId: checkoutData.levels[0]?.id ?? '',
      ...presetTip(checkoutData.tipsEnabled ? wizard.planForm.tip : '0', withoutPreselection(tipPolicy)),
      isZakat: checkoutData.zakatVerified && isZakatPreselected(wizard.planForm.src),
    }),
    phone: '',
    code: wizard.planForm.code ?? '',
    remindBefore: false,
  }
}

/** Reads the form posted by a browser without JavaScript. */
export const postedConfirm = (posted: FormData, before: ConfirmForm, { currency }: CheckoutData): ConfirmForm => ({
  // The last step doesn't ask for amount and level, which are in the URL.
  form: {
    ...formFromPost(posted, before.form, currency),
    amount: before.form.amount,
    levelId: before.form.levelId,
    quantity: 1,
  },
  phone: postedText(posted, 'phoneNumber', 40),
  code: postedText(posted, 'code', 64),
  remindBefore: posted.has('remindBefore'),
})

/** Loads the data of the last step. */
export async function readConfirm(
  frame: RenderContext,
  url: URL,
  checkoutData: CheckoutData,
  initial: ConfirmForm,
): Promise<Omit<Confirm, 'posted'>> {
  const { api, viewer, locale, payments } = frame
  const [{ cards, canAdd }, addressData] = await Promise.all([
    viewer.isSignedIn ? api('GET /v4/cards', {}) : { cards: [], canAdd: true },
    addressDataFor(checkoutData, locale, () =>
      Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})]),
    ),
  ])
  return {
    checkoutData,
    initial: { ...initial, form: { ...initial.form, cardId: initial.form.cardId || defaultCardChoice(cards) } },
    cards,
    canAdd,
    mandate: mandateText(locale),
    payments,
    addressData,
    idempotencyKey: crypto.randomUUID(),
    againUrl: reauthenticationUrlFor(url.pathname + url.search),
    logInUrl: loginUrlFor(url.pathname + url.search),
  }
}
