import { periods } from '#modules/organizers/organizing/rules/period.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { sourceName } from '#web/features/organizers/organizing/source-name.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/table.css'
import type { Route } from './+types/page-views'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const period = periods.find((one) => one === query.get('period')) ?? '30'
    const views = await api('GET /v4/campaigns/:campaignId/page-views', { campaignId: params.campaignId, period })
    const label = (day: string) => shortDay(day, locale, { withYear: true })
    return {
      ...views,
      span: [label(views.from), label(views.to)] as const,
      days: views.days.toReversed().map((day) => ({ ...day, label: label(day.day) })),
    }
  })

type Share = { readonly name: string; readonly views: number; readonly percentage: number }

/** Parts of the views with bars, most first. */
function Shares({
  id,
  title,
  parts,
}: {
  readonly id: string
  readonly title: string
  readonly parts: readonly Share[]
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="dashboard-sources">
        {parts.map(({ name, views, percentage }) => (
          <li key={name}>
            <span className="dashboard-source-name">
              <bdi>{name}</bdi>
            </span>
            <span>
              {`${percentage}%`} <span className="quiet small">{t('organize.page-views-count', { count: views })}</span>
            </span>
            <span className="dashboard-source-bar" aria-hidden="true">
              <span style={{ inlineSize: `${Math.max(1, percentage)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Views of the fundraiser's page by source, device and day (content-45). */
export default function PageViews({ loaderData: data, params }: Route.ComponentProps) {
  const t = useText()
  const title = t('organize.page-views')
  return (
    <>
      <PageTitle section={title} />
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p className="quiet">{t('organize.page-views-lead')}</p>
        </div>
        <nav className="dashboard-periods row" aria-label={t('organize.period')}>
          {periods.map((period) => (
            <a
              key={period}
              className="chip"
              href={`/organize/${params.campaignId}/views?period=${period}`}
              {...(period === data.period ? { 'aria-current': 'true' as const } : {})}
            >
              {t(`organize.period-${period}`)}
            </a>
          ))}
        </nav>
      </div>
      <section className="card card-in stack">
        <p className="dashboard-views">{t('organize.page-views-count', { count: data.views })}</p>
        <p className="quiet small">
          <bdi>{t('organize.span', { from: data.span[0], to: data.span[1] })}</bdi>
        </p>
        {data.unrecorded > 0 ? (
          <p className="quiet small">{t('organize.page-views-unrecorded', { count: data.unrecorded })}</p>
        ) : null}
      </section>
      {data.views === 0 ? (
        <p className="quiet">{t('organize.page-views-none')}</p>
      ) : (
        <>
          {data.sources.length > 0 ? (
            <Shares
              id="sources"
              title={t('organize.page-views-sources')}
              parts={data.sources.map((source) => ({ ...source, name: sourceName(t, source.name) }))}
            />
          ) : null}
          {data.devices.length > 0 ? (
            <Shares
              id="devices"
              title={t('organize.page-views-devices')}
              parts={data.devices.map((device) => ({ ...device, name: t(`organize.device-${device.name}`) }))}
            />
          ) : null}
          <details className="card card-in">
            <summary>{t('organize.page-views-days')}</summary>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('organize.page-views-day')}</th>
                  <th scope="col" className="table-figure">
                    {t('organize.page-views-views')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.days.map(({ day, label, views }) => (
                  <tr key={day}>
                    <th scope="row">
                      <bdi>{label}</bdi>
                    </th>
                    <td className="table-figure">{views}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </>
  )
}
