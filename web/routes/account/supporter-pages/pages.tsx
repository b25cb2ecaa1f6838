import '#web/features/organizers/supporter-pages/supporter.css'
import { renderContext } from '#server/pages/render-context.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { stateLook, stateText } from '#web/features/organizers/supporter-pages/page-state.ts'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/pages'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/supporter-pages', 'organizers/faults']

export function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  return api('GET /v4/account/supporter-pages', {})
}

/** The pages on which the viewer collects donations for fundraisers. */
export default function SupporterPages({ loaderData: { pages } }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{t('supporter-pages.title')}</title>
      <div className="stack">
        <h1>{t('supporter-pages.title')}</h1>
        <p className="quiet">{t('supporter-pages.lead')}</p>
      </div>
      {pages.length === 0 ? (
        <EmptyState title={t('supporter-pages.none')}>
          <p className="quiet">{t('supporter-pages.none-text')}</p>
          <p>
            <a className="button button-primary" href="/v4/discover">
              {t('supporter-pages.none-link')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <ul className="supporter-own">
          {pages.map((page) => (
            <li key={page.id} className="card card-in stack">
              <h2>
                <bdi lang={page.language}>{page.title}</bdi>
              </h2>
              <p className="quiet small">{t('supporter-pages.for', { title: `\u2068${page.parent.title}\u2069` })}</p>
              <p>
                <Badge look={stateLook(page)}>{t(stateText(page))}</Badge>{' '}
                <Amount minor={page.raised} currency={page.currency} />
              </p>
              <p className="button-row">
                <a
                  className="button button-quiet"
                  href={`/account/pages/${page.id}`}
                  aria-label={t('supporter-pages.edit-of', { title: `\u2068${page.title}\u2069` })}
                >
                  {t('supporter-pages.edit')}
                </a>
                {page.isPublic ? (
                  <a className="button button-quiet" href={`/v4/campaign/${encodeURIComponent(page.slug)}`}>
                    {t('supporter-pages.see')}
                  </a>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
