import '#web/features/money/public-ledger/public-ledger.css'
import '#web/features/organizers/organizing/table.css'
import { formatDay, isLocalDate, localDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { LedgerTotalsTable, type LedgerTotals, totalColumns } from '#web/features/money/public-ledger/ledger-totals.tsx'
import { MoneyFlow } from '#web/features/money/public-ledger/money-flow.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Route } from './+types/ledger'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/public-ledger']

const daysShown = 14

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, hasPayouts, locale } = context.get(renderContext)
  const before = new URL(request.url).searchParams.get('before') ?? ''
  const { newest, totals, years, days, next } = await api('GET /v4/ledger', {
    limit: daysShown,
    ...(isLocalDate(before) ? { before } : {}),
  })
  const dayText = (day: string) => formatDay(localDate(day), locale)
  return {
    newestDay: newest && dayText(newest.day),
    totals,
    flow: flowOf(totals, locale),
    years,
    days: days.map((row) => ({ ...row, dayText: dayText(row.day) })),
    isFirstPage: before === '',
    next,
    hasPayouts,
  }
}

/** The figures of the picture: those of the currency of most fundraisers, with its zakat. */
function flowOf([first]: LedgerTotals, locale: Locale) {
  if (!first) return null
  const { currency, rest, zakat } = first
  const figures = {
    received: rest.received + zakat.received,
    fees: rest.fees + zakat.fees,
    paidOut: rest.paidOut + zakat.paidOut,
    waiting: rest.waiting + zakat.waiting,
  }
  const amount = (minor: number) =>
    `\u2068${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })}\u2069`
  return {
    currency,
    figures,
    params: {
      currency,
      received: amount(figures.received),
      fees: amount(figures.fees),
      paidOut: amount(figures.paidOut),
      waiting: amount(figures.waiting),
    },
  }
}

type Data = Route.ComponentProps['loaderData']

/** The public ledger: totals, how to verify them, and the published days (ledger-15). */
export default function Ledger({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { newestDay, isFirstPage } = loaderData
  return (
    <div className="page public-ledger-page stack-lg">
      <title>{t('public-ledger.title')}</title>
      <div className="stack">
        <h1>{t('public-ledger.title')}</h1>
        <p className="public-ledger-lead">{t('public-ledger.lead')}</p>
      </div>
      {newestDay === null ? (
        <p className="notice">{t('public-ledger.none')}</p>
      ) : (
        <>
          {isFirstPage ? (
            <>
              <Flow data={loaderData} />
              <Totals data={loaderData} day={newestDay} />
              <Verification data={loaderData} />
            </>
          ) : null}
          <Days data={loaderData} />
        </>
      )}
    </div>
  )
}

function Flow({ data: { flow, hasPayouts } }: { readonly data: Data }) {
  const t = useText()
  if (!flow) return null
  return (
    <section aria-labelledby="flow">
      <h2 id="flow">{t('public-ledger.flow')}</h2>
      <figure className="public-ledger-flow">
        <MoneyFlow currency={flow.currency} figures={hasPayouts ? flow.figures : { ...flow.figures, paidOut: 0 }} />
        <figcaption id="money-flow-text">
          {t(hasPayouts ? 'public-ledger.flow-text' : 'public-ledger.flow-text-received', flow.params)}
        </figcaption>
      </figure>
    </section>
  )
}

function Totals({ data: { totals, hasPayouts }, day }: { readonly data: Data; readonly day: string }) {
  const t = useText()
  return (
    <section aria-labelledby="totals">
      <div>
        <h2 id="totals">{t('public-ledger.totals')}</h2>
        <p className="quiet">{t('public-ledger.as-of', { day })}</p>
      </div>
      <LedgerTotalsTable label={t('public-ledger.totals')} totals={totals} hasPayouts={hasPayouts} />
      <p className="quiet small">{t('public-ledger.totals-note')}</p>
      <p>
        <a className="tap-link" href="/ledger/campaigns">
          {t('public-ledger.campaigns-link')}
        </a>
      </p>
    </section>
  )
}

/** Three steps to verify the ledger, with the downloads and the command. */
function Verification({ data: { years } }: { readonly data: Data }) {
  const t = useText()
  const files = years.map(({ year }) => `sunbul-ledger-${year}.csv`).toReversed()
  return (
    <section aria-labelledby="verify">
      <h2 id="verify">{t('public-ledger.verify')}</h2>
      <ol className="public-ledger-steps">
        <li className="stack">
          <p>{t('public-ledger.step-1')}</p>
          <p className="button-row">
            <a className="button button-primary" href="/ledger/verify-ledger.mjs" download>
              <bdi>verify-ledger.mjs</bdi>
            </a>
            {years.map(({ year, days }) => (
              <a key={year} className="button button-quiet" href={`/v4/ledger/files/${year}`} download>
                {t('public-ledger.year-file', { year: String(year), count: days })}
              </a>
            ))}
          </p>
        </li>
        <li className="stack">
          <p>{t('public-ledger.step-2', { node: '\u2066Node.js 18\u2069' })}</p>
          <pre className="public-ledger-command">
            <code>node verify-ledger.mjs {files.join(' ')}</code>
          </pre>
        </li>
        <li>
          <p>{t('public-ledger.step-3', { correct: '\u2066Correct\u2069' })}</p>
        </li>
      </ol>
      <h3>{t('public-ledger.how')}</h3>
      <p>{t('public-ledger.how-text')}</p>
      <p>{t('public-ledger.privacy-text')}</p>
    </section>
  )
}

function Days({ data: { days, next, isFirstPage, hasPayouts } }: { readonly data: Data }) {
  const t = useText()
  const columns = totalColumns(hasPayouts).filter(([name]) => name !== 'waiting')
  return (
    <section aria-labelledby="days">
      <h2 id="days">{t('public-ledger.days')}</h2>
      <ScrollRegion label={t('public-ledger.days')}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{t('public-ledger.day')}</th>
              {columns.map(([name, text]) => (
                <th key={name} scope="col" className="table-figure">
                  {t(text)}
                </th>
              ))}
              <th scope="col">{t('public-ledger.code')}</th>
              <th scope="col">{t('public-ledger.file')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, dayText, head, sums }) => (
              <tr key={day}>
                <th scope="row">
                  <bdi>{dayText}</bdi>
                </th>
                {columns.map(([name, text]) => (
                  <td key={name} className="table-figure" data-label={t(text)}>
                    <span className="public-ledger-sums">
                      {name === 'received' && sums.length === 0 ? (
                        <span className="quiet">{t('public-ledger.no-sums')}</span>
                      ) : null}
                      {sums.map((sum) => (
                        <Amount
                          key={sum.currency}
                          minor={sum[name === 'waiting' ? 'received' : name]}
                          currency={sum.currency}
                          fractions="always"
                        />
                      ))}
                    </span>
                  </td>
                ))}
                <td data-label={t('public-ledger.code')}>
                  <bdi className="public-ledger-head">{head}</bdi>
                </td>
                <td data-label={t('public-ledger.file')}>
                  <a className="tap-link" dir="ltr" href={`/v4/ledger/files/${day}`} download>
                    {day}.csv
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Pager
        label={t('public-ledger.pages')}
        newest={isFirstPage ? undefined : { href: '/ledger', text: t('public-ledger.newest') }}
        older={next === null ? undefined : { href: `/ledger?before=${next}`, text: t('public-ledger.older') }}
      />
    </section>
  )
}
