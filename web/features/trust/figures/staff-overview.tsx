import { pagesOfParts } from './part-links.ts'
import type { StaffOverview } from '#modules/trust/figures/contract-overview.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import './staff-overview.css'
import type { Json } from '#shared/wire/json.ts'

export type OverviewOnPage = Json<StaffOverview> & {
  /** The times of the overview as texts, such as "2 hours ago", by their instant. */
  readonly ago: Readonly<Record<string, string>>
}

/** What needs attention now: today's money, cases by age, failing parts, payments that don't match, bounced mails. */
export function StaffOverviewCards({ overview }: { readonly overview: OverviewOnPage }) {
  const t = useText()
  return (
    <div className="staff-overview">
      {overview.money ? <MoneyToday money={overview.money} /> : null}
      <Attention overview={overview} />
      {overview.cases.length > 0 ? <CaseAges overview={overview} /> : null}
      {overview.bounced.length > 0 ? (
        <section className="card card-in stack" aria-labelledby="bounced">
          <h2 id="bounced">{t('overview.bounced')}</h2>
          <p className="quiet small">{t('overview.bounced-lead')}</p>
          <ul className="staff-overview-rows">
            {overview.bounced.map(({ domain, mails, lastAt }) => (
              <li key={domain}>
                <bdi dir="ltr">{domain}</bdi>
                <span className="quiet small">
                  {t('overview.mails', { count: mails })} · {overview.ago[lastAt]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function MoneyToday({ money }: { readonly money: NonNullable<Json<StaffOverview>['money']> }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="money-today">
      <h2 id="money-today">{t('overview.money')}</h2>
      {money.length === 0 ? <p className="quiet">{t('overview.no-money')}</p> : null}
      <ul className="staff-overview-rows">
        {money.map(({ currency, payments, received, refunded, disputed }) => (
          <li key={currency}>
            <span className="strong">
              <Amount minor={received} currency={currency} fractions="always" />{' '}
              <span className="quiet small">{currency}</span>
            </span>
            <span className="quiet small">
              {t('overview.payments', { count: payments })}
              {refunded === 0 ? null : (
                <>
                  {' · '}
                  {t('overview.refunded')} <Amount minor={refunded} currency={currency} fractions="always" />
                </>
              )}
              {disputed === 0 ? null : (
                <>
                  {' · '}
                  {t('overview.disputed')} <Amount minor={disputed} currency={currency} fractions="always" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet small">{t('overview.utc')}</p>
    </section>
  )
}

/** Failing parts and payments that don't match, or that all is well. */
function Attention({ overview: { failing, unmatched, ago } }: { readonly overview: OverviewOnPage }) {
  const t = useText()
  const payments = [
    { key: 'manual-reviews', count: unmatched?.manualReviews ?? 0, href: '/staff/refunds' },
    { key: 'without-outcome', count: unmatched?.withoutOutcome ?? 0, href: undefined },
  ] as const
  const isFine = failing.length === 0 && payments.every(({ count }) => count === 0)
  return (
    <section className="card card-in stack" aria-labelledby="attention">
      <h2 id="attention">{t('overview.attention')}</h2>
      {isFine ? <p className="quiet">{t(unmatched ? 'overview.fine' : 'overview.fine-parts')}</p> : null}
      <ul className="staff-overview-rows">
        {failing.map(({ part, count, since }) => {
          const text = t(`overview.part-${part}`, { count: count ?? 0 })
          const href = unmatched ? pagesOfParts[part] : undefined
          return (
            <li key={part}>
              {href ? <a href={href}>{text}</a> : <span className="strong">{text}</span>}
              {since ? <span className="quiet small">{t('overview.since', { ago: ago[since] ?? '' })}</span> : null}
            </li>
          )
        })}
        {payments.map(({ key, count, href }) => {
          if (count === 0) return null
          const text = t(`overview.${key}`, { count })
          return <li key={key}>{href ? <a href={href}>{text}</a> : <span className="strong">{text}</span>}</li>
        })}
      </ul>
    </section>
  )
}

/** Open cases by kind and age. */
function CaseAges({ overview: { cases, ago } }: { readonly overview: OverviewOnPage }) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="case-ages">
      <h2 id="case-ages">{t('overview.cases')}</h2>
      <table className="staff-overview-table">
        <thead>
          <tr>
            <th scope="col">{t('overview.kind')}</th>
            <th scope="col">{t('overview.under-one')}</th>
            <th scope="col">{t('overview.under-three')}</th>
            <th scope="col">{t('overview.older')}</th>
            <th scope="col">{t('overview.oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ kind, underOneDay, underThreeDays, older, oldestAt }) => (
            <tr key={kind}>
              <th scope="row">
                <a href={`/staff?${new URLSearchParams({ kind, sort: 'age' }).toString()}`}>{t(`case.kind-${kind}`)}</a>
              </th>
              <td className="num">{underOneDay}</td>
              <td className="num">{underThreeDays}</td>
              <td className={older > 0 ? 'num strong' : 'num'}>{older}</td>
              <td className="small">{ago[oldestAt]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
