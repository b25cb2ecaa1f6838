import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { redirectToLogin } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextArea } from '../../../ui/field.tsx'
import type { Route } from './+types/donation-refund'

const pathOf = (donationId: string) => `/account/donations/${encodeURIComponent(donationId)}`

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirectToLogin(new URL(request.url).pathname)
  try {
    const [donation, { canAsk }] = await Promise.all([
      api('GET /v4/account/donations/:donationId', { donationId: params.donationId }),
      api('GET /v4/account/donations/:donationId/refunds', { donationId: params.donationId }),
    ])
    return { donation, canAsk }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const reason = postedText(await postedForm(request), 'reason', 1000)
  try {
    await api('POST /v4/account/donations/:donationId/refund-request', { donationId: params.donationId, reason })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, reason }, { status: refused.status })
  }
  return redirect(`${pathOf(params.donationId)}?asked=yes`, 303)
}

/** A donor's request for a refund, with a reason. */
export default function AskForRefund({ loaderData: { donation, canAsk }, actionData }: Route.ComponentProps) {
  const t = useText()
  const wrong = toFormErrors(actionData?.refused, 'reason')
  return (
    <>
      <title>
        {actionData ? t('shell.title-problem', { title: t('donation-refund.title') }) : t('donation-refund.title')}
      </title>
      <div className="stack">
        <h1>{t('donation-refund.title')}</h1>
        <p>
          <span className="strong">
            <Amount minor={donation.gift} currency={donation.currency} fractions="always" />
          </span>{' '}
          ·{' '}
          <bdi lang={donation.campaign.language} dir="auto">
            {donation.campaign.name}
          </bdi>
        </p>
        <p className="quiet">{t('donation-refund.lead')}</p>
        <p className="small">
          <a href="/donor-protection">{t('shell.page-donor-protection')}</a>
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {canAsk ? (
        <form method="post" className="stack account-form">
          <TextArea
            id="reason"
            label={t('donation-refund.reason')}
            rows={5}
            maxLength={1000}
            defaultValue={actionData?.reason ?? ''}
            error={actionData?.refused.fields.reason}
          />
          <div className="button-row">
            <Button>{t('donation-refund.submit')}</Button>
            <a className="button button-quiet" href={pathOf(donation.id)}>
              {t('donation-refund.cancel')}
            </a>
          </div>
        </form>
      ) : (
        <p className="notice">
          {t('donation-refund.not-possible')} <a href={pathOf(donation.id)}>{donation.campaign.name}</a>
        </p>
      )}
    </>
  )
}
