import { formatDay, localDateIn } from '#shared/calendar.ts'
import { DistributionItem } from '#web/features/faith/zakat/distribution/distribution-list.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { TextArea } from '#web/ui/field.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/zakat-distributions'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-distribution', 'faith/faults']

export const reasonFields = { reason: text(2000) }
/** `id` is a report's, or of a donation whose donor asks. */
const fields = { ...reasonFields, id: hidden }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale }) => {
    const { reports, requests } = await api('GET /v4/staff/zakat-distributions', {})
    const nameOf = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
    return {
      reports: reports.map((report) => ({ ...report, countryName: nameOf.get(report.country) ?? report.country })),
      requests: requests.map((request) => ({
        ...request,
        day: formatDay(localDateIn('UTC', new Date(request.requestedAt)), locale),
      })),
    }
  })

/** `approve` or `reject` a report, `answer` a donor's request, each with a reason. */
export const action = (args: Route.ActionArgs) => {
  const review = 'POST /v4/staff/zakat-distributions/:distributionId/review'
  return submitForms(
    args,
    { approve: fields, reject: fields, answer: fields },
    {
      approve: async ({ id: distributionId, reason }, { api }) => {
        await api(review, { distributionId, decision: 'approve', reason })
        return '?done=reviewed'
      },
      reject: async ({ id: distributionId, reason }, { api }) => {
        await api(review, { distributionId, decision: 'reject', reason })
        return '?done=reviewed'
      },
      answer: async ({ id: donationId, reason }, { api }) => {
        await api('POST /v4/staff/zakat-reassignments/:donationId/answer', { donationId, reason })
        return '?done=answered'
      },
    },
    { decisions: ['approve', 'reject'] },
  )
}

/** Zakat distribution reports that need review, and donors' requests to reassign late zakat. */
export default function StaffZakatDistributions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { reports, requests } = loaderData
  const title = t('distribution.review-title')
  const formOf = (id: string) =>
    viewForm(reasonFields, actionData?.values.id === id ? actionData : undefined, {}, { prefix: `${id}-` })
  const ids = [...reports.map(({ id }) => id), ...requests.map(({ donationId }) => donationId)]
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('distribution.review-lead')}</p>
      </div>
      <FormResult
        title={title}
        sent={actionData}
        forms={ids.map(formOf)}
        done={{ reviewed: 'distribution.done-reviewed', answered: 'distribution.done-answered' }}
      />
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
            <PageForm className="stack" noValidate>
              <input type="hidden" name="id" value={report.id} />
              <TextArea {...formOf(report.id).control('reason')} label={t('distribution.reason')} rows={2} required />
              <div className="row">
                <button className="button button-primary" name="intent" value="approve">
                  {t('distribution.approve')}
                </button>
                <button className="button button-quiet" name="intent" value="reject">
                  {t('distribution.reject')}
                </button>
              </div>
            </PageForm>
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
              <PageForm className="stack" noValidate>
                <input type="hidden" name="id" value={request.donationId} />
                <TextArea
                  {...formOf(request.donationId).control('reason')}
                  label={t('distribution.answer')}
                  rows={2}
                  required
                />
                <button className="button button-primary" name="intent" value="answer">
                  {t('distribution.answer-send')}
                </button>
              </PageForm>
            </article>
          ))}
        </section>
      ) : null}
    </>
  )
}
