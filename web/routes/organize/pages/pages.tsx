import '#web/features/organizers/charities/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { pageLimits } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { currencies } from '#shared/money.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/pages'
import { hostedPageNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = hostedPageNamespaces

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, viewer, params, query }) => {
    const { subdomain } = params
    const { pages, proposedCurrency } = await api('GET /v4/organizations/:subdomain/hosted-pages', { subdomain })
    const { organizations } = await api('GET /v4/users/:userId/organizations', { userId: viewer.id ?? '' })
    const own = organizations.find((organization) => organization.subdomain === subdomain)
    return {
      subdomain,
      pages,
      charity: own ? { id: own.id, name: own.name, canCreate: canDo(own.role, 'pages') } : null,
      isDeleted: query.has('deleted'),
      currency: proposedCurrency,
    }
  })

/** Creates a page and opens its editor, or deletes a draft. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { subdomain } = params
  const here = `/organizations/${encodeURIComponent(subdomain)}/hosted-pages`
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const typed = { title: postedText(form, 'title', 400), goalCurrency: postedText(form, 'goalCurrency', 3) }
  const toDelete = postedText(form, 'delete', 120)
  try {
    if (toDelete) {
      await api('DELETE /v4/organizations/:subdomain/hosted-pages/:slug', { subdomain, slug: toDelete })
      return redirect(`${here}?deleted=1`, 303)
    }
    const page = await api('POST /v4/organizations/:subdomain/hosted-pages', { subdomain, ...typed })
    return redirect(`${here}/${encodeURIComponent(page.slug)}/edit`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, typed }, { status: refused.status })
  }
}

/** The charity's hosted pages for its members, with a form to create one. */
export default function HostedPages({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { subdomain, pages, charity, currency, isDeleted } = loaderData
  const { refused, typed } = actionData ?? {}
  const title = t('pages.list-title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          {charity ? (
            <a href={`/organize/charities/${charity.id}`}>
              <bdi>{charity.name}</bdi>
            </a>
          ) : (
            <a href="/organize">{t('own-charity.back')}</a>
          )}
        </p>
        <h1>{title}</h1>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      {isDeleted && !refused ? (
        <p className="notice" role="status">
          {t('pages.deleted')}
        </p>
      ) : null}
      {pages.length > 0 ? (
        <ul className="own-charity-links">
          {pages.map((page) => (
            <li key={page.id}>
              <a href={`/organizations/${encodeURIComponent(subdomain)}/hosted-pages/${encodeURIComponent(page.slug)}`}>
                <bdi>{page.title}</bdi>
                <Badge look={page.status === 'published' ? 'brand' : 'accent'}>{t(`pages.state-${page.status}`)}</Badge>
              </a>
              {page.status === 'draft' && charity?.canCreate ? (
                <PageForm>
                  <details>
                    <summary>
                      {t('pages.delete')} <span className="visually-hidden">{page.title}</span>
                    </summary>
                    <div className="stack">
                      <p>{t('pages.delete-text', { title: page.title })}</p>
                      <p>
                        <button name="delete" value={page.slug} className="button button-danger">
                          {t('pages.delete-confirm')}
                        </button>
                      </p>
                    </div>
                  </details>
                </PageForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t('pages.empty')} />
      )}
      {charity?.canCreate === false ? null : (
        <section className="stack" aria-labelledby="new">
          <h2 id="new">{t('pages.new')}</h2>
          <PageForm className="stack" noValidate>
            <TextInput
              id="title"
              label={t('pages.title')}
              maxLength={pageLimits.title}
              defaultValue={typed?.title}
              error={refused?.fields.title}
            />
            <Select
              id="goalCurrency"
              label={t('pages.currency')}
              hint={t('pages.currency-hint')}
              defaultValue={typed?.goalCurrency ?? currency}
              error={refused?.fields.goalCurrency}
            >
              {currencies.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </Select>
            <p>
              <button className="button button-primary">{t('pages.create')}</button>
            </p>
          </PageForm>
        </section>
      )}
    </div>
  )
}
