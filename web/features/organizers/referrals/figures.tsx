import type { ReferralStats } from '#modules/organizers/referrals/contract.ts'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'

/** Sums by currency; a dash without donations. */
export const Sums = ({ of }: { readonly of: ReferralStats['amounts'] }) =>
  of.length === 0 ? (
    <span aria-hidden="true">–</span>
  ) : (
    of.map(({ currencyCode, amount }) => (
      <span key={currencyCode} className="table-block">
        <Amount minor={amount} currency={currencyCode} />
      </span>
    ))
  )

/** Donors, sums and number of donations. */
export function Figures({ of }: { readonly of: ReferralStats }) {
  const t = useText()
  return (
    <dl className="referral-figures">
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-donors')}</dt>
        <dd className="dashboard-figure-value num">{of.count}</dd>
      </div>
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-raised')}</dt>
        <dd className="dashboard-figure-value">
          <Sums of={of.amounts} />
        </dd>
      </div>
      <div className="dashboard-figure card card-in">
        <dt>{t('referrals.figure-donations')}</dt>
        <dd className="dashboard-figure-value num">{of.donations}</dd>
        {of.recurring > 0 ? <dd className="quiet small">{t('referrals.recurring', { count: of.recurring })}</dd> : null}
      </div>
    </dl>
  )
}
