import '../../../styles/organizers/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import type { Route } from './+types/closing'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { organizationId } = params
  const { requestedAt, ...closing } = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/closing', { organizationId }),
  )
  return { ...closing, date: requestedAt && formatDay(localDateIn('UTC', new Date(requestedAt)), locale) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/closing`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const isWithdrawn = postedText(await postedForm(request), 'withdraw', 10) !== ''
  try {
    if (isWithdrawn) await api('DELETE /v4/organizations/:organizationId/closing', { organizationId })
    else {
      const { state } = await api('POST /v4/organizations/:organizationId/closing', { organizationId })
      if (state === 'closed') return redirect(`/organize/charities/${organizationId}`, 303)
    }
    return redirect(here, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused }, { status: refused.status })
  }
}

/** Explains what closing means, and requests it; another owner or staff must approve. */
export default function CharityClosing({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { name, date, isOwnRequest } = loaderData
  const refused = actionData?.refused
  const title = t('own-charity.closing')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={name} />
        <h1>{title}</h1>
        <p>{t('own-charity.closing-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'closing')} />
      <form method="post" className="stack" id="closing">
        {date ? (
          <p className="notice" role="status">
            {t(isOwnRequest ? 'own-charity.closing-requested' : 'own-charity.closing-other', { date })}
          </p>
        ) : (
          <p>{t('own-charity.closing-how')}</p>
        )}
        <p className="own-charity-row">
          {date && isOwnRequest ? null : (
            <button className="button button-danger">
              {t(date ? 'own-charity.closing-agree' : 'own-charity.closing-request')}
            </button>
          )}
          {date ? (
            <button className="button button-quiet" name="withdraw" value="yes">
              {t('own-charity.closing-withdraw')}
            </button>
          ) : null}
        </p>
      </form>
    </div>
  )
}
