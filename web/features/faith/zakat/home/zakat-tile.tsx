import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { toWholeUnits } from '#web/features/money/giving/giving-total.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { stateAction } from './state-action.ts'

const addresses = {
  'log-in': '/account/zakat',
  calculate: '/v4/zakat/calculator',
  give: '/v4/zakat/give',
  view: '/account/zakat',
} as const

/** The zakat year as one amount on the account overview: what remains, otherwise what was given. */
export function ZakatTile({ progress }: { readonly progress: OutputOf<ProductContract, 'GET /v4/zakat'> }) {
  const t = useText()
  const locale = useLocale()
  const { currency, online, offsite, remaining, isApproximate } = progress
  if (!currency || !online || !offsite) return null
  const action = stateAction(progress)
  const show = (minor: bigint) => {
    const amount = money(minor, currency)
    return `${isApproximate ? '≈\u00a0' : ''}\u2068${formatMoney(isApproximate ? toWholeUnits(amount) : amount, locale)}\u2069`
  }
  const given = BigInt(online.total) + BigInt(offsite.total)
  const isLeft = action === 'give' && remaining !== null
  return (
    <section className="card card-in account-tile" aria-labelledby="zakat">
      <h2 id="zakat">{t('account.zakat')}</h2>
      {given === 0n && action === 'calculate' ? (
        <p className="quiet">{t('account.zakat-none')}</p>
      ) : (
        <p>
          <b className="account-tile-amount">{show(isLeft ? BigInt(remaining) : given)}</b>{' '}
          {t(isLeft ? 'account.zakat-remaining' : 'account.zakat-given')}
        </p>
      )}
      <p className="account-tile-act">
        <a href={addresses[action]}>{t(`account.zakat-${action === 'log-in' ? 'view' : action}`)}</a>
        {action === 'view' ? null : <a href="/account/zakat">{t('account.zakat-view')}</a>}
      </p>
    </section>
  )
}
