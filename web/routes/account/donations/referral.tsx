import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/causes/campaigns/styles/share.css'
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
import { firstDirection, sortDirections, sortFields } from '#modules/organizers/referrals/rules/sorting.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { requireSignIn, throwAccessError } from '#web/lib/access.ts'
import type { ShownReferrals } from '#web/features/organizers/referrals/address.ts'
import { CsvButton } from '#web/features/organizers/referrals/csv-button.tsx'
import { ReferralFigures } from '#web/features/organizers/referrals/figures.tsx'
import { LinkCard } from '#web/features/organizers/referrals/link-card.tsx'
import { PlanFilter } from '#web/features/organizers/referrals/plan-filter.tsx'
import { PageLinks, ReferralTable, SortLinks } from '#web/features/organizers/referrals/referral-table.tsx'
import { useRefresh } from '#web/features/organizers/referrals/use-refresh.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/referral'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/referrals']

/** Reads the table's state from the URL, ignoring invalid values. */
function shownOf(query: URLSearchParams): ShownReferrals {
  const field = sortFields.find((sortField) => sortField === query.get('sort')) ?? 'date'
  const plan = query.get('plan') ?? ''
  return {
    field,
    direction: sortDirections.find((sortDirection) => sortDirection === query.get('way')) ?? firstDirection[field],
    page: Number(/^[1-9]\d{0,4}$/.exec(query.get('page') ?? '')?.[0] ?? 1),
    plan: /^[0-9a-f-]{36}$/.test(plan) ? plan : null,
  }
}

/** Converts 404 to null: there is no link yet, or the visitor may not see it. */
const orNull = (error: unknown): null => {
  if (isProblem(error) && error.class === 'not-found') return null
  throw error
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  const { campaignId } = params
  const query = new URL(request.url).searchParams
  const view = shownOf(query)
  const ids = { campaignId, ...(view.plan ? { givingPlanId: view.plan } : {}) }
  const sorted = { page: String(view.page), sortField: view.field, sortDirection: view.direction }
  try {
    const [referer, list, stats] = await Promise.all([
      api('GET /v4/referers/:campaignId', { campaignId }).catch(orNull),
      api('GET /v4/referers/:campaignId/referrals', { ...ids, ...sorted }).catch(orNull),
      api('GET /v4/referers/:campaignId/referrals/stats', ids).catch(orNull),
    ])
    const name =
      referer?.campaign?.name ??
      (campaignId === '0' ? null : (await api('GET /v4/campaigns/:campaignId/basics', { campaignId })).name)
    return {
      campaignId,
      name,
      referer,
      stats,
      plans: (stats?.recurring ?? 0) > 0 || view.plan ? await plansOf(api, campaignId) : [],
      list: list
        ? {
            ...list,
            referrals: list.referrals.map((referral) => ({
              ...referral,
              label: shortDay(referral.date, locale, { withYear: true }),
            })),
          }
        : null,
      shown: view,
      isMade: query.get('done') === 'made',
      csvFailed: /^\d{3}$/.exec(query.get('csv') ?? '')?.[0] ?? null,
      loadedAt: now().toISOString(),
    }
  } catch (error) {
    return throwAccessError(error, request)
  }
}

/** Returns the plans that donations to the fundraiser can come from: its own plans and the platform's programmes. */
async function plansOf(api: RenderContext['api'], campaignId: string) {
  const [programmes, own] = await Promise.all([
    api('GET /v4/plans', { type: 'INTERNAL' }),
    campaignId === '0' ? { plans: [] } : api('GET /v4/plans/by-campaign/:campaignId', { campaignId }),
  ])
  return [...own.plans, ...programmes.plans].map(({ givingPlanId, programme, frequency }) => ({
    givingPlanId,
    programme,
    frequency,
  }))
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  try {
    await api('POST /v4/referers', { campaignId: params.campaignId })
    return redirect(`/account/referrals/${params.campaignId}?done=made`, 303)
  } catch (error) {
    if (isProblem(error) && error.class === 'authentication') return throwAccessError(error, request)
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

/**
 * One referral link with its donations; for the charity's members, all donations through any link to the fundraiser.
 */
export default function AccountReferral({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, referer, stats, list, shown } = loaderData
  useRefresh(loaderData.loadedAt)
  const name = loaderData.name ?? t('referrals.programmes')
  const path = `/account/referrals/${campaignId}`
  const call = `/v4/referers/${campaignId}/referrals/download/csv${shown.plan ? `?givingPlanId=${shown.plan}` : ''}`
  return (
    <>
      <title>{`${t('referrals.title')}: ${name}`}</title>
      <p>
        <a href="/account/referrals">{t('referrals.all-links')}</a>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {loaderData.isMade && referer ? (
        <p className="notice" role="status">
          {t('referrals.made')}
        </p>
      ) : null}
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {referer ? (
        <Links referer={referer} name={name} path={`/v4${path}`} />
      ) : (
        <form method="post" action={path} className="card card-in stack">
          <p className="strong">{t('referrals.make-title')}</p>
          <p className="quiet small">{t('referrals.name-note')}</p>
          <p>
            {campaignId === '0' ? (
              <a className="button button-primary" href="/account/referrals">
                {t('referrals.new')}
              </a>
            ) : (
              <Button>{t('referrals.make')}</Button>
            )}
          </p>
        </form>
      )}
      {stats && list ? (
        <>
          <section className="stack" aria-labelledby="figures">
            <h2 id="figures">{t(stats.scope === 'fundraiser' ? 'referrals.figures-all' : 'referrals.figures')}</h2>
            {stats.scope === 'fundraiser' ? <p className="quiet">{t('referrals.all-of-fundraiser')}</p> : null}
            <ReferralFigures stats={stats} />
            <p className="quiet small no-script-hidden">{t('referrals.fresh')}</p>
          </section>
          <section className="stack" aria-labelledby="donations">
            <div className="page-head">
              <h2 id="donations">{t('referrals.donations-title')}</h2>
              <CsvButton
                call={call}
                page={`${path}/export${shown.plan ? `?plan=${shown.plan}` : ''}`}
                failed={loaderData.csvFailed}
              />
            </div>
            <PlanFilter path={path} plans={loaderData.plans} chosen={shown.plan} />
            {list.total === 0 ? (
              <EmptyState title={t(shown.plan ? 'referrals.no-donations-plan' : 'referrals.no-donations')}>
                {shown.plan ? null : <p className="quiet">{t('referrals.no-donations-text')}</p>}
              </EmptyState>
            ) : (
              <>
                <SortLinks path={path} shown={shown} />
                <ReferralTable rows={list.referrals} shown={shown} withCodes={list.scope === 'fundraiser'} />
                <PageLinks
                  path={path}
                  shown={{ ...shown, page: Math.min(shown.page, list.pages) }}
                  pages={list.pages}
                />
              </>
            )}
          </section>
        </>
      ) : null}
    </>
  )
}

type Referer = NonNullable<Awaited<ReturnType<typeof loader>>['referer']>

/** The link of a fundraiser, or one link per programme. */
function Links({ referer, name, path }: { readonly referer: Referer; readonly name: string; readonly path: string }) {
  const t = useText()
  if (referer.link)
    return <LinkCard id="link" label={t('referrals.link')} link={referer.link} name={name} qr={`${path}/qr.svg`} />
  return (
    <div className="stack">
      {referer.givingPlans.map(({ givingPlanId, programme, link }) => {
        if (!link || !programme) return null
        const called = t(`programme.${programme}`)
        return (
          <LinkCard
            key={givingPlanId}
            id={`link-${programme}`}
            label={t('referrals.link-of', { programme: called })}
            link={link}
            name={called}
            qr={`${path}/qr.svg?givingPlanId=${givingPlanId}`}
          />
        )
      })}
    </div>
  )
}
