import '#web/features/trust/moderation/desk-audit.css'
import { withQuery } from '#shared/pages/with-query.ts'
import { actText } from '#web/features/platform/audit/act-text.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/audit'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/audit-acts']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params: { organizationId }, query }) => {
    const before = query.get('before')
    return api('GET /v4/organizations/:organizationId/audit', {
      organizationId,
      ...(before && /^\d{1,18}$/.test(before) ? { before } : {}),
    })
  })

/** What members and staff did to the charity. */
export default function CharityAudit({ loaderData: { entries, next }, params }: Route.ComponentProps) {
  const t = useText()
  const title = t('own-charity.audit')
  return (
    <div className="stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.audit-lead')}</p>
      </div>
      {entries.length === 0 ? (
        <EmptyState title={t('own-charity.audit-empty')} />
      ) : (
        <ol className="card desk-audit">
          {entries.map((entry) => (
            <li key={entry.id}>
              <time className="quiet small" dateTime={entry.at}>
                <bdi>{entry.at.slice(0, 16).replace('T', ' ')} UTC</bdi>
              </time>
              <p>
                <bdi className="strong">
                  {entry.name ??
                    t(entry.actor === 'account' ? 'own-charity.audit-erased' : `own-charity.audit-${entry.actor}`)}
                </bdi>{' '}
                {actText(t, entry.act)}
              </p>
            </li>
          ))}
        </ol>
      )}
      {next ? (
        <p>
          <a
            className="button button-quiet"
            href={withQuery(`/organize/charities/${params.organizationId}/audit`, { before: next })}
          >
            {t('own-charity.audit-older')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
