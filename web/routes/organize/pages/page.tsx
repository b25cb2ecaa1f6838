import '#web/features/organizers/charities/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { requestableStates } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import { isProblem } from '#shared/problem.ts'
import { ConfirmCurrency } from '#web/features/organizers/hosted-pages/confirm-currency.tsx'
import { PageStates } from '#web/features/organizers/hosted-pages/page-states.tsx'
import { hasConfirmation, isConfirmed } from '#web/kit/confirm-fixed.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { currencyToFix } from './currency-to-fix.ts'
import type { Route } from './+types/page'
import { hostedPageNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = hostedPageNamespaces

/** Shows the page's overview to members; redirects others to its public URL, or throws 404. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const { subdomain, slug } = params
  return findOr404(async () => {
    const isMember = await api('GET /v4/organizations/:subdomain/hosted-pages', { subdomain }).then(
      () => true,
      (error: unknown) => {
        if (isProblem(error) && (error.class === 'not-found' || error.class === 'authentication')) return false
        throw error
      },
    )
    const page = await api('GET /v4/organizations/:subdomain/hosted-pages/:slug', { subdomain, slug, draft: '1' })
    if (!isMember) throw redirect(page.url, 302)
    const { role, verification } = await api('GET /v4/organizations/:organizationId', {
      organizationId: page.organizationId,
    })
    return {
      subdomain,
      page,
      canEdit: canDo(role, 'pages'),
      mayMove: canDo(role, 'page-states'),
      isVerified: verification.state === 'verified',
      done: new URL(request.url).searchParams.has('done'),
    }
  })
}

/** Changes the state of the page. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { subdomain, slug } = params
  const here = `/organizations/${encodeURIComponent(subdomain)}/hosted-pages/${encodeURIComponent(slug)}`
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const posted = hasConfirmation(form) ? 'published' : postedText(form, 'state', 20)
  const state = requestableStates.find((askableState) => askableState === posted) ?? 'draft'
  try {
    if (state === 'published') {
      const currency = await currencyToFix(api, params)
      if (currency !== undefined && !isConfirmed(form, currency))
        return data({ refused: undefined, unconfirmed: currency })
    }
    await api('POST /v4/organizations/:subdomain/hosted-pages/:slug/state', { subdomain, slug, state })
    return redirect(`${here}?done=1`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, unconfirmed: undefined }, { status: refused.status })
  }
}

/** A hosted page's overview for members: its state, what is missing, and links. */
export default function HostedPageOverview({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const say = useFaultText()
  const { subdomain, page, canEdit, mayMove, isVerified, done } = loaderData
  const refused = actionData?.refused
  const list = `/organizations/${encodeURIComponent(subdomain)}/hosted-pages`
  const here = `${list}/${encodeURIComponent(page.slug)}`
  const fields = Object.entries(refused?.fields ?? {})
  const isPublic = page.status === 'published' || page.status === 'ended'
  return (
    <div className="page narrow-page stack-lg">
      <title>{page.title}</title>
      <div className="stack">
        <p>
          <a href={list}>{t('pages.list-title')}</a>
        </p>
        <h1 dir="auto">{page.title}</h1>
        <p className="own-charity-row">
          <Badge look={page.status === 'published' ? 'brand' : 'accent'}>{t(`pages.state-${page.status}`)}</Badge>
          {isPublic ? (
            <a href={page.url}>
              <bdi>{page.url}</bdi>
            </a>
          ) : null}
        </p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={
          refused
            ? (fields.length > 0 ? fields : [['states', refused.message]]).map(([id = '', text = '']) => ({ id, text }))
            : []
        }
      />
      {done && !refused ? (
        <p className="notice" role="status">
          {t('pages.done')}
        </p>
      ) : null}
      {page.status === 'review' ? <p className="notice">{t('pages.review-text')}</p> : null}
      {page.hasUnpublishedChanges ? <p className="notice">{t('pages.unpublished-changes')}</p> : null}
      <ul className="own-charity-links">
        {canEdit ? (
          <li>
            <a href={`${here}/edit`}>{t('pages.edit')}</a>
          </li>
        ) : null}
        <li>
          <a href={`/organize/${page.legacyCampaignId}`}>{t('pages.dashboard')}</a>
        </li>
        <li>
          <a href={`/organize/${page.legacyCampaignId}/supporters`}>{t('pages.supporters')}</a>
        </li>
      </ul>
      <section className="stack" aria-labelledby="states">
        <h2 id="states" tabIndex={-1}>
          {t('pages.states')}
        </h2>
        {page.missing.length > 0 && page.status !== 'archived' ? (
          <div className="notice stack">
            <p>{t('pages.missing')}</p>
            <ul>
              {page.missing.map(({ field, code, params }) => (
                <li key={field}>{say({ code, params })}</li>
              ))}
            </ul>
          </div>
        ) : null}
        {actionData?.unconfirmed === undefined ? null : (
          <ConfirmCurrency form="states-form" currency={actionData.unconfirmed} />
        )}
        <PageStates
          status={page.status}
          hasChanges={page.hasUnpublishedChanges}
          canEdit={canEdit}
          mayMove={mayMove}
          isVerified={isVerified}
        />
      </section>
    </div>
  )
}
