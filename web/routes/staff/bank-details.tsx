import '../../styles/organizers/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/form-values.ts'
import { loadRestricted } from '../../lib/access.ts'
import { useText } from '../../lib/text.tsx'
import type { Route } from './+types/bank-details'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, hasPayouts } = context.get(renderContext)
  if (!hasPayouts) throw new Response(null, { status: 404 })
  const { details } = await loadRestricted(viewer, request, () => api('GET /v4/staff/bank-details', {}))
  return { details, isDone: new URL(request.url).searchParams.get('done') === '1' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  try {
    await api('POST /v4/staff/bank-details/:detailsId/decision', {
      detailsId: postedText(form, 'details', 40),
      decision: postedText(form, 'decision', 10) === 'approve' ? 'approve' : 'reject',
    })
    return redirect('/staff/bank-details?done=1', 303)
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
}

/** The charities' bank details that staff approves. */
export default function StaffBankDetails({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { details, isDone } = loaderData
  const title = t('staff.bank-details')
  return (
    <div className="stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('staff.bank-lead')}</p>
      </div>
      {actionData?.refused ? (
        <p className="notice" role="alert">
          {actionData.refused.message}
        </p>
      ) : null}
      {isDone && !actionData ? (
        <p className="notice" role="status">
          {t('staff.bank-decided')}
        </p>
      ) : null}
      {details.length === 0 ? (
        <p className="quiet">{t('staff.bank-none')}</p>
      ) : (
        <ul className="own-charity-documents">
          {details.map((detail) => (
            <li key={detail.id} className="card card-in stack">
              <p className="strong">
                <bdi>{detail.charity.name}</bdi> · {detail.currency} · {detail.country} · <bdi>…{detail.lastFour}</bdi>
              </p>
              <p>{t('staff.bank-holder', { name: `\u2068${detail.accountName}\u2069` })}</p>
              <p>{t('staff.bank-legal', { name: `\u2068${detail.charity.legalName}\u2069`, score: detail.score })}</p>
              <form method="post" className="own-charity-row">
                <input type="hidden" name="details" value={detail.id} />
                <button className="button button-primary" name="decision" value="approve">
                  {t('staff.bank-approve')}
                </button>
                <button className="button button-quiet" name="decision" value="reject">
                  {t('staff.bank-reject')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
