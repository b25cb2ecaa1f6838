import '#web/features/trust/moderation/desk-audit.css'
import { withQuery } from '#shared/pages/with-query.ts'
import { actText } from '#web/features/platform/audit/act-text.ts'
import { auditDays } from '#web/features/organizers/charities/audit-days.ts'
import { zonePlace } from '#shared/zones.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/audit'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/audit-acts']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId }, query }) => {
    const before = query.get('before')
    const { entries, timeZone, next } = await api('GET /v4/organizations/:organizationId/audit', {
      organizationId,
      ...(before && /^\d{1,18}$/.test(before) ? { before } : {}),
    })
    // Named on the server, because browsers lack some of the Arabic names of time zones.
    return { days: auditDays(entries, timeZone, locale), zone: zonePlace(timeZone, locale), next }
  })

/** What members and staff did to the charity. */
export default function CharityAudit({ loaderData: { days, zone, next }, params }: Route.ComponentProps) {
  const t = useText()
  const title = t('own-charity.audit')
  return (
    <div className="stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.audit-lead', { zone: `\u2068${zone}\u2069` })}</p>
      </div>
      {days.length === 0 ? <EmptyState title={t('own-charity.audit-empty')} /> : null}
      {days.map(({ day, rows }) => (
        <section key={day} className="stack" aria-label={day}>
          <h2 className="desk-audit-day">
            <bdi>{day}</bdi>
          </h2>
          <ol className="card desk-audit desk-audit-times">
            {rows.map((entry) => (
              <li key={entry.id}>
                <time className="quiet small" dateTime={entry.at}>
                  <bdi dir="ltr">{entry.time}</bdi>
                </time>
                <div>
                  <p>
                    <bdi className="strong">
                      {entry.name ??
                        t(entry.actor === 'account' ? 'own-charity.audit-erased' : `own-charity.audit-${entry.actor}`)}
                    </bdi>{' '}
                    {actText(t, entry.act)}{' '}
                    {entry.count > 1 ? (
                      <span className="quiet small">{t('own-charity.audit-times', { count: entry.count })}</span>
                    ) : null}
                  </p>
                  {entry.page === null ? null : (
                    <p className="quiet small">
                      <bdi>{entry.page}</bdi>
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
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
