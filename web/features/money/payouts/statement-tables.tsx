import type { ProductContract } from '#modules/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

type Statement = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/payouts/:payoutId'>
type Row = Statement['rows'][number] & { readonly day: string }

/** An amount of a row. `isOptional`: the cards of a narrow screen leave it out if it is zero. */
const Figure = ({
  label,
  minor,
  currency,
  isOptional,
  className = '',
}: {
  readonly label: string
  readonly minor: number
  readonly currency: Currency
  readonly isOptional: boolean
  readonly className?: string
}) => (
  <td className={`table-figure ${className}`} data-label={label} data-empty={(isOptional && minor === 0) || undefined}>
    <Amount minor={minor} currency={currency} fractions="always" />
  </td>
)

/** The sums of a payout by fundraiser, with zakat apart. */
export function StatementCampaigns({
  campaigns,
  currency,
}: {
  readonly campaigns: Statement['campaigns']
  readonly currency: Currency
}) {
  const t = useText()
  const columns = [
    ['zakat', 1],
    ['rest', 1],
    ['reserve', -1],
    ['released', 1],
  ] as const
  return (
    <ScrollRegion label={t('charity-payouts.campaigns')}>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('charity-payouts.campaign')}</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" className="table-figure">
                {t(`charity-payouts.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <tr key={campaign.id}>
              <th scope="row">
                <bdi>{campaign.name}</bdi>
              </th>
              {columns.map(([name, sign]) => (
                <Figure
                  key={name}
                  label={t(`charity-payouts.${name}`)}
                  minor={sign * campaign[name]}
                  currency={currency}
                  isOptional
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The rows of a statement: one for each ledger transaction and fundraiser. `day`: its date in the reader's language. */
export function StatementRows({ rows, currency }: { readonly rows: readonly Row[]; readonly currency: Currency }) {
  const t = useText()
  const figures = (row: Row) =>
    [
      ['gift', row.gift + row.other],
      ['fees', row.coveredFee + row.processingFee],
      ['of-it-zakat', row.zakat],
      ['net', row.net],
    ] as const
  return (
    <ScrollRegion label={t('charity-payouts.rows')}>
      <table className="table table-cards charity-payouts-rows">
        <thead>
          <tr>
            <th scope="col">{t('charity-payouts.kind')}</th>
            <th scope="col">{t('charity-payouts.date')}</th>
            <th scope="col">{t('charity-payouts.campaign')}</th>
            <th scope="col">{t('charity-payouts.donor')}</th>
            {(['gift', 'fees', 'of-it-zakat', 'net'] as const).map((name) => (
              <th key={name} scope="col" className="table-figure">
                {t(`charity-payouts.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">
                {t(`charity-payouts.kind-${row.kind}`)}
                <bdi className="quiet small table-block">{row.reference}</bdi>
              </th>
              <td className="charity-payouts-day" data-label={t('charity-payouts.date')}>
                <bdi>{row.day}</bdi>
              </td>
              <td className="charity-payouts-campaign" data-label={t('charity-payouts.campaign')}>
                <bdi>{row.campaign}</bdi>
              </td>
              <td
                className="charity-payouts-donor"
                data-label={t('charity-payouts.donor')}
                data-empty={row.donor === '' || undefined}
              >
                <bdi>{row.donor || '–'}</bdi>
              </td>
              {figures(row).map(([name, minor]) => (
                <Figure
                  key={name}
                  label={t(`charity-payouts.${name}`)}
                  minor={minor}
                  currency={currency}
                  isOptional={name === 'fees' || name === 'of-it-zakat'}
                  className={`charity-payouts-${name}`}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
