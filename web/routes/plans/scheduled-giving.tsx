import '#web/features/money/giving/styles/checkout.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/money/cards/saved-card.css'
import '#web/features/recurring/subscriptions/wizard.css'
import '#web/features/recurring/subscriptions/cause.css'
import '#web/features/recurring/subscriptions/night.css'
import '#web/features/recurring/subscriptions/programme.css'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { type Locale, translate } from '#shared/text.ts'
import { zoneChoices } from '#shared/texts/zone-names.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import { checkCheckoutForm } from '#web/features/money/giving/state/checkout-validation.ts'
import { fractionErrorsOfForm } from '#web/features/money/giving/posted-form.ts'
import { CausesStep } from '#web/features/recurring/subscriptions/wizard/causes-step.tsx'
import { moneyOf, subscribingOf } from '#web/features/recurring/subscriptions/wizard/confirm-form.ts'
import { ConfirmStep } from '#web/features/recurring/subscriptions/wizard/confirm-step.tsx'
import { DonationsStep } from '#web/features/recurring/subscriptions/wizard/donations-step.tsx'
import { PlanHead, WizardStepNav } from '#web/features/recurring/subscriptions/plan-head.tsx'
import { hasNumberedDays } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import type { WizardStep, PlanForm } from '#web/features/recurring/subscriptions/wizard/plan-form.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { catalogueOf } from '#web/lib/catalogues.ts'
import { findCauses } from './causes.ts'
import { planData, postedConfirm, readConfirm, initialConfirmForm } from './confirm.ts'
import { errorsOf, planOf, previewFor, readStep } from './step.ts'
import { readWizardData, type WizardData } from './wizard-data.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, type Translate, useLocale, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/scheduled-giving'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'recurring/plan-wizard',
  'recurring/faults',
  'recurring/programmes',
  'money/giving',
  'platform/addresses',
  'money/cards',
  'money/saved-cards',
  'platform/faults',
]

/**
 * The wizard for a programme or a fundraiser's plan. All choices are in the URL; an incomplete step is shown instead of
 * later ones.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const wizard = await readWizardData(frame, url, params.slug)
  if (wizard.campaign && !wizard.campaign.isOpen) return { wizard, closed: true as const }
  // Only the last step asks for a tip.
  const isLast = url.searchParams.get('step') === 'confirm'
  const checkoutData = isLast ? await planData(frame, wizard) : undefined
  const initial = checkoutData && (await initialConfirmForm(frame, wizard, checkoutData))
  const catalogue = catalogueOf('recurring/plan-wizard', frame.locale)
  const words = (key: MessageKey) => translate(catalogue, frame.locale, key)
  const stepView = await readStep(frame, url, wizard, {
    money: initial ? moneyOf(initial, checkoutData) : {},
    causes: { none: words('wizard.no-cause'), unread: words('wizard.share-unread') },
  })
  const q = (url.searchParams.get('q') ?? '').slice(0, 200)
  return {
    wizard,
    closed: false as const,
    isSignedIn: frame.viewer.isSignedIn,
    stepView,
    q,
    ...(wizard.programme && stepView.step !== 'confirm'
      ? await findCauses(frame, {
          q,
          currency: wizard.planForm.currency,
          without: wizard.planForm.causes.map(({ id }) => id),
        })
      : { found: [], currencies: [] }),
    zones:
      stepView.step === 'donations'
        ? await zoneChoices(frame.locale, { now: frame.now(), country: frame.country, also: wizard.planForm.zone })
        : [],
    confirm:
      stepView.step === 'confirm' && checkoutData && initial
        ? await readConfirm(frame, url, checkoutData, initial)
        : null,
  }
}

/**
 * Handles the last step without JavaScript and with a saved card: shows the agreement with everything typed, then
 * creates the plan.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const frame: RenderContext = context.get(renderContext)
  const url = new URL(request.url)
  if (!frame.viewer.isSignedIn) return redirectToLogin(url.pathname + url.search)
  const wizard = await readWizardData(frame, url, params.slug)
  const checkoutData = await planData(frame, wizard)
  const posted = await postedForm(request)
  const filled = postedConfirm(posted, await initialConfirmForm(frame, wizard, checkoutData), checkoutData)
  const { preview, errors: wrong } = await previewFor(frame, wizard, moneyOf(filled, checkoutData))
  if (!preview) return data({ filled, errors: wrong, preview: null, duplicateOf: undefined }, { status: 400 })
  const errors = {
    ...frame.sentencesOf({
      ...checkCheckoutForm(filled.form, checkoutData),
      ...fractionErrorsOfForm(filled.form, checkoutData),
    }),
    ...(filled.form.cardId === '' ? frame.sentencesOf({ card: { code: 'card-missing' } }) : {}),
  }
  const answer = (found: Readonly<Record<string, string>>, status: number, duplicateOf?: string) =>
    data({ filled, errors: found, preview, duplicateOf }, { status })
  if (Object.keys(errors).length > 0) return answer(errors, 400)
  if (postedText(posted, 'quoteHash', 64) !== preview.quoteHash) return answer({}, 200)
  const repeatOf = postedText(posted, 'repeatOf', 64)
  const input = subscribingOf(filled, checkoutData, {
    planForm: wizard.planForm,
    plan: planOf(wizard),
    cardId: filled.form.cardId,
    cardType: undefined,
    quoteHash: preview.quoteHash,
    requestsPhone: wizard.offer.requestsPhone,
    path: url.pathname,
  })
  try {
    const begun = await frame.api(
      'POST /v4/subscriptions',
      { ...input, ...(repeatOf === '' ? {} : { repeatOf }) },
      postedText(posted, 'idempotencyKey', 64),
    )
    return redirect(`/scheduled-giving/thank-you?plan=${'id' in begun ? begun.id : ''}`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    // The plan was already created, and the donor went back and changed the form: open the plan, which can be edited.
    if (error.code === 'idempotency-key-reused')
      return redirect(`/account/giving/${String(error.more.subscriptionId)}`, 303)
    const duplicateOf = error.code === 'duplicate-plan' ? String(error.more.duplicateOf) : undefined
    return answer(errorsOf(frame, error, wizard), error.status, duplicateOf)
  }
}

export default function ScheduledGivingPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { wizard } = loaderData
  const { programme, campaign, path } = wizard
  const { title, lead } = headOf(t, locale, wizard)
  if (loaderData.closed)
    return (
      <div className="page empty">
        <title>{t('wizard.closed')}</title>
        <h1>{t('wizard.closed')}</h1>
        <p className="quiet">{t(campaign?.isVerified === false ? 'wizard.not-verified' : 'wizard.closed-text')}</p>
        <p>
          <a className="button button-primary" href="/scheduled-giving">
            {t('programme.all-programmes')}
          </a>
        </p>
      </div>
    )
  const { stepView, confirm } = loaderData
  const preview = actionData?.preview ?? stepView.preview
  return (
    <div className="page">
      {confirm && preview ? null : (
        <title>{Object.keys(stepView.errors).length > 0 ? t('shell.title-problem', { title }) : title}</title>
      )}
      <meta name="robots" content={stepView.step === 'confirm' ? 'noindex' : 'index'} />
      <PlanHead programme={programme} title={title} lead={lead} year={wizard.hijriYear} />
      <WizardStepNav
        path={path}
        planForm={typedPlanForm(wizard)}
        step={stepView.step}
        steps={stepsOf(wizard).map(({ step, label }) => ({ step, label: t(label) }))}
      />
      {wizard.offer.signedUp ? (
        <p className="notice wizard-notice">
          {t('wizard.signed-up')} <a href="/account/giving">{t('wizard.signed-up-see')}</a>
        </p>
      ) : null}
      <div className="wizard-grid">
        <StepPart loaderData={loaderData} actionData={actionData} title={title} />
      </div>
    </div>
  )
}

const headOf = (t: Translate, locale: Locale, { programme, campaign }: WizardData) =>
  campaign
    ? {
        title: t('wizard.own-title', { campaign: `\u2068${campaign.title}\u2069` }),
        lead: t('wizard.own-lead', { organization: `\u2068${charityName(campaign, locale)}\u2069` }),
      }
    : { title: t(`programme.${programme}` as MessageKey), lead: t(`programme.${programme}-lead` as MessageKey) }

/** Returns the causes to show; none if the platform chooses them. */
function causesOf({ campaign, planForm, causes }: WizardData) {
  if (campaign) return [{ name: campaign.title, percent: '' }]
  if (!planForm.choosesCauses) return []
  return planForm.causes.flatMap(({ id, percent }) =>
    causes.filter((cause) => cause.id === id).map(({ name }) => ({ name, percent })),
  )
}

function StepPart({
  loaderData,
  actionData,
  title,
}: Pick<Route.ComponentProps, 'actionData'> & {
  readonly loaderData: Extract<Route.ComponentProps['loaderData'], { readonly closed: false }>
  readonly title: string
}) {
  const { wizard, stepView, confirm } = loaderData
  const { path, planForm, campaign } = wizard
  const causes = causesOf(wizard)
  const preview = actionData?.preview ?? stepView.preview
  if (stepView.step === 'causes')
    return (
      <CausesStep
        path={path}
        plan={planOf(wizard)}
        planForm={typedPlanForm(wizard)}
        likely={planForm}
        chosen={wizard.causes}
        found={loaderData.found}
        q={loaderData.q}
        errors={stepView.errors}
        lost={wizard.lost}
        preview={stepView.preview}
      />
    )
  if (stepView.step === 'donations')
    return (
      <DonationsStep
        path={path}
        plan={planOf(wizard)}
        planForm={planForm}
        offered={campaign?.offered ?? []}
        inUrl={wizard.inUrl}
        currencies={loaderData.currencies}
        lost={wizard.lost}
        causes={causes}
        zones={loaderData.zones}
        today={wizard.today}
        errors={stepView.errors}
        preview={stepView.preview}
        signedUp={wizard.offer.signedUp}
        isSignedIn={loaderData.isSignedIn}
      />
    )
  if (confirm && preview)
    return (
      <ConfirmStep
        title={title}
        path={path}
        plan={planOf(wizard)}
        requestsPhone={wizard.offer.requestsPhone}
        planForm={planForm}
        causes={causes}
        preview={preview}
        confirm={{
          ...confirm,
          initial: actionData?.filled ?? confirm.initial,
          posted: actionData
            ? {
                errors: actionData.errors,
                isSeen: Object.keys(actionData.errors).length === 0,
                duplicateOf: actionData.duplicateOf,
              }
            : null,
        }}
      />
    )
  return null
}

/** Returns the form without defaults, which the browser may replace with stored values in a later step. */
const typedPlanForm = ({ planForm, inUrl }: WizardData): PlanForm => ({
  ...planForm,
  ...(inUrl.zone ? {} : { zone: '' }),
  ...(inUrl.amount ? {} : { amount: undefined }),
})

const stepsOf = ({ programme }: WizardData): readonly { readonly step: WizardStep; readonly label: MessageKey }[] => [
  { step: 'donations', label: donationsLabel(programme) },
  ...(programme ? [{ step: 'causes' as const, label: 'wizard.step-causes' as const }] : []),
  { step: 'confirm', label: 'wizard.step-confirm' },
]

function donationsLabel(programme: WizardData['programme']): MessageKey {
  if (!programme) return 'wizard.step-often'
  if (programme === 'DhulHijjah') return 'wizard.step-days'
  return hasNumberedDays(programme) ? 'wizard.step-nights' : 'wizard.step-donations'
}
