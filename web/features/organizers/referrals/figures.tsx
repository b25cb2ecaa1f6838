import type { ReferralStats } from '#modules/organizers/referrals/contract.ts'
import type { Json } from '#shared/wire/json.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'

/** Sums by currency; a dash without donations. */
export const Sums = ({ amounts }: { readonly amounts: Json<ReferralStats>['amounts'] }) =>
  amounts.length === 0 ? (
    <span aria-hidden="true">–</span>
  ) : (
    amounts.map(({ currencyCode, amount }) => (
      <span key={currencyCode} className="table-block">
        <Amount minor={amount} currency={currencyCode} />
      </span>
    ))
  )

/** Donors, sums and number of donations. */
export function ReferralFigures({ stats }: { readonly stats: Json<ReferralStats> }) {
  const t = useText()
  return (
    <dl className="referral-figures">
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-donors')}</dt>
        <dd className="dashboard-figure-value num">{stats.count}</dd>
      </div>
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-raised')}</dt>
        <dd className="dashboard-figure-value">
          <Sums amounts={stats.amounts} />
        </dd>
      </div>
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-donations')}</dt>
        <dd className="dashboard-figure-value num">{stats.donations}</dd>
        {stats.recurring > 0 ? (
          <dd className="quiet small">{t('referrals.recurring', { count: stats.recurring })}</dd>
        ) : null}
      </div>
    </dl>
  )
}
