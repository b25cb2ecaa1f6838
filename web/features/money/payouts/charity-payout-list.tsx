import type { PayoutState } from '#modules/money/payouts/rules/states.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Payout } from './shown-money.ts'

const looks: Readonly<Partial<Record<PayoutState, 'brand' | 'accent'>>> = {
  draft: 'accent',
  approved: 'accent',
  sent: 'accent',
  paid: 'brand',
}

/** The state of a payout, as a badge. */
export function PayoutBadge({ state }: { readonly state: PayoutState }) {
  const t = useText()
  const look = looks[state]
  return <Badge {...(look ? { look } : {})}>{t(`charity-payouts.state-${state}`)}</Badge>
}

/** The payouts of a charity, each with a link to its statement. `day`: when it was prepared, in the reader's language. */
export function CharityPayoutList({
  root,
  payouts,
}: {
  readonly root: string
  readonly payouts: readonly (Pick<Payout, 'id' | 'reference' | 'kind' | 'state' | 'currency' | 'total'> & {
    readonly day: string
  })[]
}) {
  const t = useText()
  if (payouts.length === 0) return <p className="quiet">{t('charity-payouts.list-none')}</p>
  return (
    <ScrollRegion label={t('charity-payouts.list')}>
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">{t('charity-payouts.payout')}</th>
            <th scope="col">{t('charity-payouts.drafted-on')}</th>
            <th scope="col">{t('charity-payouts.state')}</th>
            <th scope="col" className="table-figure">
              {t('charity-payouts.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.id}>
              <th scope="row">
                <a className="table-block" href={`${root}/${payout.id}`}>
                  <bdi dir="ltr">{payout.reference}</bdi>
                </a>
                {payout.kind === 'opening' ? (
                  <span className="quiet small table-block">{t('charity-payouts.opening')}</span>
                ) : null}
              </th>
              <td data-label={t('charity-payouts.drafted-on')}>
                <bdi>{payout.day}</bdi>
              </td>
              <td data-label={t('charity-payouts.state')}>
                <PayoutBadge state={payout.state} />
              </td>
              <td className="table-figure" data-label={t('charity-payouts.amount')}>
                <Amount minor={payout.total} currency={payout.currency} fractions="always" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
