import { lastOf, one, required } from '#shared/collections.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

export type ChartStep = {
  readonly day: string
  readonly label: string
  readonly raised: number
  readonly donations: number
  readonly views: number
}

const high = 100

/** Returns the cumulative sum at the end of each step, in minor units. */
function sumsOf(steps: readonly ChartStep[], total: number): number[] {
  let sum = total - steps.reduce((all, { raised }) => all + raised, 0)
  return steps.map(({ raised }) => (sum += raised))
}

/** Returns the smallest round number (one of `values` times a power of ten, in minor units) above the highest step. */
export function roundTop(highest: number, values: readonly number[] = [1, 2, 2.5, 5, 10]): number {
  if (highest <= 0) return 100
  const power = 10 ** Math.floor(Math.log10(highest))
  return power * (values.find((value) => value * power >= highest) ?? 10)
}

/** The forecast at the present pace: its end date, the number of steps until then, and minor units raised by then. */
export type ChartForecast = { readonly label: string; readonly steps: number; readonly raised: number }

/**
 * A chart of the cumulative sum, with the goal and a forecast as dashed lines. Time runs left to right in every
 * language, with labels; a table below has the same numbers. Amounts in minor units.
 */
export function RaisedChart({
  steps,
  currency,
  length,
  total,
  goal,
  forecast,
}: {
  readonly steps: readonly ChartStep[]
  readonly currency: Currency
  readonly length: 'day' | 'week' | 'month'
  /** The sum at the end of the last step. */
  readonly total: number
  readonly goal: number | null
  readonly forecast: ChartForecast | null
}) {
  const t = useText()
  const locale = useLocale()
  const sums = sumsOf(steps, total)
  const top = roundTop(Math.max(total, ...sums, goal ?? 0, forecast?.raised ?? 0))
  const last = steps.length - 1
  const width = Math.max(1, last + (forecast?.steps ?? 0))
  const y = (raised: number) => high - (Math.max(0, raised) / top) * high
  const line =
    steps.length === 1
      ? `M0 ${y(total)}H${forecast ? 0 : 1}`
      : sums.map((sum, index) => `${index === 0 ? 'M' : 'L'}${index} ${y(sum).toFixed(2)}`).join('')
  const words = (minor: number) =>
    formatMoney(money(BigInt(Math.round(minor)), currency), locale, { fractions: 'auto' })
  const summary = t(goal === null ? 'organize.chart-summary' : 'organize.chart-summary-goal', {
    from: one(steps).label,
    to: lastOf(steps).label,
    first: words(required(sums[0])),
    amount: words(total),
    goal: words(goal ?? 0),
  })
  const percentAt = (index: number) => `${(index / width) * 100}%`
  return (
    <figure className="chart">
      <div className="chart-plot" dir="ltr">
        <div className="chart-amounts" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <bdi key={value}>{words(value)}</bdi>
          ))}
        </div>
        <div className="chart-lines">
          <svg viewBox={`0 0 ${width} ${high}`} preserveAspectRatio="none" role="img" aria-label={summary}>
            <g className="chart-grid">
              {[0, high / 2, high].map((value) => (
                <line key={value} x1="0" x2={width} y1={value} y2={value} />
              ))}
            </g>
            <path className="chart-area" d={`${line}V${high}H0z`} />
            {goal === null ? null : <path className="chart-goal" d={`M0 ${y(goal)}H${width}`} />}
            <path className="chart-line" d={line} />
            {forecast ? (
              <path className="chart-forecast" d={`M${last} ${y(total)}L${width} ${y(forecast.raised)}`} />
            ) : null}
            {steps.map((step, index) => (
              <rect key={step.day} className="chart-step" x={index - 0.5} y="0" width="1" height={high}>
                <title>{`${step.label}: ${words(required(sums[index]))} (+${words(step.raised)})`}</title>
              </rect>
            ))}
          </svg>
          {goal === null ? null : (
            <bdi className="chart-mark" style={{ insetBlockStart: `${y(goal)}%` }} aria-hidden="true" dir="auto">
              {t('organize.chart-goal', { goal: words(goal) })}
            </bdi>
          )}
          <span
            className="chart-now"
            style={{ insetInlineStart: percentAt(last), insetBlockStart: `${y(total)}%` }}
            aria-hidden="true"
          />
        </div>
        <div className="chart-days" aria-hidden="true">
          <bdi>{one(steps).label}</bdi>
          {/* The wrapper has the page's direction, because an Arabic label would position itself from the other
              side. */}
          {last > 1 ? (
            <span style={{ insetInlineStart: percentAt(last) }}>
              <bdi>{lastOf(steps).label}</bdi>
            </span>
          ) : null}
          {forecast && forecast.steps > width / 6 ? (
            <span style={{ insetInlineStart: '100%' }}>
              <bdi>{forecast.label}</bdi>
            </span>
          ) : null}
        </div>
      </div>
      <figcaption className="quiet small">
        {t(`organize.chart-${length}`)} {t('organize.chart-way')}
        {forecast ? ` ${t('organize.chart-forecast')}` : null}
      </figcaption>
      <details className="chart-table">
        <summary>{t('organize.chart-table')}</summary>
        <ScrollRegion label={t('organize.chart-table')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t(`organize.step-${length}`)}</th>
                <th scope="col" className="table-figure">
                  {t('organize.raised')}
                </th>
                <th scope="col" className="table-figure">
                  {t('organize.donations-count')}
                </th>
                <th scope="col" className="table-figure">
                  {t('organize.views')}
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.toReversed().map((step) => (
                <tr key={step.day}>
                  <th scope="row">
                    <bdi>{step.label}</bdi>
                  </th>
                  <td className="table-figure">
                    <Amount minor={step.raised} currency={currency} />
                  </td>
                  <td className="table-figure num">{step.donations}</td>
                  <td className="table-figure num">{step.views}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}
