import { formatMoney, money, type Currency } from '#shared/money.ts'
import { lastOf, one } from '#shared/collections.ts'
import { roundTop } from '#web/features/organizers/organizing/chart.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { CharityFigures } from './charity-figures.ts'
import { ApproximateAmount, approximateText } from './approximate-amount.tsx'

type Step = CharityFigures['steps'][number] & { readonly label: string }
const high = 100
/** Tops of the chart whose halves are round too. */
const tops = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/**
 * A chart of what was given in each step, with a mark for the same step of the period before. Time runs left to right
 * in every language, with labels; a table below has the same numbers. Amounts in minor units.
 */
export function GivenChart({
  steps,
  view,
  currency,
  total,
  isApproximate,
}: {
  readonly steps: readonly Step[]
  readonly view: CharityFigures['view']
  readonly currency: Currency
  readonly total: number
  readonly isApproximate: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const top = roundTop(Math.max(...steps.map(({ given, before }) => Math.max(given, before))), tops)
  const heightOf = (minor: number) => (Math.max(0, minor) / top) * high
  const words = (minor: number) => approximateText(minor, { currency, locale, isApproximate })
  const highest = steps.reduce((best, step) => (step.given > best.given ? step : best), one(steps))
  const summary = t('workspace.chart-summary', {
    total: words(total),
    from: one(steps).label,
    to: lastOf(steps).label,
    highest: words(highest.given),
    day: highest.label,
  })
  return (
    <figure className="chart">
      <div className="chart-plot" dir="ltr">
        <div className="chart-amounts" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <bdi key={value}>
              {formatMoney(money(BigInt(Math.round(value)), currency), locale, { fractions: 'auto' })}
            </bdi>
          ))}
        </div>
        <div className="chart-lines">
          <svg viewBox={`0 0 ${steps.length} ${high}`} preserveAspectRatio="none" role="img" aria-label={summary}>
            <g className="chart-grid">
              {[0, high / 2, high].map((value) => (
                <line key={value} x1="0" x2={steps.length} y1={value} y2={value} />
              ))}
            </g>
            {steps.map(({ day, label, given, before }, index) => (
              <g key={day}>
                <rect
                  className="workspace-bar"
                  x={index + 0.14}
                  width="0.72"
                  y={high - heightOf(given)}
                  height={heightOf(given)}
                />
                {before > 0 ? (
                  <line
                    className="workspace-mark"
                    x1={index + 0.06}
                    x2={index + 0.94}
                    y1={high - heightOf(before)}
                    y2={high - heightOf(before)}
                  />
                ) : null}
                <rect className="chart-step" x={index} y="0" width="1" height={high}>
                  <title>{`${label}: ${words(given)} (${t('workspace.before')}: ${words(before)})`}</title>
                </rect>
              </g>
            ))}
          </svg>
        </div>
        <div className="chart-days" aria-hidden="true">
          <bdi>{one(steps).label}</bdi>
          <span style={{ insetInlineStart: '100%' }}>
            <bdi>{lastOf(steps).label}</bdi>
          </span>
        </div>
      </div>
      <figcaption className="workspace-key quiet small">
        <span>{t('workspace.chart-key-now')}</span>
        <span className="workspace-key-before">{t('workspace.chart-key-before')}</span>
      </figcaption>
      <details className="chart-table">
        <summary>{t('organize.chart-table')}</summary>
        <ScrollRegion label={t('organize.chart-table')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t(`workspace.step-${view}`)}</th>
                <th scope="col" className="table-figure">
                  {t('workspace.given')}
                </th>
                <th scope="col" className="table-figure">
                  {t('workspace.before')}
                </th>
                <th scope="col" className="table-figure">
                  {t('workspace.donations')}
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
                    <ApproximateAmount minor={step.given} currency={currency} isApproximate={isApproximate} />
                  </td>
                  <td className="table-figure">
                    <ApproximateAmount minor={step.before} currency={currency} isApproximate={isApproximate} />
                  </td>
                  <td className="table-figure num">{step.donations}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}
