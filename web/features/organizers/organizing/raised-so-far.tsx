import { useLocale, useText } from '#web/lib/text.tsx'
import { formatMoney, money } from '#shared/money.ts'
import { toWholeUnits } from '#web/features/money/giving/giving-total.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Dashboard, DashboardWithFigures } from './dashboard-parts.tsx'

/** The amount raised, the progress, the forecast at the present pace, and the next action. */
export function RaisedSoFar({
  dashboard,
  root,
  days,
}: {
  readonly dashboard: DashboardWithFigures
  readonly root: string
  /** The formatted end date and the date on which the goal will be reached. */
  readonly days: { readonly endsOn: string | null; readonly reachesGoalOn: string | null }
}) {
  const t = useText()
  const locale = useLocale()
  const { total, currency } = dashboard
  const action = actionOf(dashboard)
  return (
    <section className="card card-in dashboard-raised" aria-labelledby="so-far">
      <div className="stack">
        <h2 id="so-far" className="visually-hidden">
          {t('organize.raised')}
        </h2>
        <p className="dashboard-raised-total">
          <b>
            <Amount minor={total.raised} currency={currency} />
          </b>{' '}
          <span className="quiet">
            {total.goal === null ? (
              t('organize.raised-so-far')
            ) : (
              <>
                {t('organize.raised-of')} <Amount minor={total.goal} currency={currency} />
              </>
            )}
          </span>
        </p>
        {total.percentage === null ? null : <Progress percent={total.percentage} />}
        <p className="quiet">
          {[
            total.percentage === null ? '' : `${total.percentage}%`,
            t('organize.donation-count', { count: total.donations }),
            days.endsOn && dashboard.endsOn && dashboard.state !== 'closed'
              ? t(dashboard.endsOn < dashboard.to ? 'organize.ended-on' : 'organize.ends-on', { day: days.endsOn })
              : '',
          ]
            .filter(Boolean)
            .map((text) => `\u2068${text}\u2069`)
            .join(' · ')}
        </p>
        {total.raised === total.ownRaised ? null : (
          <p className="quiet small">
            {t('organize.supporters-part', {
              amount: `\u2068${formatMoney(money(BigInt(total.raised - total.ownRaised), currency), locale)}\u2069`,
            })}
          </p>
        )}
        <ForecastText dashboard={dashboard} reachesGoalOn={days.reachesGoalOn} endsOn={days.endsOn} />
      </div>
      {action ? (
        <p>
          <a className="button button-primary" href={`${root}${action.path}`}>
            {t(action.label)}
          </a>
        </p>
      ) : null}
    </section>
  )
}

function ForecastText({
  dashboard: { forecast, currency },
  reachesGoalOn,
  endsOn,
}: {
  readonly dashboard: Dashboard
  readonly reachesGoalOn: string | null
  readonly endsOn: string | null
}) {
  const t = useText()
  const locale = useLocale()
  if (!forecast) return null
  if (reachesGoalOn) return <p>{t('organize.forecast-goal', { day: reachesGoalOn })}</p>
  if (forecast.atEnd === null || !endsOn) return null
  const amount = `\u2068${formatMoney(toWholeUnits(money(BigInt(forecast.atEnd), currency)), locale)}\u2069`
  return <p>{t('organize.forecast-end', { amount, day: endsOn })}</p>
}

const newsTasks: readonly string[] = ['ending-soon', 'goal-reached', 'first-news', 'news']

/** Returns the fundraiser's next action: an update if one is due, otherwise sharing. */
function actionOf({ state, tasks }: Dashboard) {
  if (state === 'paused') return { path: '/state', label: 'organize.action-resume' } as const
  if (state === 'closed') return { path: '/news', label: 'organize.action-news' } as const
  if (state !== 'active') return null
  const isNewsDue = tasks.some(({ task }) => newsTasks.includes(task))
  return isNewsDue
    ? ({ path: '/news', label: 'organize.action-news' } as const)
    : ({ path: '/share', label: 'organize.action-share' } as const)
}
