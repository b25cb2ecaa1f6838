import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { DistributionItem } from '#web/features/faith/zakat/distribution/distribution-list.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { loadRestricted } from '#web/lib/access.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextArea } from '#web/ui/field.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/zakat-distributions'

const doneKeys = ['reviewed', 'answered'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { reports, requests } = await loadRestricted(viewer, request, () =>
    api('GET /v4/staff/zakat-distributions', {}),
  )
  const nameOf = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
  const done = new URL(request.url).searchParams.get('done')
  return {
    reports: reports.map((report) => ({ ...report, countryName: nameOf.get(report.country) ?? report.country })),
    requests: requests.map((request) => ({
      ...request,
      day: formatDay(localDateIn('UTC', new Date(request.requestedAt)), locale),
    })),
    done: doneKeys.find((key) => key === done) ?? null,
  }
}

/** Plain forms: `approve` or `reject` a report, `answer` a donor's request, each with a reason. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const [intent, id, reason] = [
    postedText(form, 'intent', 10),
    postedText(form, 'id', 64),
    postedText(form, 'reason', 8000),
  ]
  try {
    if (intent === 'answer') {
      await api('POST /v4/staff/zakat-reassignments/:donationId/answer', { donationId: id, reason })
      return redirect('/staff/zakat-distributions?done=answered', 303)
    }
    const decision = intent === 'approve' ? 'approve' : 'reject'
    await api('POST /v4/staff/zakat-distributions/:distributionId/review', { distributionId: id, decision, reason })
    return redirect('/staff/zakat-distributions?done=reviewed', 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/staff/zakat-distributions')
    return data({ refused, id, reason }, { status: refused.status })
  }
}

/** Zakat distribution reports that need review, and donors' requests to reassign late zakat. */
export default function StaffZakatDistributions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { reports, requests, done } = loaderData
  const { refused, id, reason } = actionData ?? {}
  const title = t('distribution.review-title')
  const typedOf = (ownId: string) => ({
    typed: id === ownId ? reason : undefined,
    error: id === ownId ? refused?.fields.reason : undefined,
  })
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('distribution.review-lead')}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={toFormErrors(refused, 'reason').map((wrong) => ({ ...wrong, id: `reason-${id}` }))}
      />
      {done && !refused ? (
        <p className="notice" role="status">
          {t(`distribution.done-${done}`)}
        </p>
      ) : null}
      {reports.length === 0 ? <p className="quiet">{t('distribution.review-none')}</p> : null}
      {reports.map(({ campaign, countryName, ...report }) => (
        <section key={report.id} className="stack">
          <h2>
            <a href={`/v4/campaign/${encodeURIComponent(campaign.slug)}`} lang={campaign.language} dir="auto">
              {campaign.name}
            </a>
          </h2>
          <DistributionItem
            distribution={report}
            countryName={countryName}
            fileHref={(fileId) => `/v4/staff/zakat-distribution-files/${fileId}`}
          >
            <form method="post" className="stack" noValidate>
              <input type="hidden" name="id" value={report.id} />
              <ReasonField id={report.id} label={t('distribution.reason')} {...typedOf(report.id)} />
              <div className="row">
                <button className="button button-primary" name="intent" value="approve">
                  {t('distribution.approve')}
                </button>
                <button className="button button-quiet" name="intent" value="reject">
                  {t('distribution.reject')}
                </button>
              </div>
            </form>
          </DistributionItem>
        </section>
      ))}
      {requests.length > 0 ? (
        <section className="stack" aria-labelledby="requests">
          <h2 id="requests">{t('distribution.requests')}</h2>
          {requests.map((request) => (
            <article key={request.donationId} className="card card-in stack">
              <h3 lang={request.campaign.language} dir="auto">
                {request.campaign.name}
              </h3>
              <p className="quiet">{t('distribution.request-from', { date: request.day })}</p>
              {request.note ? <p dir="auto">{request.note}</p> : null}
              <form method="post" className="stack" noValidate>
                <input type="hidden" name="id" value={request.donationId} />
                <ReasonField
                  id={request.donationId}
                  label={t('distribution.answer')}
                  {...typedOf(request.donationId)}
                />
                <button className="button button-primary" name="intent" value="answer">
                  {t('distribution.answer-send')}
                </button>
              </form>
            </article>
          ))}
        </section>
      ) : null}
    </>
  )
}

const ReasonField = ({
  id,
  label,
  typed,
  error,
}: {
  readonly id: string
  readonly label: string
  readonly typed: string | undefined
  readonly error: string | undefined
}) => (
  <TextArea
    id={`reason-${id}`}
    name="reason"
    label={label}
    defaultValue={typed}
    error={error}
    rows={2}
    maxLength={2000}
    required
  />
)
