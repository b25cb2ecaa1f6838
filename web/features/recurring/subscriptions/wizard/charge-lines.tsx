import type { Currency } from '#shared/money.ts'
import { Fragment } from 'react'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { DonationNumber } from '../donation-number.tsx'
import { formatPlanDay, type PlanInList } from '../plan-text.ts'

export type Charge = NonNullable<OutputOf<ProductContract, 'GET /v4/subscription-links/donations'>['charge']>

/** The lines of one payment: each donation, the fees, and the total. */
export function ChargeLines({
  charge,
  programme,
  currency,
}: {
  readonly charge: Charge
  readonly programme: PlanInList['programme']
  readonly currency: Currency
}) {
  const t = useText()
  const locale = useLocale()
  const product = useFrame()?.productName ?? ''
  const money = (minor: number) => <Amount minor={minor} currency={currency} fractions="always" />
  const given = charge.donations.length > 1 ? charge.donations : []
  return (
    <div className="lines-in">
      <dl className="lines">
        {given.map((donation) => (
          <Fragment key={donation.key}>
            <dt>
              {donation.number === null ? null : (
                <>
                  <DonationNumber programme={programme} number={donation.number} /> ·{' '}
                </>
              )}
              {formatPlanDay(donation.on, locale)}
            </dt>
            <dd>{money(donation.gift)}</dd>
          </Fragment>
        ))}
        {given.length === 0 ? (
          <>
            <dt>{t('managing.line-gift')}</dt>
            <dd>{money(charge.gift)}</dd>
          </>
        ) : null}
        {charge.tip > 0 ? (
          <>
            <dt>{t('managing.tip', { product })}</dt>
            <dd>{money(charge.tip)}</dd>
          </>
        ) : null}
        {charge.coveredFee > 0 ? (
          <>
            <dt>{t('managing.line-fee')}</dt>
            <dd>{money(charge.coveredFee)}</dd>
          </>
        ) : null}
        <dt className="lines-total">{t('managing.line-total')}</dt>
        <dd className="lines-total">
          {money(charge.total)} <span className="quiet small">{currency}</span>
        </dd>
      </dl>
    </div>
  )
}

/** Hidden fields of the pay button: the donation to pay, and the amount shown to the donor. */
export const PaidFields = ({ gift, charge }: { readonly gift: string; readonly charge: Charge }) => (
  <>
    <input type="hidden" name="key" value={gift} />
    <input type="hidden" name="quoteHash" value={charge.quoteHash} />
  </>
)
