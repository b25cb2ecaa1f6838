import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { redirectToLogin } from '../../lib/login-urls.ts'
import { loadRestricted } from '../../lib/access.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../lib/form-values.ts'
import { useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextArea } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import '../../styles/trust/desk.css'
import type { Route } from './+types/zakat'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { searchParams } = new URL(request.url)
  const page = Math.min(Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)), 1000)
  const found = await loadRestricted(viewer, request, () => api('GET /v4/staff/zakat-verifications', { page }))
  const day = (instant: string) => formatDay(localDateIn('UTC', new Date(instant)), locale)
  return {
    verifications: found.verifications.map((verification) => ({
      ...verification,
      verifiedOn: day(verification.verifiedAt),
      endsOn: day(verification.expiresAt),
    })),
    hasMore: found.hasMore,
    page,
    revoking: searchParams.get('revoke'),
    isDone: searchParams.get('done') === 'revoked',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const typed = { reason: postedText(form, 'reason', 8000), message: postedText(form, 'message', 2000) }
  const verificationId = postedText(form, 'verification', 64)
  try {
    await api('POST /v4/staff/zakat-verifications/:verificationId/revocation', { verificationId, ...typed })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/staff/zakat')
    return data({ refused, typed, verificationId }, { status: refused.status })
  }
  return redirect('/staff/zakat?done=revoked', 303)
}

export default function StaffZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { verifications, page, hasMore } = loaderData
  const title = t('verifications.title')
  const revoking = actionData?.verificationId ?? loaderData.revoking
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('verifications.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(actionData?.refused, 'reason')} />
      {loaderData.isDone && !actionData ? (
        <p className="notice" role="status">
          {t('verifications.done')}
        </p>
      ) : null}
      {verifications.length === 0 ? <EmptyState title={t('verifications.empty')} /> : null}
      <ul className="desk-list">
        {verifications.map((verification) => (
          <li key={verification.id} id={verification.id}>
            <article className="card card-in stack">
              <h2>
                <a
                  href={`/v4/campaign/${encodeURIComponent(verification.slug)}`}
                  lang={verification.language}
                  dir="auto"
                >
                  {verification.campaign}
                </a>
              </h2>
              <p>{verification.categories.map((category) => t(`zakat.${category}`)).join(' · ')}</p>
              <p className="quiet small">
                {verification.by ? (
                  <>
                    {t('verifications.by', { name: `\u2068${verification.by}\u2069`, date: verification.verifiedOn })}{' '}
                    ·{' '}
                  </>
                ) : null}
                {t('verifications.until', { date: verification.endsOn })}
              </p>
              {revoking === verification.id ? (
                <form method="post" className="notice notice-problem stack" noValidate>
                  <p className="strong">{t('verifications.revoke-question')}</p>
                  <p className="small">{t('verifications.revoke-text')}</p>
                  <input type="hidden" name="verification" value={verification.id} />
                  <TextArea
                    id="reason"
                    label={t('case.reason')}
                    hint={t('case.reason-hint')}
                    defaultValue={actionData?.typed.reason}
                    error={actionData?.refused.fields.reason}
                    required
                    maxLength={2000}
                  />
                  <TextArea
                    id="message"
                    label={t('verifications.message')}
                    mark={t('shell.optional')}
                    defaultValue={actionData?.typed.message}
                    maxLength={2000}
                  />
                  <div className="columns">
                    <a className="button button-quiet" href={`/staff/zakat?page=${page}`}>
                      {t('verifications.keep')}
                    </a>
                    <Button look="danger">{t('verifications.revoke')}</Button>
                  </div>
                </form>
              ) : (
                <p>
                  <a
                    className="link-button"
                    href={`/staff/zakat?page=${page}&revoke=${verification.id}#${verification.id}`}
                    aria-label={t('verifications.revoke-one', { campaign: `\u2068${verification.campaign}\u2069` })}
                  >
                    {t('verifications.revoke')}
                  </a>
                </p>
              )}
            </article>
          </li>
        ))}
      </ul>
      {page > 1 || hasMore ? (
        <p className="button-row">
          {page > 1 ? (
            <a className="button button-quiet" href={`/staff/zakat?page=${page - 1}`}>
              {t('queue.newer')}
            </a>
          ) : null}
          {hasMore ? (
            <a className="button button-quiet" href={`/staff/zakat?page=${page + 1}`}>
              {t('queue.more')}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
