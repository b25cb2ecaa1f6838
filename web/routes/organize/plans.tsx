import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { planPath } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/plans'

const frequencies = ['day', 'week', 'month'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const [{ plans }, campaign] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/plans', { campaignId: params.campaignId }),
      api('GET /v4/campaigns/:campaignId/running', { campaignId: params.campaignId }),
    ])
    return {
      // A draft has no public page to link to.
      path: campaign.status === 0 ? null : planPath(campaign.slug),
      isDone: query.get('done') === 'saved',
      offers: frequencies.map((frequency) => {
        const plan = plans.find((plan) => plan.frequency === frequency)
        return {
          frequency,
          enabled: plan?.enabled ?? false,
          onPage: plan?.preferences.enabledOnCampaignPage ?? true,
          phone: plan?.preferences.requestPhoneNumber ?? false,
        }
      }),
    }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  try {
    for (const frequency of frequencies)
      await api('PUT /v4/campaigns/:campaignId/plans/:frequency', {
        campaignId: params.campaignId,
        frequency,
        enabled: form.has(`${frequency}-enabled`),
        enabledOnCampaignPage: form.has(`${frequency}-onPage`),
        requestPhoneNumber: form.has(`${frequency}-phone`),
      })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(`/organize/${params.campaignId}/plans`)
    if (refused.status === 404) throw new Response(null, { status: 404 })
    return data({ refused }, { status: refused.status })
  }
  return redirect(`/organize/${params.campaignId}/plans?done=saved`, 303)
}

/** The frequencies that the fundraiser offers, and what donors of each are asked. */
export default function OrganizePlans({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('organize.plans')
  const { offers, path, isDone } = loaderData
  const refused = actionData?.refused
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('organize.plans-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'day-enabled')} />
      {isDone && !refused ? <DoneNotice>{t('organize.plans-saved')}</DoneNotice> : null}
      <PageForm className="stack-lg account-form">
        {offers.map(({ frequency, enabled, onPage, phone }) => (
          <fieldset key={frequency} className="card card-in">
            <legend className="visually-hidden">{t(`organize.plans-${frequency}`)}</legend>
            <h2 aria-hidden="true">{t(`organize.plans-${frequency}`)}</h2>
            <Checkbox id={`${frequency}-enabled`} label={t('organize.plans-enabled')} defaultChecked={enabled} />
            <Checkbox
              id={`${frequency}-onPage`}
              label={t('organize.plans-on-page')}
              hint={t('organize.plans-on-page-hint')}
              defaultChecked={onPage}
            />
            <Checkbox
              id={`${frequency}-phone`}
              label={t('organize.plans-phone')}
              hint={t('organize.plans-phone-hint')}
              defaultChecked={phone}
            />
            {enabled && path ? (
              <p>
                <a href={`${path}?frequencyType=${frequency}`}>{t('organize.plans-link')}</a>
              </p>
            ) : null}
          </fieldset>
        ))}
        <button className="button button-primary">{t('organize.plans-save')}</button>
      </PageForm>
    </>
  )
}
