import '#web/features/money/payouts/charity-payouts.css'
import '#web/features/organizers/organizing/table.css'
import { Fragment } from 'react'
import { cancelReasons } from '#modules/money/payouts/rules/approval.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { PayoutBadge } from '#web/features/money/payouts/charity-payout-list.tsx'
import { sumByPayout } from '#web/features/money/payouts/shown-money.ts'
import { LedgerHead } from '#web/features/money/public-ledger/ledger-head.tsx'
import { shownHead } from '#web/routes/public/ledger/shown-head.ts'
import { StatementCampaigns, StatementRows } from '#web/features/money/payouts/statement-tables.tsx'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { Route } from './+types/payout'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/charity-payouts', 'money/ledger-head']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts, locale, params }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const statement = await api('GET /v4/organizations/:organizationId/payouts/:payoutId', params)
    const dayOf = (instant: string | null) => instant && formatDay(localDateIn('UTC', new Date(instant)), locale)
    const { payout, rows } = statement
    return {
      ...statement,
      head: await shownHead(api, locale),
      releases: sumByPayout(statement.releases),
      draftedOn: dayOf(payout.draftedAt),
      sentOn: dayOf(payout.sentAt),
      paidOn: payout.paidOn && formatDay(localDate(payout.paidOn), locale),
      rows: rows.map((row) => ({ ...row, day: formatDay(localDate(row.date), locale) })),
    }
  })

type Data = Route.ComponentProps['loaderData']

/** A payout of a charity with its statement (payouts-14). */
export default function CharityPayout({ loaderData, params }: Route.ComponentProps) {
  const t = useText()
  const { payout, charity, campaigns, releases, rows, rowCount } = loaderData
  const { currency, reference } = payout
  const amount = useMinorText(currency)
  const title = t('charity-payouts.payout-title', { number: `\u2066${reference}\u2069` })
  const root = `/organize/charities/${params.organizationId}/payouts`
  const file = `/v4/organizations/${params.organizationId}/payouts/${params.payoutId}/statement`
  return (
    <div className="charity-payouts stack-lg">
      <title>{title}</title>
      <div className="stack">
        <p>
          <a href={root}>{t('charity-payouts.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="badges">
          <PayoutBadge state={payout.state} /> <bdi className="quiet">{charity.name}</bdi>
        </p>
      </div>
      <PayoutReason data={loaderData} bank={`/organize/charities/${params.organizationId}/bank`} />
      <PayoutSums data={loaderData} />
      <div className="button-row">
        <a className="button button-primary" href={`${file}?format=pdf`}>
          {t('charity-payouts.pdf')}
        </a>
        <a className="button button-quiet" href={`${file}?format=csv`}>
          {t('charity-payouts.csv')}
        </a>
      </div>
      <section className="stack" aria-labelledby="campaigns">
        <h2 id="campaigns">{t('charity-payouts.campaigns')}</h2>
        <StatementCampaigns campaigns={campaigns} currency={currency} />
        {releases.length > 0 ? (
          <ul>
            {releases.map((release) => (
              <li key={release.reference}>
                {t('charity-payouts.released-from', {
                  amount: amount(release.amount),
                  number: `\u2066${release.reference}\u2069`,
                })}
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <section className="stack" aria-labelledby="rows">
        <h2 id="rows">{t('charity-payouts.rows')}</h2>
        {rowCount > rows.length ? (
          <p className="quiet">{t('charity-payouts.rows-first', { shown: rows.length, total: rowCount })}</p>
        ) : null}
        <StatementRows rows={rows} currency={currency} />
      </section>
      <LedgerHead head={loaderData.head} />
    </div>
  )
}

/** Why a payout was cancelled or failed, and what the charity can do. */
function PayoutReason({ data: { payout }, bank }: { readonly data: Data; readonly bank: string }) {
  const t = useText()
  if (payout.state === 'failed')
    return (
      <div className="notice notice-problem stack">
        <p>
          {t('charity-payouts.failed')} <a href={bank}>{t('charity-payouts.missing-bank')}</a>
        </p>
        {payout.reason ? (
          <p className="quiet">{t('charity-payouts.failed-reason', { reason: `\u2068${payout.reason}\u2069` })}</p>
        ) : null}
      </div>
    )
  if (payout.state !== 'cancelled') return null
  const reason = cancelReasons.find((known) => known === payout.reason) ?? 'refused'
  return <p className="notice">{t('charity-payouts.cancelled', { reason: t(`charity-payouts.reason-${reason}`) })}</p>
}

/** What a payout pays, to which account, and its dates. */
function PayoutSums({ data: { payout, draftedOn, sentOn, paidOn } }: { readonly data: Data }) {
  const t = useText()
  const { currency, total, zakat, rest, reserve, released, lastFour } = payout
  const sums = [
    ['zakat', zakat],
    ['rest', rest],
    ['reserve', -reserve],
    ['released', released],
  ] as const
  const dates = [
    ['drafted-on', draftedOn],
    ['sent-on', sentOn],
    ['value-date', paidOn],
  ] as const
  return (
    <div className="card card-in stack lines-in">
      <dl className="lines">
        {sums.map(([name, minor]) => (
          <Fragment key={name}>
            <dt>{t(`charity-payouts.${name}`)}</dt>
            <dd>
              <Amount minor={minor} currency={currency} fractions="always" />
            </dd>
          </Fragment>
        ))}
        <dt className="lines-total">{t('charity-payouts.bank-line')}</dt>
        <dd className="lines-total">
          <Amount minor={total} currency={currency} fractions="always" />
        </dd>
      </dl>
      <dl className="lines">
        {lastFour ? (
          <>
            <dt>{t('charity-payouts.account')}</dt>
            <dd>
              <bdi dir="ltr">{lastFour}</bdi>
            </dd>
          </>
        ) : null}
        {dates
          .filter(([, date]) => date)
          .map(([name, date]) => (
            <Fragment key={name}>
              <dt>{t(`charity-payouts.${name}`)}</dt>
              <dd>{date}</dd>
            </Fragment>
          ))}
      </dl>
    </div>
  )
}
