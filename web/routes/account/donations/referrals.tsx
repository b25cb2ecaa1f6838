import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/copy.css'
import '#web/features/organizers/referrals/referral.css'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { slugIn } from '#modules/organizers/referrals/rules/link.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { Sums } from '#web/features/organizers/referrals/figures.tsx'
import { useRefresh } from '#web/features/organizers/referrals/use-refresh.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/referrals'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/referrals']

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, origin, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  const { referers, programmes } = await api('GET /v4/account/referrals', {})
  const counted = new Set(referers.flatMap(({ givingPlans }) => givingPlans.map(({ givingPlanId }) => givingPlanId)))
  return {
    referers,
    offered: programmes.filter(({ givingPlanId }) => !counted.has(givingPlanId)),
    origin,
    loadedAt: now().toISOString(),
  }
}

/** Plain forms that create a link to a fundraiser (by URL) or a programme. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const plan = postedText(form, 'plan', 40)
  const typed = postedText(form, 'fundraiser', 400)
  try {
    const campaignId = plan ? '0' : await fundraiserOf(api, typed)
    if (campaignId === undefined) return data({ typed, message: '' }, { status: 400 })
    await api('POST /v4/referers', { campaignId, ...(plan ? { givingPlanId: plan } : {}) })
    return redirect(`/account/referrals/${campaignId}?done=made`, 303)
  } catch (error) {
    if (isProblem(error) && error.class === 'authentication') return redirectToLogin('/account/referrals')
    const { message, status } = refusalOf(error)
    return data({ typed, message }, { status })
  }
}

async function fundraiserOf(api: RenderContext['api'], typed: string): Promise<string | undefined> {
  const slug = slugIn(typed)
  if (slug === undefined) return undefined
  try {
    return (await api('GET /v4/campaign-pages/:slug', { slug })).id
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') return undefined
    throw error
  }
}

/** The donor's referral links, with a form to create one. */
export default function AccountReferrals({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { referers, offered, origin } = loaderData
  useRefresh(loaderData.loadedAt)
  const problem = actionData ? actionData.message || t('referrals.fundraiser-missing') : ''
  return (
    <>
      <title>{problem ? t('shell.title-problem', { title: t('referrals.title') }) : t('referrals.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('referrals.title')}</h1>
          <p className="quiet">{t('referrals.lead')}</p>
        </div>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={problem ? [{ id: 'fundraiser', text: problem }] : []} />
      {referers.length === 0 ? (
        <EmptyState title={t('referrals.none')}>
          <p className="quiet">{t('referrals.none-text')}</p>
        </EmptyState>
      ) : (
        <ul className="referral-list">
          {referers.map((referer) => {
            const name = referer.campaign?.name ?? t('referrals.programmes')
            return (
              <li key={referer.id} className="card card-in referral-item">
                <div className="stack">
                  <h2>
                    <bdi>{name}</bdi>
                  </h2>
                  <p className="referral-sums">
                    <span className="strong">
                      <Sums amounts={referer.stats.amounts} />
                    </span>
                    <span className="quiet small">{t('referrals.donors', { count: referer.stats.count })}</span>
                    <span className="quiet small">{t('referrals.donations', { count: referer.stats.donations })}</span>
                  </p>
                </div>
                <a
                  className="button button-quiet"
                  href={`/account/referrals/${referer.campaignId ?? '0'}`}
                  aria-label={t('referrals.details-of', { name: `\u2068${name}\u2069` })}
                >
                  {t('referrals.details')}
                </a>
              </li>
            )
          })}
        </ul>
      )}
      <section className="card card-in stack" aria-labelledby="new">
        <h2 id="new">{t('referrals.new')}</h2>
        <PageForm action="/account/referrals" className="stack">
          <TextInput
            id="fundraiser"
            label={t('referrals.fundraiser')}
            hint={t('referrals.fundraiser-hint', { example: `\u2066${origin}/campaign/clean-water\u2069` })}
            error={problem || undefined}
            defaultValue={actionData?.typed ?? ''}
            maxLength={400}
            dir="ltr"
            autoComplete="off"
            required
          />
          <p>
            <Button>{t('referrals.make')}</Button>
          </p>
        </PageForm>
        {offered.length > 0 ? (
          <>
            <h3>{t('referrals.programmes')}</h3>
            <p className="quiet small">{t('referrals.programmes-lead')}</p>
            <PageForm action="/account/referrals">
              <ul className="referral-programmes">
                {offered.map(({ givingPlanId, programme }) => (
                  <li key={givingPlanId}>
                    <Button
                      look="quiet"
                      name="plan"
                      value={givingPlanId}
                      aria-label={t('referrals.make-programme', { programme: t(`programme.${programme}`) })}
                    >
                      {t(`programme.${programme}`)}
                    </Button>
                  </li>
                ))}
              </ul>
            </PageForm>
          </>
        ) : null}
        <p className="quiet small">{t('referrals.name-note')}</p>
      </section>
    </>
  )
}
