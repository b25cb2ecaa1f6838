import type { Currency } from '#shared/money.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChosenLevel } from './chosen-level.tsx'
import { sourceName } from './source-name.ts'
import { TextArea } from '#web/ui/field.tsx'

export type Dashboard = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/dashboard'>
type Figures = 'now' | 'change' | 'total' | 'offline'
/** A dashboard of a member who sees its figures. */
export type DashboardWithFigures = Dashboard & { readonly [K in Figures]: NonNullable<Dashboard[K]> }
export const hasFigures = <D extends Dashboard>(dashboard: D): dashboard is D & DashboardWithFigures =>
  dashboard.now !== null
type Latest = Dashboard['latest'][number]

/** Amount raised, donors, average and conversion, each with its previous value. */
export function KeyFigures({ dashboard }: { readonly dashboard: DashboardWithFigures }) {
  const t = useText()
  const { now, change, currency, period } = dashboard
  return (
    <dl className="dashboard-figures">
      <Figure label={t('organize.raised')} change={change.raised} period={period}>
        <Amount minor={now.raised} currency={currency} />
      </Figure>
      <Figure
        label={t('organize.donors')}
        change={change.donors}
        period={period}
        note={t('organize.donation-count', { count: now.donations })}
      >
        <span className="num">{now.donors}</span>
      </Figure>
      <Figure label={t('organize.average')} change={change.average} period={period}>
        {now.average === null ? (
          <span aria-label={t('organize.none')}>–</span>
        ) : (
          <Amount minor={now.average} currency={currency} />
        )}
      </Figure>
      {now.conversion === null ? (
        <Figure label={t('organize.conversion')} change={null} period={period} note={t('organize.no-views')}>
          <span aria-label={t('organize.none')}>–</span>
        </Figure>
      ) : (
        <Figure
          label={t('organize.conversion')}
          change={change.conversion}
          period={period}
          note={t('organize.view-count', { count: now.views })}
        >
          <bdi className="num">{`${(now.conversion / 10).toFixed(1)}%`}</bdi>
        </Figure>
      )}
    </dl>
  )
}

const trends: Readonly<Record<number, 'up' | 'down'>> = { 1: 'up', [-1]: 'down' }

function Figure({
  label,
  change,
  period,
  note,
  children,
}: {
  readonly label: string
  readonly change: number | null
  readonly period: Dashboard['period']
  readonly note?: string
  readonly children: React.ReactNode
}) {
  const t = useText()
  const trend = trends[Math.sign(change ?? 0)] ?? 'same'
  return (
    <div className="dashboard-figure card card-in">
      <dt>{label}</dt>
      <dd className="dashboard-figure-value">{children}</dd>
      {change === null ? null : (
        <dd className="dashboard-figure-change" data-trend={trend}>
          {t(`organize.change-${trend}`, { percent: Math.abs(change), days: period })}
        </dd>
      )}
      {note ? <dd className="quiet small">{note}</dd> : null}
    </div>
  )
}

function SourceName({ source: { kind, name } }: { readonly source: Dashboard['sources'][number] }) {
  const t = useText()
  if (kind === 'none') return t('organize.source-none')
  if (kind === 'other') return t('organize.source-other')
  return (
    <>
      <bdi>{kind === 'referral' ? name : sourceName(t, name)}</bdi>{' '}
      {kind === 'referral' ? <Badge>{t('organize.source-referral')}</Badge> : null}
    </>
  )
}

/** Sources of donations, largest first, with bars. */
export function SourceList({
  sources,
  currency,
}: {
  readonly sources: Dashboard['sources']
  readonly currency: Currency
}) {
  const t = useText()
  if (sources.length === 0) return <p className="quiet">{t('organize.no-donations-yet')}</p>
  return (
    <ul className="dashboard-sources">
      {sources.map((source) => (
        <li key={`${source.kind}${source.name}`}>
          <span className="dashboard-source-name">
            <SourceName source={source} />
          </span>
          <span>
            <Amount minor={source.raised} currency={currency} />{' '}
            <span className="quiet small">{t('organize.donation-count', { count: source.donations })}</span>
          </span>
          <span className="dashboard-source-bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.max(1, source.percentage)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const places = {
  'confirm-offline': '/offline',
  fulfil: '/claims',
  'no-cover': '/edit',
  'ending-soon': '/news',
  'goal-near': '/share',
  'goal-reached': '/news',
  'first-news': '/news',
  news: '/news',
  thank: '#latest',
} as const

/** Suggested tasks with links. */
export function TaskList({ tasks, root }: { readonly tasks: Dashboard['tasks']; readonly root: string }) {
  const t = useText()
  if (tasks.length === 0) return <p className="quiet">{t('organize.no-tasks')}</p>
  return (
    <ul className="dashboard-tasks">
      {tasks.map(({ task, count }) => (
        <li key={task}>
          <a href={`${root}${places[task]}`}>{t(`organize.task-${task}`, { count })}</a>
        </li>
      ))}
    </ul>
  )
}

/** The latest donations; those without a thank-you have a form. */
export function LatestDonations({
  donations,
  root,
  thanking,
  problem,
  typed,
}: {
  readonly donations: readonly (Latest & { readonly label: string })[]
  readonly root: string
  /** The donation whose form is open. */
  readonly thanking: string | null
  readonly problem: string | undefined
  readonly typed: string
}) {
  const t = useText()
  if (donations.length === 0) return <p className="quiet">{t('organize.no-donations-yet')}</p>
  return (
    <ul className="dashboard-donations">
      {donations.map((donation) => (
        <li key={donation.id} id={donation.id}>
          <div className="dashboard-donation">
            <span className="dashboard-donation-who">
              <span className="strong">
                <bdi>{donation.name ?? t('organize.anonymous')}</bdi>
              </span>
              <span className="quiet small">
                <bdi>{donation.label}</bdi>
                {donation.place ? (
                  <>
                    {' · '}
                    <bdi>{donation.place}</bdi>
                  </>
                ) : null}
                {donation.level ? (
                  <>
                    {' · '}
                    <ChosenLevel level={donation.level} quantity={donation.quantity} />
                  </>
                ) : null}
              </span>
            </span>
            <span className="strong">
              <Amount minor={donation.gift} currency={donation.currency} />
            </span>
            {donation.isThanked ? <Badge look="brand">{t('organize.thanked')}</Badge> : null}
            {donation.canBeThanked && thanking !== donation.id ? (
              <a
                className="button button-quiet button-small"
                href={`${root}?thank=${donation.id}#${donation.id}`}
                aria-label={t('organize.thank-one', { name: donation.name ?? t('organize.anonymous') })}
              >
                {t('organize.thank')}
              </a>
            ) : null}
          </div>
          {thanking === donation.id && donation.canBeThanked ? (
            <form method="post" action={`${root}?index&thank=${donation.id}#${donation.id}`} className="notice stack">
              <input type="hidden" name="gift" value={donation.id} />
              <TextArea
                id="message"
                label={t('organize.thanks-label')}
                hint={t('organize.thanks-hint')}
                error={problem}
                rows={4}
                maxLength={600}
                required
                defaultValue={typed}
              />
              <div className="button-row">
                <Button>{t('organize.thanks-send')}</Button>
                <a className="button button-quiet" href={root}>
                  {t('organize.cancel')}
                </a>
              </div>
            </form>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
