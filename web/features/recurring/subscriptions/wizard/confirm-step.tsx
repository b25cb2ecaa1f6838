import { useRef, useState } from 'react'
import { canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { required } from '#shared/collections.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { pageLanguage } from '#web/features/money/giving/page-language.ts'
import { expectPurchase } from '#web/lib/analytics.ts'
import { storeInTab, writeStored } from '#web/lib/storage.ts'
import { useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import { checkCheckoutForm, shownFault } from '#web/features/money/giving/state/checkout-validation.ts'
import { tipOfForm } from '#web/features/money/giving/state/checkout-amounts.ts'
import { useTipConfirmed } from '#web/features/money/giving/form/tip-block.tsx'
import { toPlanRequest, levelOfPlanForm, type PlanData } from './plan-request.ts'
import type { Confirm } from './confirm-data.ts'
import { type ConfirmForm, moneyOf, subscribingOf } from './confirm-form.ts'
import { type GuestRequest, usePlanCard } from './guest-start.ts'
import { ConfirmCard, ConfirmParts } from './confirm-parts.tsx'
import { isDailyOrNightly } from './programme.ts'
import { LevelNeedsAccount, RepeatQuestion } from './start-parts.tsx'
import { errorsOfStart, keyOf, sentPlan } from './sent-plan.ts'
import { PlanWallets } from './plan-wallets.tsx'
import { missingDonor, type PlanSheet, toPlanSheet, usableSheet } from './plan-sheet.ts'
import { SummaryRail } from './summary-rail.tsx'
import { formatStartButton, formatPlanSummary } from './plan-summary.ts'
import { useConfirmForm } from './use-confirm-form.ts'
import { usePreview } from './use-preview.ts'
import { type PlanForm, queryOf } from './plan-form.ts'
import type { Json } from '#shared/wire/json.ts'

type Props = {
  /** The page's title, without errors. */
  readonly title: string
  readonly path: string
  readonly plan: PlanData
  readonly requestsPhone: boolean
  readonly planForm: PlanForm
  readonly causes: readonly { readonly name: string; readonly percent: string }[]
  readonly confirm: Confirm
  readonly preview: Json<PlanPreview>
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
  const lastSheet = useRef<PlanSheet>(undefined)
  const errorPlace = () => (lastSheet.current ? 'wallets' : 'card')
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

  /** Shows the errors, and returns whether there are none. */
  function refuse(wrong: readonly FormError[]): boolean {
    setServerErrors(Object.fromEntries(wrong.map(({ id, text }) => [id, text])))
    setSummary(ofTexts(wrong))
    setBusy(false)
    return wrong.length === 0
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

  /** Returns the errors that prevent the start. `provided`: fields that a wallet's sheet provides. */
  function findErrors(provided: readonly string[] = []): FormError[] {
    const wrong = Object.entries(faults)
      .filter(([id]) => !provided.includes(id))
      .map(([id, fault]) => ({ id, text: faultText(fault) ?? '' }))
    if (needsAccount) wrong.push({ id: 'level-guest', text: t('wizard.level-guest') })
    if (requestsPhone && more.phone.trim() === '') wrong.push({ id: 'phoneNumber', text: t('wizard.phone-missing') })
    if (tipOfForm(form, checkoutData).amount > BigInt(previewRequest.donationAmount) && !isTipConfirmed)
      wrong.push({ id: 'tip-large', text: t('give.tip-large') })
    if (form.cardId === '' && !confirm.canAdd) wrong.push({ id: 'card', text: t('wizard.prove') })
    return wrong
  }

  /**
   * Starts the plan. `repeatOf`: the plan that the donor confirmed to start again (recurring-33). `sheet`: the approved
   * wallet, whose email and name the typed ones override.
   */
  async function begin(repeatOf: string | undefined, sheet?: PlanSheet) {
    setSubmitted(true)
    setDuplicateOf(undefined)
    lastSheet.current = sheet
    const donor = sheet?.donor
    const wrong = donor ? missingDonor(donor, faultText) : findErrors()
    if (!refuse(wrong)) return sheet?.fail('invalid_payment_data')
    setBusy(true)
    const phone = requestsPhone ? { phoneNumber: more.phone.trim() } : {}
    try {
      // Validates everything else before the card, so that no card is saved for a plan that can't start.
      const preview = await api('POST /v4/subscriptions/preview', { ...previewRequest, ...phone })
      if (preview.quoteHash !== shown.quoteHash) {
        // Submitting again accepts the amounts that are now shown.
        seen.show(preview)
        sheet?.fail('fail')
        return void refuse([{ id: 'total', text: t('wizard.changed') }])
      }
      // A request without a response is sent again with the same key, also after a reload, because errors in between
      // don't prove that it failed.
      const key = keyOf(plan.givingPlanId, confirm.idempotencyKey)
      const bodyWith = (saved: SavedCard | undefined) => ({
        ...subscribingOf({ ...filled, form: { ...form, ...donor } }, checkoutData, {
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
        guestRequest.current = { body: bodyWith(undefined), key, method: sheet?.wallet ?? 'card' }
        const added = await card.add(sheet?.tokenise)
        if ('stopped' in added) return setBusy(false)
        if ('message' in added) return void refuse([{ id: errorPlace(), text: added.message }])
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
      sheet?.fail('fail')
      showError(error)
    }
  }

  /** Logs why the plan didn't start (S2 §8), and shows it or leads on. */
  function showError(error: unknown) {
    console.warn('what is given regularly could not be begun', error)
    if (!(error instanceof ApiError)) return void refuse([{ id: 'total', text: t('give.exception') }])
    // An earlier request, whose response was lost, already started the plan with its values.
    if (error.code === 'idempotency-key-reused') {
      storeInTab(sentPlan, undefined)
      writeStored('donationPlan', undefined)
      return location.assign(`/account/giving/${String(error.body.subscriptionId)}`)
    }
    if (error.code === 'duplicate-plan') setDuplicateOf(String(error.body.duplicateOf))
    if (error.code === 'reauthentication-required') return location.assign(confirm.againUrl)
    refuse(errorsOfStart(error, errorPlace(), t('give.exception')))
  }

  const planKind = { programme: plan.programme, frequency: planForm.frequency, until: planForm.until }
  const { amount } = formatPlanSummary(t, locale, planKind, shown)
  const startText = formatStartButton(t, locale, planKind, amount)
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
        if (isBusy) return
        // An unused wallet token can start the plan, without opening the sheet again.
        if (isRepetition) return void begin(submitter.value, usableSheet(lastSheet.current))
        void begin(undefined)
      }}
    >
      {/* Replaces the page's title: with two title elements, browsers use the first. */}
      <title>{summary.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="wizard-step stack-lg">
        <ErrorSummary title={t('shell.problem')} wrong={summary} />
        <h2 id="step-title">{t('wizard.confirm-title')}</h2>
        {posted?.isSeen ? <p className="notice">{t('wizard.review-again')}</p> : null}
        {needsAccount ? (
          <LevelNeedsAccount
            logInUrl={confirm.logInUrl}
            withoutUrl={`${path}${queryOf({ ...planForm, level: undefined }, 'donations')}`}
          />
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
          wallets={
            <PlanWallets
              checkoutData={checkoutData}
              payments={confirm.payments}
              chargedLater={startText}
              isBusy={isBusy}
              error={errorOf('wallets')}
              onPress={() => refuse(findErrors(['email', 'name']))}
              onApprove={(sheet) => void begin(undefined, toPlanSheet(form, sheet))}
            />
          }
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
          {duplicateOf === undefined ? null : <RepeatQuestion duplicateOf={duplicateOf} isBusy={isBusy} />}
          <Button type="submit" isWide isBusy={isBusy}>
            {startText}
          </Button>
        </div>
      </SummaryRail>
      {card.dialog}
    </form>
  )
}
