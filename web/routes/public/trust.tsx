import '#web/features/organizers/organizing/table.css'
import '#web/features/trust/figures/figures.css'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { dateTimeFormat } from '#shared/formats.ts'
import { formatMoney, money } from '#shared/money.ts'
import { dateTag, type Locale } from '#shared/text.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { MonthBars } from '#web/features/trust/figures/month-bars.tsx'
import { TrustChecks } from '#web/features/trust/figures/trust-checks.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Route } from './+types/trust'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['trust/figures']

type Figures = NonNullable<OutputOf<ProductContract, 'GET /v4/trust'>['figures']>

export async function loader({ context }: Route.LoaderArgs) {
  const { api, locale } = context.get(renderContext)
  const { computedAt, figures, hasPayouts } = await findOr404(() => api('GET /v4/trust', {}))
  if (!figures || computedAt === null) return { shown: null, hasPayouts }
  const time = dateTimeFormat(dateTag(locale), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const instantText = (instant: Date) => `${formatDay(localDateIn('UTC', instant), locale)}, ${time.format(instant)}`
  const computed = new Date(computedAt)
  return {
    shown: {
      ...figures,
      computed: { date: formatDay(localDateIn('UTC', computed), locale), time: time.format(computed) },
      checks: figures.checks.map((check) => ({ ...check, lastRun: instantText(new Date(check.checkedAt)) })),
      chart: chartOf(figures, locale),
      monthNames: (figures.months[0]?.months ?? []).map(({ month }) => monthText(month, locale)),
    },
    hasPayouts,
  }
}

const monthText = (month: string, locale: Locale): string =>
  dateTimeFormat(dateTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )

/** The picture shows the currency of most payments; the table has all. */
function chartOf({ months: [first] }: Figures, locale: Locale) {
  if (!first) return null
  const { currency, months } = first
  const sumOf = (name: 'received' | 'paidOut') => {
    const sum = months.reduce((total, month) => total + month[name], 0)
    return `\u2068${formatMoney(money(BigInt(sum), currency), locale, { fractions: 'auto' })}\u2069`
  }
  return { months, params: { currency, received: sumOf('received'), paidOut: sumOf('paidOut') } }
}

type Shown = NonNullable<Route.ComponentProps['loaderData']['shown']>

/** Figures of this installation about how donations are processed (ledger-16). */
export default function Trust({ loaderData: { shown, hasPayouts } }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page figures-page stack-lg">
      <title>{t('trust.title')}</title>
      <div className="stack">
        <h1>{t('trust.title')}</h1>
        <p className="figures-lead">{t('trust.lead')}</p>
        {shown ? <p className="quiet small">{t('trust.computed', shown.computed)}</p> : null}
      </div>
      {shown ? (
        <>
          <Cards shown={shown} hasPayouts={hasPayouts} />
          <Months shown={shown} hasPayouts={hasPayouts} />
          <Zakat shown={shown} hasPayouts={hasPayouts} />
          <TrustChecks checks={shown.checks} />
        </>
      ) : (
        <p className="notice">{t('trust.none')}</p>
      )}
      <p>
        {t('trust.ledger')} <a href="/ledger">{t('trust.ledger-link')}</a>
      </p>
    </div>
  )
}

function Cards({ shown, hasPayouts }: { readonly shown: Shown; readonly hasPayouts: boolean }) {
  const t = useText()
  const { withoutOutcome, duplicates, payoutDays } = shown
  const daysText = (days: number) => t('trust.days', { count: Math.ceil(days) })
  return (
    <div className="figures-figures">
      <section className="card card-in figures-figure">
        <h2>{t('trust.without-outcome')}</h2>
        <p className="figures-number num">{withoutOutcome}</p>
        {withoutOutcome > 0 ? <p className="quiet small">{t('trust.without-outcome-text')}</p> : null}
      </section>
      <section className="card card-in figures-figure">
        <h2>{t('trust.duplicates')}</h2>
        <p className="figures-number num">{duplicates.refunded}</p>
        <p className="quiet small">
          {duplicates.medianMinutes === null
            ? t('trust.duplicates-none')
            : t('trust.duplicates-text', {
                time: t('trust.minutes', { count: Math.max(1, Math.ceil(duplicates.medianMinutes)) }),
              })}
        </p>
      </section>
      {hasPayouts ? (
        <section className="card card-in figures-figure">
          <h2>{t('trust.payout-days')}</h2>
          <p className="figures-number">{payoutDays.median === null ? '–' : daysText(payoutDays.median)}</p>
          <p className="quiet small">
            {payoutDays.percentile95 === null
              ? t('trust.payout-days-none')
              : t('trust.payout-days-text', { days: daysText(payoutDays.percentile95) })}
          </p>
        </section>
      ) : null}
    </div>
  )
}

function Months({ shown, hasPayouts }: { readonly shown: Shown; readonly hasPayouts: boolean }) {
  const t = useText()
  const { chart, months, monthNames } = shown
  if (!chart) return null
  return (
    <section aria-labelledby="months">
      <h2 id="months">{t('trust.months')}</h2>
      <figure className="figures-months">
        <MonthBars months={chart.months} hasPayouts={hasPayouts} labelledBy="months-text" />
        <figcaption id="months-text">
          {t(hasPayouts ? 'trust.months-text' : 'trust.months-text-received', chart.params)}
        </figcaption>
      </figure>
      <details>
        <summary>{t('trust.months-table')}</summary>
        <ScrollRegion label={t('trust.months-table')}>
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{t('trust.month')}</th>
                <th scope="col" className="table-figure">
                  {t('trust.received')}
                </th>
                {hasPayouts ? (
                  <th scope="col" className="table-figure">
                    {t('trust.paid-out')}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {months.flatMap(({ currency, months: ofCurrency }) =>
                ofCurrency.map((month, index) => (
                  <tr key={`${currency}${month.month}`}>
                    <th scope="row">{monthNames[index]}</th>
                    <td className="table-figure" data-label={t('trust.received')}>
                      <Amount minor={month.received} currency={currency} fractions="always" />
                    </td>
                    {hasPayouts ? (
                      <td className="table-figure" data-label={t('trust.paid-out')}>
                        <Amount minor={month.paidOut} currency={currency} fractions="always" />
                      </td>
                    ) : null}
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  )
}

function Zakat({ shown: { zakat }, hasPayouts }: { readonly shown: Shown; readonly hasPayouts: boolean }) {
  const t = useText()
  const columns = [
    ['received', t('trust.received')],
    ...(hasPayouts ? ([['paidOut', t('trust.paid-out')]] as const) : []),
    ['distributed', t('trust.distributed')],
  ] as const
  if (zakat.length === 0) return null
  return (
    <section aria-labelledby="zakat">
      <h2 id="zakat">{t('trust.zakat')}</h2>
      <ScrollRegion label={t('trust.zakat')}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{t('trust.currency')}</th>
              {columns.map(([name, text]) => (
                <th key={name} scope="col" className="table-figure">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {zakat.map((row) => (
              <tr key={row.currency}>
                <th scope="row">{row.currency}</th>
                {columns.map(([name, text]) => (
                  <td key={name} className="table-figure" data-label={text}>
                    <Amount minor={row[name]} currency={row.currency} fractions="always" />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="quiet small">{t('trust.zakat-text')}</p>
    </section>
  )
}
