import '#web/features/organizers/charities/own-charity.css'
import { localDateIn } from '#shared/calendar.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { choice, hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/fundraisers'

export const fields = { submissionId: hidden, decision: choice(['accept', 'refuse'], 'accept'), reason: text(500) }
const done = {
  accepted: 'own-charity.fundraiser-accepted',
  declined: 'own-charity.fundraiser-declined',
} as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId } }) => {
    const { requests } = await api('GET /v4/organizations/:organizationId/fundraiser-requests', { organizationId })
    const dayOf = (instant: string) => shortDay(localDateIn('UTC', new Date(instant)), locale, { withYear: true })
    return {
      requests: requests.map((request) => ({
        ...request,
        submittedOn: dayOf(request.submittedAt),
        decidedWithoutOn: dayOf(request.decidedWithoutAt),
      })),
    }
  })

/** Accepts or declines a fundraiser; its organizers are mailed the reason. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    fields,
    async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/fundraiser-requests/:submissionId/decision', {
        organizationId: args.params.organizationId,
        ...values,
      })
      return values.decision === 'accept' ? '?done=accepted' : '?done=declined'
    },
    { decisions: ['form'] },
  )

/** Fundraisers that people outside the team want to run for the charity. */
export default function CharityFundraisers({ loaderData: { requests }, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('own-charity.fundraisers')
  const refused = actionData?.values.submissionId ?? ''
  const form = viewForm(fields, actionData, {}, { prefix: `${refused}-` })
  return (
    <div className="stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.fundraisers-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {requests.length === 0 ? <EmptyState title={t('own-charity.fundraisers-none')} /> : null}
      {requests.map((request) => (
        <section key={request.id} className="card card-in stack" aria-labelledby={`title-${request.id}`}>
          <h2 id={`title-${request.id}`}>
            <bdi lang={request.language}>{request.title}</bdi>
          </h2>
          <p dir="auto" lang={request.language}>
            {request.tagline}
          </p>
          <p className="quiet small">
            {t('own-charity.fundraiser-by', {
              name: `\u2068${request.organizerName}\u2069`,
              date: `\u2068${request.submittedOn}\u2069`,
            })}
          </p>
          {request.goal === null ? null : (
            <p>
              {t('own-charity.fundraiser-goal')}: <Amount minor={request.goal} currency={request.currency} />
            </p>
          )}
          <p>
            <a href={`/organize/${request.campaignId}/preview`}>{t('own-charity.fundraiser-read')}</a>
          </p>
          <p className="quiet small">
            {t('own-charity.fundraiser-until', { date: `\u2068${request.decidedWithoutOn}\u2069` })}
          </p>
          <PageForm>
            <input type="hidden" name="submissionId" value={request.id} />
            <Button look="primary" name="decision" value="accept">
              {t('own-charity.fundraiser-accept')}
            </Button>
          </PageForm>
          <details open={request.id === refused}>
            <summary>{t('own-charity.fundraiser-decline')}</summary>
            <PageForm className="stack">
              <input type="hidden" name="submissionId" value={request.id} />
              <TextArea
                {...(request.id === refused
                  ? form.control('reason')
                  : { id: `${request.id}-reason`, name: 'reason', maxLength: 500 })}
                label={t('own-charity.fundraiser-reason')}
                hint={t('own-charity.fundraiser-reason-hint')}
                rows={3}
              />
              <Button look="danger" name="decision" value="refuse">
                {t('own-charity.fundraiser-decline')}
              </Button>
            </PageForm>
          </details>
        </section>
      ))}
    </div>
  )
}
