import { useRef, useState } from 'react'
import { canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { required } from '#shared/collections.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { pageLanguage } from '#web/features/money/giving/page-language.ts'
import { expectPurchase } from '#web/lib/analytics.ts'
import { storeInTab, readFromTab, writeStored } from '#web/lib/storage.ts'
import { useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import { checkCheckoutForm, shownFault } from '#web/features/money/giving/state/checkout-validation.ts'
import { tipOfForm } from '#web/features/money/giving/state/checkout-amounts.ts'
import { useTipConfirmed } from '#web/features/money/giving/form/tip-block.tsx'
import { toPlanRequest, controlOfPlan, levelOfPlanForm, type PlanData } from './plan-request.ts'
import type { Confirm } from './confirm-data.ts'
import { type ConfirmForm, moneyOf, subscribingOf } from './confirm-form.ts'
import { type GuestRequest, usePlanCard } from './guest-start.ts'
import { ConfirmCard, ConfirmParts } from './confirm-parts.tsx'
import { isDailyOrNightly } from './programme.ts'
import { SummaryRail } from './summary-rail.tsx'
import { formatStartButton, formatPlanSummary } from './plan-summary.ts'
import { useConfirmForm } from './use-confirm-form.ts'
import { usePreview } from './use-preview.ts'
import { type PlanForm, queryOf } from './plan-form.ts'

/** Session storage key of the request that starts a plan, stored until it has a response (payments-14). */
const sentPlan = 'sunbul.plan'

/** Returns the key of an earlier request for this plan without a response, otherwise this page's. */
function keyOf(plan: string, idempotencyKey: string): string {
  const sent = readFromTab<{ plan: string; key: string }>(sentPlan)
  return sent?.plan === plan ? sent.key : idempotencyKey
}

type Props = {
  /** The page's title, without errors. */
  readonly title: string
  readonly path: string
  readonly plan: PlanData
  readonly requestsPhone: boolean
  readonly planForm: PlanForm
  readonly causes: readonly { readonly name: string; readonly percent: string }[]
  readonly confirm: Confirm
  readonly preview: PlanPreview
}

/** Last step: tip and fees, donor details, card, and the full agreement. */
export function ConfirmStep({ title, path, plan, requestsPhone, planForm, causes, confirm, preview: first }: Props) {
  const t = useText()
  const locale = useLocale()
  const faultText = useFaultText()
  const { checkoutData, initial, posted } = confirm
  const { form, set, more, setMore, guest, finish } = useConfirmForm(path, confirm)
  const [cards, setCards] = useState(confirm.cards)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>(posted?.errors ?? {})
  const { ofTexts } = useSummary()
  const [summary, setSummary] = useState<readonly FormError[]>(() =>
    ofTexts(Object.entries(posted?.errors ?? {}).map(([id, text]) => ({ id, text }))),
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [duplicateOf, setDuplicateOf] = useState(posted?.duplicateOf)
  const [isBusy, setBusy] = useState(false)
  const guestRequest = useRef<GuestRequest>(undefined)
  const card = usePlanCard(
    confirm.payments,
    form.cardId === '' && confirm.canAdd,
    checkoutData.isSignedIn ? undefined : () => required(guestRequest.current, 'request of a guest'),
  )
  const filled: ConfirmForm = { form, ...more }
  const level = levelOfPlanForm(planForm, plan)
  // Starting the plan reserves a unit of the level, so the donor's email must be verified.
  const needsAccount = level !== undefined && !checkoutData.isSignedIn
  const previewRequest = toPlanRequest(planForm, plan, moneyOf(filled, checkoutData))
  const seen = usePreview(first, previewRequest)
  const shown = seen.preview ?? first
  const [isTipConfirmed, onConfirmTip] = useTipConfirmed(
    tipOfForm(form, checkoutData).amount,
    BigInt(previewRequest.donationAmount),
  )
  const faults = checkCheckoutForm(form, checkoutData)
  const progress = { isSubmitted, hasLeft: (id: string) => touched.has(id) }
  const errorOf = (id: string): string | undefined =>
    serverErrors[id] ?? faultText(shownFault(id, form, faults, progress))

  function refuse(wrong: readonly FormError[]) {
    setServerErrors(Object.fromEntries(wrong.map(({ id, text }) => [id, text])))
    setSummary(ofTexts(wrong))
    setBusy(false)
  }

  /** The plan has started: deletes the stored form and opens the next page. */
  function go(id: string, url: string) {
    storeInTab(sentPlan, undefined)
    finish()
    // While a plan is active, its form values are not stored and the stored plan is removed (S2 §4).
    writeStored('donationPlan', undefined)
    // A donor who wasn't asked has not expressed a preference (S1 §5).
    if (canHaveTaxReceipt(checkoutData.country, checkoutData) || initial.form.taxReceipt)
      writeStored('userTaxDeductiblePreference', form.taxReceipt)
    expectPurchase(id)
    location.assign(url)
  }

  /** `repeatOf`: the plan that the donor confirmed to start again (recurring-33). */
  async function begin(repeatOf: string | undefined) {
    setSubmitted(true)
    setDuplicateOf(undefined)
    const wrong = Object.entries(faults).map(([id, fault]) => ({ id, text: faultText(fault) ?? '' }))
    if (needsAccount) wrong.push({ id: 'level-guest', text: t('wizard.level-guest') })
    if (requestsPhone && more.phone.trim() === '') wrong.push({ id: 'phoneNumber', text: t('wizard.phone-missing') })
    if (tipOfForm(form, checkoutData).amount > BigInt(previewRequest.donationAmount) && !isTipConfirmed)
      wrong.push({ id: 'tip-large', text: t('give.tip-large') })
    if (form.cardId === '' && !confirm.canAdd) wrong.push({ id: 'card', text: t('wizard.prove') })
    refuse(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    const phone = phoneOf(requestsPhone, more.phone)
    try {
      // Validates everything else before the card, so that no card is saved for a plan that can't start.
      const preview = await api('POST /v4/subscriptions/preview', {
        ...previewRequest,
        ...phone,
      })
      if (preview.quoteHash !== shown.quoteHash) {
        // Submitting again accepts the amounts that are now shown.
        seen.show(preview)
        return refuse([{ id: 'total', text: t('wizard.changed') }])
      }
      // A request without a response is sent again with the same key, also after a reload, because errors in between
      // don't prove that it failed.
      const key = keyOf(plan.givingPlanId, confirm.idempotencyKey)
      const bodyWith = (saved: SavedCard | undefined) => ({
        ...subscribingOf(filled, checkoutData, {
          planForm,
          plan,
          cardId: saved?.id,
          cardType: saved?.brand,
          quoteHash: preview.quoteHash,
          requestsPhone,
          path,
        }),
        repeatOf,
      })
      let used = cards.find(({ id }) => id === form.cardId)
      if (!used) {
        guestRequest.current = { body: bodyWith(undefined), key }
        const added = await card.add()
        if ('stopped' in added) return setBusy(false)
        if ('message' in added) return refuse([{ id: 'card', text: added.message }])
        if ('token' in added)
          return go(added.subscriptionId, `/scheduled-giving/thank-you?token=${encodeURIComponent(added.token)}`)
        if (!added.card) throw new ApiError('network', 0, {})
        used = added.card
        // Submitting again uses the saved card.
        setCards([used, ...cards])
        set({ field: 'cardId', value: used.id })
      }
      storeInTab(sentPlan, { plan: plan.givingPlanId, key })
      const begun = await api('POST /v4/subscriptions', bodyWith(used), {
        headers: { 'idempotency-key': key, ...pageLanguage() },
      })
      if (!('id' in begun) || !begun.id) throw new ApiError('network', 0, {})
      writeStored('savedCard', used.id)
      go(begun.id, `/scheduled-giving/thank-you?plan=${begun.id}`)
    } catch (error) {
      // Logs the error and stops (S2 §8); the donor sees a message too.
      console.warn('what is given regularly could not be begun', error)
      if (!(error instanceof ApiError)) return refuse([{ id: 'total', text: t('give.exception') }])
      // An earlier request, whose response was lost, already started the plan with its values.
      if (error.code === 'idempotency-key-reused') {
        storeInTab(sentPlan, undefined)
        writeStored('donationPlan', undefined)
        return location.assign(`/account/giving/${String(error.body.subscriptionId)}`)
      }
      if (error.code === 'duplicate-plan') setDuplicateOf(String(error.body.duplicateOf))
      if (error.code === 'reauthentication-required') return location.assign(confirm.againUrl)
      const fields = Object.entries(error.fields).map(([field, text]) => ({
        id: controlOfPlan(field),
        text,
      }))
      refuse(
        fields.length > 0
          ? fields
          : [{ id: error.code.startsWith('card') ? 'card' : 'total', text: error.message || t('give.exception') }],
      )
    }
  }

  const planKind = { programme: plan.programme, frequency: planForm.frequency, until: planForm.until }
  const words = formatPlanSummary(t, locale, planKind, shown)
  return (
    <form
      method="post"
      className="wizard-form"
      noValidate
      aria-labelledby="step-title"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const isRepetition = submitter instanceof HTMLButtonElement && submitter.name === 'repeatOf'
        if (!isBusy) void begin(isRepetition ? submitter.value : undefined)
      }}
    >
      {/* Replaces the page's title: with two title elements, browsers use the first. */}
      <title>{summary.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="wizard-step stack-lg">
        <ErrorSummary title={t('shell.problem')} wrong={summary} />
        <h2 id="step-title">{t('wizard.confirm-title')}</h2>
        {posted?.isSeen ? <p className="notice">{t('wizard.review-again')}</p> : null}
        {needsAccount ? (
          <div id="level-guest" tabIndex={-1} className="notice stack">
            <p>{t('wizard.level-guest')}</p>
            <p className="row">
              <a className="button button-primary" href={confirm.logInUrl}>
                {t('give.log-in')}
              </a>
              <a href={`${path}${queryOf({ ...planForm, level: undefined }, 'donations')}`}>
                {t('wizard.level-without')}
              </a>
            </p>
          </div>
        ) : null}
        <ConfirmParts
          form={form}
          set={set}
          checkoutData={checkoutData}
          addressData={confirm.addressData}
          guest={guest}
          logInUrl={confirm.logInUrl}
          errorOf={errorOf}
          onBlur={(id) => setTouched(new Set([...touched, id]))}
          more={more}
          setMore={setMore}
          requestsPhone={requestsPhone}
          takesCodes={plan.takesCodes}
          inviter={plan.inviter}
          isTipConfirmed={isTipConfirmed}
          onConfirmTip={onConfirmTip}
          preview={shown}
          isDaily={isDailyOrNightly(plan.programme, planForm.frequency)}
        />
        <ConfirmCard
          cards={cards}
          cardId={form.cardId}
          onChoose={(value) => set({ field: 'cardId', value })}
          fields={card.fields}
          canAdd={confirm.canAdd}
          againUrl={confirm.againUrl}
          mandate={confirm.mandate}
          error={errorOf('card')}
        />
        <input type="hidden" name="idempotencyKey" value={confirm.idempotencyKey} />
        <input type="hidden" name="quoteHash" value={first.quoteHash} />
      </div>
      <SummaryRail
        isPlatform={plan.programme !== null && !planForm.choosesCauses}
        programme={plan.programme}
        chosen={planForm}
        preview={seen.preview}
        isOld={seen.isOld}
        causes={causes}
        level={level?.title}
        code={undefined}
      >
        <div id="total" tabIndex={-1} className="stack">
          {checkoutData.isSignedIn ? null : <p className="small">{t('wizard.guest-next')}</p>}
          {duplicateOf === undefined ? null : (
            <div className="notice stack">
              <p>{t('wizard.again')}</p>
              <Button type="submit" look="quiet" name="repeatOf" value={duplicateOf} isBusy={isBusy}>
                {t('wizard.again-yes')}
              </Button>
            </div>
          )}
          <Button type="submit" isWide isBusy={isBusy}>
            {formatStartButton(t, locale, planKind, words.amount)}
          </Button>
        </div>
      </SummaryRail>
      {card.dialog}
    </form>
  )
}

const phoneOf = (isRequested: boolean, phone: string) => (isRequested ? { phoneNumber: phone.trim() } : {})
