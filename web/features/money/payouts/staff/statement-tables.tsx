import type { z } from 'zod'
import type { statementView } from '#modules/money/payouts/contract-views.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Json } from '#shared/wire/json.ts'

type Statement = Json<z.output<typeof statementView>>

/** What a payout pays by fundraiser, and its rows. */
export function StatementTables({ statement }: { readonly statement: Statement }) {
  const t = useText()
  const { campaigns, rows, rowCount } = statement
  return (
    <>
      <section className="card card-in stack" aria-labelledby="campaigns">
        <h2 id="campaigns">{t('staff-payouts.by-campaign')}</h2>
        <CampaignTable campaigns={campaigns} currency={statement.payout.currency} />
      </section>
      <section className="card card-in stack" aria-labelledby="rows">
        <h2 id="rows">{t('staff-payouts.rows', { count: rowCount })}</h2>
        {rows.length < rowCount ? <p className="quiet">{t('staff-payouts.rows-first')}</p> : null}
        <RowTable rows={rows} currency={statement.payout.currency} />
      </section>
    </>
  )
}

type Currency = Statement['payout']['currency']

function CampaignTable({ campaigns, currency }: { campaigns: Statement['campaigns']; currency: Currency }) {
  const t = useText()
  return (
    <ScrollRegion label={t('staff-payouts.by-campaign')}>
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">{t('staff-payouts.campaign')}</th>
            {(['zakat', 'rest', 'reserve', 'released'] as const).map((sum) => (
              <th key={sum} scope="col" className="staff-figure">
                {t(`staff-payouts.${sum}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <tr key={campaign.id}>
              <th scope="row" dir="auto">
                {campaign.name}
              </th>
              {[campaign.zakat, campaign.rest, -campaign.reserve, campaign.released].map((minor, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- four fixed columns
                <td key={place} className="staff-figure">
                  <Amount minor={minor} currency={currency} fractions="always" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function RowTable({ rows, currency }: { rows: Statement['rows']; currency: Currency }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ScrollRegion label={t('staff-payouts.rows-label')}>
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">{t('staff-payouts.date')}</th>
            <th scope="col">{t('staff-payouts.what')}</th>
            <th scope="col">{t('staff-payouts.campaign')}</th>
            {(['gift', 'fees', 'of-it-zakat', 'net'] as const).map((sum) => (
              <th key={sum} scope="col" className="staff-figure">
                {t(`staff-payouts.${sum}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id and never change their order
            <tr key={place}>
              <td className="staff-when">{formatDay(localDate(row.date), locale)}</td>
              <td>
                {t(`staff-payouts.kind-${row.kind}`)} <bdi className="quiet">{row.reference}</bdi>{' '}
                <bdi>{row.donor}</bdi>
              </td>
              <td dir="auto">{row.campaign}</td>
              {[row.gift, row.coveredFee + row.processingFee + row.other, row.zakat, row.net].map((minor, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- four fixed columns
                <td key={column} className="staff-figure">
                  <Amount minor={minor} currency={currency} fractions="always" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
