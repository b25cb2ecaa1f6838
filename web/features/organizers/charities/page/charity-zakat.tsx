import type { CharityPageView } from '#modules/organizers/charities/contract-page.ts'
import type { Json } from '#shared/wire/json.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { PublicZakatTotals } from '#web/features/faith/zakat/distribution/public-zakat-totals.tsx'

type Distribution = Json<CharityPageView>['distributions'][number] & {
  /** In the visitor's language. */
  readonly day: string
  readonly countryName: string
}

/** The zakat that a charity received and distributed. Renders nothing if there was none. */
export function CharityZakat({
  totals,
  distributions,
}: {
  readonly totals: Json<CharityPageView>['zakat']
  readonly distributions: readonly Distribution[]
}) {
  const t = useText()
  if (totals.length === 0 && distributions.length === 0) return null
  return (
    <section className="stack" aria-labelledby="zakat">
      <h2 id="zakat">{t('charity-page.zakat')}</h2>
      {distributions.length > 0 ? <p className="quiet small">{t('charity-page.reported')}</p> : null}
      <PublicZakatTotals totals={totals} />
      {distributions.length > 0 ? (
        <ul className="charity-page-distributions">
          {distributions.map((distribution, index) => (
            <li key={index} className="card card-in stack">
              <p className="strong">
                <Amount minor={distribution.amount} currency={distribution.currency} /> ·{' '}
                {t(`zakat.${distribution.category}`)}
              </p>
              <p className="quiet small">
                {distribution.day} · {distribution.countryName} ·{' '}
                {t('charity-page.people', { count: distribution.people })}
              </p>
              {distribution.description ? <p dir="auto">{distribution.description}</p> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** The yearly reports that a charity published. */
export function CharityReports({
  subdomain,
  reports,
}: {
  readonly subdomain: string
  readonly reports: CharityPageView['reports']
}) {
  const t = useText()
  if (reports.length === 0) return null
  return (
    <section className="stack" aria-labelledby="reports">
      <h2 id="reports">{t('charity-page.reports')}</h2>
      <p className="quiet small">{t('charity-page.reported')}</p>
      <ul className="charity-page-reports">
        {reports.map(({ id, year, title, bytes }) => (
          <li key={id}>
            <a href={`/v4/organizations/by-subdomain/${encodeURIComponent(subdomain)}/reports/${id}`}>
              <bdi>
                {title} {year}
              </bdi>
            </a>{' '}
            <span className="quiet small">{t('charity-page.report-file', { size: Math.ceil(bytes / 1000) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
