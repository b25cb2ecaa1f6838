import '#web/features/organizers/charities/own-charity.css'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/closing'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const { requestedAt, ...closing } = await api('GET /v4/organizations/:organizationId/closing', params)
    return { ...closing, date: requestedAt && formatDay(localDateIn('UTC', new Date(requestedAt)), locale) }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { withdraw: hidden },
    async ({ withdraw }, { api }) => {
      if (withdraw !== '') {
        await api('DELETE /v4/organizations/:organizationId/closing', args.params)
        return ''
      }
      const { state } = await api('POST /v4/organizations/:organizationId/closing', args.params)
      return state === 'closed' ? `/organize/charities/${args.params.organizationId}` : ''
    },
    { decisions: ['form'] },
  )

/** Explains what closing means, and requests it; another owner or staff must approve. */
export default function CharityClosing({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { date, isOwnRequest } = loaderData
  const title = t('own-charity.closing')
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p>{t('own-charity.closing-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[]} first="closing" />
      <PageForm className="stack" id="closing">
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
      </PageForm>
    </div>
  )
}
