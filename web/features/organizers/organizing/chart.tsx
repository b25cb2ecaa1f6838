import { lastOf, one, required } from '#shared/collections.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'

export type ChartStep = {
  readonly day: string
  readonly label: string
  readonly raised: number
  readonly gifts: number
  readonly views: number
}

const high = 100

/** Returns the smallest round number (1, 2, 2.5 or 5 times a power of ten, in minor units) above the highest step. */
function roundTop(highest: number): number {
  if (highest <= 0) return 100
  const power = 10 ** Math.floor(Math.log10(highest))
  return power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= highest) ?? 10)
}

/**
 * Chart of the sums over time. Time runs from left to right in every language and is labelled so; a table below has the
 * same numbers. Amounts in minor units.
 */
export function RaisedChart({
  steps,
  currency,
  length,
}: {
  readonly steps: readonly ChartStep[]
  readonly currency: Currency
  readonly length: 'day' | 'week' | 'month'
}) {
  const t = useText()
  const locale = useLocale()
  const top = roundTop(Math.max(...steps.map((step) => step.raised)))
  const width = Math.max(1, steps.length - 1)
  const y = (raised: number) => high - (raised / top) * high
  const [first, last] = [one(steps), lastOf(steps)]
  const line =
    steps.length === 1
      ? `M0 ${y(first.raised)}H1`
      : steps.map((step, index) => `${index === 0 ? 'M' : 'L'}${index} ${y(step.raised).toFixed(2)}`).join('')
  const words = (minor: number) => formatMoney(money(BigInt(Math.round(minor)), currency), locale)
  const best = steps.reduce((a, b) => (b.raised > a.raised ? b : a))
  const middle = required(steps[Math.floor((steps.length - 1) / 2)])
  const marks = new Set([first, middle, last])
  const summary = t('organize.chart-summary', {
    from: first.label,
    to: last.label,
    best: best.label,
    amount: words(best.raised),
  })
  return (
    <figure className="chart">
      <div className="chart-plot" dir="ltr">
        <div className="chart-amounts" aria-hidden="true">
          {[top, top / 2, 0].map((each) => (
            <bdi key={each}>{words(each)}</bdi>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${high}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          <g className="chart-grid">
            {[0, high / 2, high].map((each) => (
              <line key={each} x1="0" x2={width} y1={each} y2={each} />
            ))}
          </g>
          <path className="chart-area" d={`${line}V${high}H0z`} />
          <path className="chart-line" d={line} />
          {steps.map((step, index) => (
            <rect key={step.day} className="chart-step" x={index - 0.5} y="0" width="1" height={high}>
              <title>{`${step.label}: ${words(step.raised)}`}</title>
            </rect>
          ))}
        </svg>
        <div className="chart-days" aria-hidden="true">
          {[...marks].map(({ day, label }) => (
            <bdi key={day}>{label}</bdi>
          ))}
        </div>
      </div>
      <figcaption className="quiet small">
        {t(`organize.chart-${length}`)} {t('organize.chart-way')}
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
                  {t('organize.gifts-count')}
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
                  <td className="table-figure num">{step.gifts}</td>
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
