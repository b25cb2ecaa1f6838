import { formatDay, localDateIn } from '#shared/calendar.ts'
import { hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/zakat'

export const revocationFields = { reason: text(2000), message: text(2000) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, query }) => {
    const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page')) || 1)), 1000)
    const found = await api('GET /v4/staff/zakat-verifications', { page })
    const day = (instant: string) => formatDay(localDateIn('UTC', new Date(instant)), locale)
    return {
      verifications: found.verifications.map((verification) => ({
        ...verification,
        verifiedOn: day(verification.verifiedAt),
        endsOn: day(verification.expiresAt),
      })),
      hasMore: found.hasMore,
      page,
      revoking: query.get('revoke'),
    }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { ...revocationFields, verification: hidden },
    async ({ verification: verificationId, ...values }, { api }) => {
      const call = 'POST /v4/staff/zakat-verifications/:verificationId/revocation'
      await api(call, { verificationId, ...values })
      return '?done=revoked'
    },
    { decisions: ['form'] },
  )

export default function StaffZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { verifications, page, hasMore } = loaderData
  const title = t('verifications.title')
  const form = viewForm(revocationFields, actionData)
  const revoking = actionData?.values.verification ?? loaderData.revoking
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('verifications.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ revoked: 'verifications.done' }} />
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
                <PageForm className="notice notice-problem stack" noValidate>
                  <p className="strong">{t('verifications.revoke-question')}</p>
                  <p className="small">{t('verifications.revoke-text')}</p>
                  <input type="hidden" name="verification" value={verification.id} />
                  <TextArea
                    {...form.control('reason')}
                    label={t('case.reason')}
                    hint={t('case.reason-hint')}
                    required
                  />
                  <TextArea
                    {...form.control('message')}
                    label={t('verifications.message')}
                    mark={t('shell.optional')}
                  />
                  <div className="columns">
                    <a className="button button-quiet" href={`/staff/zakat?page=${page}`}>
                      {t('verifications.keep')}
                    </a>
                    <Button look="danger">{t('verifications.revoke')}</Button>
                  </div>
                </PageForm>
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
