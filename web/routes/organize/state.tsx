import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/state'

const targets = ['draft', 'review', 'active', 'paused', 'closed'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts, params, query }) => {
    const { state, missing, payout } = await api('POST /api/projectadmin/requirementsCheck', { id: params.campaignId })
    const { acts, kind, isPausedByStaff, hasEnded } = await api('GET /v4/campaigns/:campaignId/running', {
      campaignId: params.campaignId,
    })
    return {
      campaignId: params.campaignId,
      state,
      missing,
      missingForPayout: hasPayouts ? payout.missing : [],
      hasEnded,
      canEdit: acts.includes('edit'),
      // A general fund can be paused but not closed.
      canClose: kind === 'fundraiser',
      isPausedByStaff: isPausedByStaff && state === 'paused',
      asksToClose: kind === 'fundraiser' && query.has('close'),
      isDone: query.has('done'),
    }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const here = `/organize/${params.campaignId}/state`
  const form = await formOfOwner({ context, request })
  const state = targets.find((target) => target === postedText(form, 'state', 10))
  if (!state) throw data(null, { status: 400 })
  try {
    await api('POST /api/projectadmin/changeProjectState', {
      id: params.campaignId,
      state,
      reason: postedText(form, 'reason', 2000),
    })
    return redirect(`${here}?done=yes`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ message: refused.message }, { status: refused.status })
  }
}

/** The fundraiser's state, and the changes that its organizers may make. */
export default function OrganizeState({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, isPausedByStaff } = loaderData
  const state = loaderData.hasEnded ? 'ended' : loaderData.state
  const here = `/organize/${campaignId}/state`
  const name = t(`fundraising.state-${state}`)
  const title = t(loaderData.canClose ? 'fundraising.state' : 'fundraising.state-fund')
  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.state-lead')}</p>
      </div>
      <ResultNotice
        problem={actionData?.message}
        done={loaderData.isDone ? t('fundraising.state-changed', { state: name }) : undefined}
      />
      <div className="card card-in stack organize-form">
        <p>
          <Badge look={state === 'active' ? 'brand' : 'accent'}>{name}</Badge>
        </p>
        <p>{t(isPausedByStaff ? 'fundraising.paused-by-staff' : (`fundraising.state-${state}-text` as MessageKey))}</p>
        <NextStates {...loaderData} here={here} />
      </div>
      <MissingForPayout missing={loaderData.missingForPayout} />
    </>
  )
}

/** What the charity must still do before it can be paid out (payments-25). */
function MissingForPayout({ missing }: { readonly missing: Route.ComponentProps['loaderData']['missingForPayout'] }) {
  const t = useText()
  if (missing.length === 0) return null
  return (
    <section className="notice organize-form" aria-labelledby="missing-for-payout">
      <h2 id="missing-for-payout">{t('fundraising.payout-missing')}</h2>
      <ul className="organize-missing">
        {missing.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </section>
  )
}

type Props = Route.ComponentProps['loaderData'] & { readonly here: string }

/** The available state changes. */
function NextStates(props: Props) {
  const t = useText()
  switch (props.state) {
    case 'draft':
      return <SendForReview {...props} />
    case 'review':
      return (
        <PageForm action={props.here}>
          <Button look="quiet" name="state" value="draft">
            {t('fundraising.withdraw')}
          </Button>
        </PageForm>
      )
    case 'active':
    case 'paused':
      return props.asksToClose ? <CloseQuestion here={props.here} /> : <PauseOrClose {...props} />
    default:
      return null
  }
}

function SendForReview({ campaignId, missing, canEdit, here }: Props) {
  const t = useText()
  return (
    <>
      {missing.length > 0 ? (
        <ul className="organize-missing">
          {missing.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : null}
      {canEdit ? (
        <p>
          <a className="button button-primary" href={`/organize/${campaignId}/edit/review`}>
            {t('fundraising.step-review')}
          </a>
        </p>
      ) : null}
      {!canEdit && missing.length === 0 ? (
        <PageForm action={here}>
          <Button name="state" value="review">
            {t('fundraising.send')}
          </Button>
        </PageForm>
      ) : null}
    </>
  )
}

function CloseQuestion({ here }: { readonly here: string }) {
  const t = useText()
  return (
    <PageForm action={here} className="notice stack">
      <p className="strong">{t('fundraising.close-question')}</p>
      <p className="small">{t('fundraising.close-text')}</p>
      <TextArea
        id="reason"
        label={t('fundraising.reason')}
        hint={t('fundraising.reason-hint')}
        mark={t('shell.optional')}
        maxLength={2000}
        rows={3}
      />
      <div className="columns">
        <a className="button button-quiet" href={here}>
          {t('fundraising.no')}
        </a>
        <Button look="danger" name="state" value="closed">
          {t('fundraising.close-yes')}
        </Button>
      </div>
    </PageForm>
  )
}

function PauseOrClose({ state, isPausedByStaff, canClose, here }: Props) {
  const t = useText()
  const isPaused = state === 'paused'
  return (
    <PageForm action={here} className="button-row">
      {isPausedByStaff ? null : (
        <Button look={isPaused ? 'primary' : 'quiet'} name="state" value={isPaused ? 'active' : 'paused'}>
          {t(isPaused ? 'fundraising.resume' : 'fundraising.pause')}
        </Button>
      )}
      {canClose ? (
        <a className="button button-quiet" href={`${here}?close=yes`}>
          {t('fundraising.close')}
        </a>
      ) : null}
    </PageForm>
  )
}
