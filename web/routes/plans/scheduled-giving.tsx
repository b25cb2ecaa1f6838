import '../../styles/money/checkout.css'
import '../../styles/platform/address.css'
import '../../styles/money/saved-card.css'
import '../../styles/recurring/wizard.css'
import '../../styles/recurring/cause.css'
import '../../styles/recurring/night.css'
import '../../styles/recurring/programme.css'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { allZones } from '#shared/zones.ts'
import { charityName } from '../../features/causes/campaigns/charity-name.ts'
import { checkForm } from '../../features/money/giving/state/checkout-validation.ts'
import { fractionsIn } from '../../features/money/giving/posted-form.ts'
import { levelOfPlanForm } from '../../features/recurring/agreement/wizard/asked.ts'
import { CausesStep } from '../../features/recurring/agreement/wizard/causes-step.tsx'
import { moneyOf, subscribingOf } from '../../features/recurring/agreement/wizard/confirm-form.ts'
import { ConfirmStep } from '../../features/recurring/agreement/wizard/confirm-step.tsx'
import { GiftsStep } from '../../features/recurring/agreement/wizard/gifts-step.tsx'
import { LogInFirst } from '../../features/recurring/agreement/wizard/log-in-first.tsx'
import { PlanHead, StepNav } from '../../features/recurring/agreement/plan-head.tsx'
import { isCounted } from '../../features/recurring/agreement/wizard/programme.ts'
import type { Step, PlanForm } from '../../features/recurring/agreement/wizard/plan-form.ts'
import { logInFirst } from '../../lib/log-in.ts'
import { catalogueOf } from '../../lib/catalogues.ts'
import { findCauses } from './causes.ts'
import { planFacts, postedConfirm, readConfirm, untouchedConfirm } from './confirm.ts'
import { errorsOf, planOf, previewFor, standOf } from './step.ts'
import { readWay, type Way } from './way.ts'
import { translate } from '#shared/text.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/posted.ts'
import { type MessageKey, type Translate, useLocale, useText } from '../../lib/text.tsx'
import type { Route } from './+types/scheduled-giving'

/**
 * Wizard for a programme or a fundraiser's plan. All choices are in the URL; an incomplete step is shown instead of
 * later ones.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const way = await readWay(frame, url, params.slug)
  if (way.campaign && !way.campaign.isOpen) return { way, closed: true as const }
  // No tip is suggested before the last step, which asks for one.
  const isLast = url.searchParams.get('step') === 'confirm' && frame.viewer.isSignedIn
  const facts = isLast ? await planFacts(frame, way) : undefined
  const initial = facts && (await untouchedConfirm(frame, way, facts))
  const wizard = catalogueOf('recurring/plan-wizard', frame.locale)
  const words = (key: MessageKey) => translate(wizard, frame.locale, key)
  const stand = await standOf(frame, url, way, {
    money: initial ? moneyOf(initial, facts) : {},
    causes: { none: words('wizard.no-cause'), unread: words('wizard.share-unread') },
  })
  const q = (url.searchParams.get('q') ?? '').slice(0, 200)
  return {
    way,
    closed: false as const,
    stand,
    q,
    ...(stand.step === 'causes'
      ? await findCauses(frame, { q, currency: way.planForm.currency, without: way.planForm.causes.map(({ id }) => id) })
      : { found: [], currencies: [] }),
    zones: stand.step === 'gifts' ? zonesWith(way.planForm.zone) : [],
    confirm:
      stand.step === 'confirm' && facts && initial ? ((await readConfirm(frame, url, facts, initial)) ?? null) : null,
    backUrl: url.pathname + url.search,
  }
}

const zonesWith = (zone: string): string[] => [...new Set([zone, ...allZones()])].sort()

/**
 * Handles the last step without JavaScript, with a saved card: shows the agreement with everything typed, then starts
 * the plan.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const frame: RenderContext = context.get(renderContext)
  const url = new URL(request.url)
  if (!frame.viewer.isSignedIn) return logInFirst(url.pathname + url.search)
  const way = await readWay(frame, url, params.slug)
  const facts = await planFacts(frame, way)
  const posted = await postedForm(request)
  const filled = postedConfirm(posted, await untouchedConfirm(frame, way, facts), facts)
  const { preview, errors: wrong } = await previewFor(frame, way, moneyOf(filled, facts))
  if (!preview) return data({ filled, errors: wrong, preview: null }, { status: 400 })
  const errors = {
    ...frame.sentencesOf({ ...checkForm(filled.form, facts), ...fractionsIn(filled.form, facts) }),
    ...(filled.form.cardId === '' ? frame.sentencesOf({ card: { code: 'card-missing' } }) : {}),
  }
  const answer = (found: Readonly<Record<string, string>>, status: number) =>
    data({ filled, errors: found, preview }, { status })
  if (Object.keys(errors).length > 0) return answer(errors, 400)
  if (postedText(posted, 'quoteHash', 64) !== preview.quoteHash) return answer({}, 200)
  const input = subscribingOf(filled, facts, {
    planForm: way.planForm,
    plan: planOf(way),
    cardId: filled.form.cardId,
    cardType: undefined,
    quoteHash: preview.quoteHash,
    asksPhone: way.offer.asksPhone,
    path: url.pathname,
  })
  try {
    const begun = await frame.api('POST /v4/subscriptions', input, postedText(posted, 'pressKey', 64))
    return redirect(`/scheduled-giving/thank-you?plan=${begun.id}`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    // The donor went back and changed the form after the plan had started: open that plan, which can be changed there.
    if (error.code === 'idempotency-key-reused')
      return redirect(`/account/giving/${String(error.more.subscriptionId)}`, 303)
    return answer(errorsOf(frame, error, way), error.status)
  }
}

export default function ScheduledGivingPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { way } = loaderData
  const { programme, campaign, path } = way
  const { title, lead } = headOf(t, locale, way)
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
  const { stand, confirm } = loaderData
  const preview = actionData?.preview ?? stand.preview
  return (
    <div className="page">
      {confirm && preview ? null : (
        <title>{Object.keys(stand.errors).length > 0 ? t('shell.title-problem', { title }) : title}</title>
      )}
      <meta name="robots" content={stand.step === 'confirm' ? 'noindex' : 'index'} />
      <PlanHead programme={programme} title={title} lead={lead} year={way.hijriYear} />
      <StepNav
        path={path}
        planForm={typedPlanForm(way)}
        step={stand.step}
        steps={stepsOf(way).map(({ step, label }) => ({ step, label: t(label) }))}
      />
      {way.offer.signedUp ? (
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

const headOf = (t: Translate, locale: Locale, { programme, campaign }: Way) =>
  campaign
    ? {
        title: t('wizard.own-title', { campaign: `\u2068${campaign.title}\u2069` }),
        lead: t('wizard.own-lead', { organization: `\u2068${charityName(campaign, locale)}\u2069` }),
      }
    : { title: t(`programme.${programme}` as MessageKey), lead: t(`programme.${programme}-lead` as MessageKey) }

/** Returns the causes to show; none if the platform chooses them. */
function causesOf({ campaign, planForm, causes }: Way) {
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
  const { way, stand, confirm } = loaderData
  const { path, planForm, campaign, programme } = way
  const causes = causesOf(way)
  const preview = actionData?.preview ?? stand.preview
  if (stand.step === 'causes')
    return (
      <CausesStep
        path={path}
        plan={planOf(way)}
        planForm={typedPlanForm(way)}
        likely={planForm}
        chosen={way.causes}
        found={loaderData.found}
        q={loaderData.q}
        currencies={loaderData.currencies}
        errors={stand.errors}
        lost={way.lost}
        preview={stand.preview}
      />
    )
  if (stand.step === 'gifts')
    return (
      <GiftsStep
        path={path}
        plan={planOf(way)}
        planForm={planForm}
        offered={campaign?.offered ?? []}
        said={way.said}
        causes={causes}
        zones={loaderData.zones}
        today={way.today}
        errors={stand.errors}
        preview={stand.preview}
        signedUp={way.offer.signedUp}
      />
    )
  if (confirm && preview)
    return (
      <ConfirmStep
        title={title}
        path={path}
        plan={planOf(way)}
        asksPhone={way.offer.asksPhone}
        planForm={planForm}
        causes={causes}
        preview={preview}
        confirm={{
          ...confirm,
          initial: actionData?.filled ?? confirm.initial,
          posted: actionData
            ? { errors: actionData.errors, isSeen: Object.keys(actionData.errors).length === 0 }
            : null,
        }}
      />
    )
  return (
    <LogInFirst
      backUrl={loaderData.backUrl}
      level={levelOfPlanForm(planForm, planOf(way))?.title}
      programme={programme}
      chosen={planForm}
      preview={stand.preview}
      causes={causes}
      isPlatform={programme !== null && !planForm.choosesCauses}
      code={way.inviter ?? planForm.code}
    />
  )
}

/** Returns the form without our defaults, which the browser may replace with better ones in a later step. */
const typedPlanForm = ({ planForm, said }: Way): PlanForm => ({
  ...planForm,
  ...(said.zone ? {} : { zone: '' }),
  ...(said.amount ? {} : { amount: undefined }),
})

const stepsOf = ({ programme }: Way): readonly { readonly step: Step; readonly label: MessageKey }[] => [
  ...(programme ? [{ step: 'causes' as const, label: 'wizard.step-causes' as const }] : []),
  { step: 'gifts', label: giftsLabel(programme) },
  { step: 'confirm', label: 'wizard.step-confirm' },
]

function giftsLabel(programme: Way['programme']): MessageKey {
  if (!programme) return 'wizard.step-often'
  if (programme === 'DhulHijjah') return 'wizard.step-days'
  return isCounted(programme) ? 'wizard.step-nights' : 'wizard.step-gifts'
}
