import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { periods, type Period } from '#modules/organizers/organizing/rules/period.ts'
import { localDate } from '#shared/calendar.ts'
import { isProblem } from '#shared/problem.ts'
import { type ChartForecast, RaisedChart } from '#web/features/organizers/organizing/chart.tsx'
import {
  type Dashboard,
  type DashboardWithFigures,
  hasFigures,
  KeyFigures,
  LatestDonations,
  SourceList,
  TaskList,
} from '#web/features/organizers/organizing/dashboard-parts.tsx'
import { RaisedSoFar } from '#web/features/organizers/organizing/raised-so-far.tsx'
import { StartChecklist } from '#web/features/organizers/organizing/start-checklist.tsx'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { throwAccessError } from '#web/lib/access.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/offline.css'
import '#web/features/organizers/organizing/copy.css'
import type { Route } from './+types/dashboard'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const period: Period = periods.find((period) => period === query.get('period')) ?? '30'
    const dashboard = await api('GET /v4/campaigns/:campaignId/dashboard', { campaignId: params.campaignId, period })
    const withYear = dashboard.stepLength !== 'day'
    const shown = (day: string | null) => day && shortDay(day, locale, { withYear: true })
    return {
      ...dashboard,
      days: { endsOn: shown(dashboard.endsOn), reachesGoalOn: shown(dashboard.forecast?.reachesGoalOn ?? null) },
      ahead: extendForecast(dashboard, (day) => shortDay(day, locale, { withYear })),
      steps: dashboard.steps.map((step) => ({ ...step, label: shortDay(step.day, locale, { withYear }) })),
      latest: dashboard.latest.map((donation) => ({
        ...donation,
        label: shortDay(donation.givenAt, locale, { withYear: true }),
      })),
      span: [
        shortDay(dashboard.from, locale, { withYear: true }),
        shortDay(dashboard.to, locale, { withYear: true }),
      ] as const,
      thanking: query.get('thank'),
      isThanked: query.get('done') === 'thanked',
    }
  })

const daysInStep = { day: 1, week: 7, month: 30 } as const

/** Returns the forecast at the present pace: until the goal or the end date, and at most half the chart's period. */
function extendForecast(dashboard: Dashboard, label: (day: string) => string): ChartForecast | null {
  if (!dashboard.forecast || !hasFigures(dashboard)) return null
  const span = daysBetween(localDate(dashboard.from), localDate(dashboard.to)) + 1
  const target = dashboard.forecast.reachesGoalOn ?? dashboard.endsOn
  const days = Math.min(
    target === null ? span : daysBetween(localDate(dashboard.to), localDate(target)),
    Math.max(3, Math.ceil(span / 2)),
  )
  return {
    label: label(addDays(localDate(dashboard.to), days)),
    steps: days / daysInStep[dashboard.stepLength],
    raised: dashboard.total.raised + dashboard.forecast.perDay * days,
  }
}

/** A plain form that sends a thank-you message to a donor. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const message = postedText(form, 'message', 4000)
  try {
    await api('POST /v4/campaigns/:campaignId/donations/:donationId/thanks', {
      campaignId: params.campaignId,
      donationId: postedText(form, 'gift', 40),
      message,
    })
  } catch (error) {
    if (!isProblem(error) || error.class === 'authentication' || error.class === 'not-found')
      throwAccessError(error, request)
    const refused = refusalOf(error)
    return data({ problem: refused.fields.message ?? refused.message, message }, { status: refused.status })
  }
  return redirect(`/organize/${params.campaignId}?done=thanked#latest`, 303)
}

/** The fundraiser's performance and suggested tasks (content-16). */
export default function OrganizeDashboard({ loaderData: data, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const root = `/organize/${params.campaignId}`
  const title = t('organize.overview')
  const isPublic = data.state !== 'draft' && data.state !== 'review'
  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      <h1>{title}</h1>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={
          actionData
            ? [
                {
                  id: data.latest.some(({ id, canBeThanked }) => canBeThanked && id === data.thanking)
                    ? 'message'
                    : 'latest',
                  text: actionData.problem,
                },
              ]
            : []
        }
      />
      {data.isThanked && !actionData ? <DoneNotice>{t('organize.thanks-sent')}</DoneNotice> : null}
      {isPublic && hasFigures(data) ? <RaisedSoFar dashboard={data} root={root} days={data.days} /> : null}
      {data.state === 'review' ? <p className="notice">{t('organize.in-review')}</p> : null}
      {data.checklist.length > 0 ? <StartChecklist items={data.checklist} root={root} /> : null}
      {isPublic ? (
        <>
          {data.tasks.length > 0 || data.checklist.length === 0 ? (
            <section className="card card-in stack" aria-labelledby="tasks">
              <h2 id="tasks">{t('organize.tasks')}</h2>
              <TaskList tasks={data.tasks} root={root} />
            </section>
          ) : null}
          {hasFigures(data) ? <Figures dashboard={data} root={root} /> : null}
          {hasFigures(data) || data.latest.length > 0 ? (
            <section className="card card-in stack" aria-labelledby="latest">
              <h2 id="latest">{t('organize.latest')}</h2>
              <LatestDonations
                donations={data.latest}
                root={root}
                thanking={data.thanking}
                problem={actionData?.problem}
                typed={actionData?.message ?? ''}
              />
            </section>
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** Figures of a period, the chart, and the sources of donations. */
function Figures({
  dashboard,
  root,
}: {
  readonly dashboard: Route.ComponentProps['loaderData'] & DashboardWithFigures
  readonly root: string
}) {
  const t = useText()
  return (
    <>
      <section className="stack" aria-labelledby="figures">
        <div className="page-head">
          <div>
            <h2 id="figures">{t('organize.figures')}</h2>
            <p className="quiet small">
              <bdi>{t('organize.span', { from: dashboard.span[0], to: dashboard.span[1] })}</bdi>
            </p>
          </div>
          <nav className="dashboard-periods row" aria-label={t('organize.period')}>
            {periods.map((period) => (
              <a
                key={period}
                className="chip"
                href={`${root}?period=${period}#figures`}
                {...(period === dashboard.period ? { 'aria-current': 'true' as const } : {})}
              >
                {t(`organize.period-${period}`)}
              </a>
            ))}
          </nav>
        </div>
        <KeyFigures dashboard={dashboard} />
      </section>
      <section className="card card-in stack" aria-labelledby="raised">
        <h2 id="raised">{t('organize.chart-title')}</h2>
        <RaisedChart
          steps={dashboard.steps}
          currency={dashboard.currency}
          length={dashboard.stepLength}
          total={dashboard.total.raised}
          goal={dashboard.total.goal}
          forecast={dashboard.ahead}
        />
        {dashboard.offline.countedCount + dashboard.offline.waitingCount === 0 ? null : (
          <p className="offline-line">
            <span className="strong">{t('organize.offline-apart')}</span>{' '}
            <Amount minor={dashboard.offline.counted} currency={dashboard.currency} />
            <span className="quiet small">
              {' '}
              {t('organize.donation-count', { count: dashboard.offline.countedCount })}
            </span>
          </p>
        )}
      </section>
      <section className="card card-in stack" aria-labelledby="sources">
        <h2 id="sources">{t('organize.sources')}</h2>
        <SourceList sources={dashboard.sources} currency={dashboard.currency} />
      </section>
    </>
  )
}
