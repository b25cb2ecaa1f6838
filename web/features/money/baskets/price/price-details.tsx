import type { ReactNode } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import type { BasketPrice } from './basket-price.ts'
import { findDifferences } from './price-differences.ts'

/** How the tip and the fee are split between the donations, when expanded. */
export function PriceSplit({
  price,
  hasFee,
  hasTip,
  show,
}: {
  readonly price: BasketPrice
  readonly hasFee: boolean
  readonly hasTip: boolean
  readonly show: (amount: Money) => ReactNode
}) {
  const t = useText()
  return (
    <details className="basket-split">
      <summary>{t('basket-page.split')}</summary>
      <p className="quiet small">{t('basket-page.split-text')}</p>
      <div className="basket-split-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('basket-page.split-gift')}</th>
              <th scope="col">{t('give.amount')}</th>
              {hasFee ? <th scope="col">{t('basket-page.split-fee')}</th> : null}
              {hasTip ? <th scope="col">{t('basket-page.split-tip')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {price.paid.map(({ line, quote }) => (
              <tr key={line.id}>
                <th scope="row">
                  <bdi>{line.campaign?.name}</bdi>
                </th>
                <td>{show(quote.gift)}</td>
                {hasFee ? <td>{show(quote.coveredFee)}</td> : null}
                {hasTip ? <td>{show(quote.tip)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The differences between the submitted and the current price, which the donor must review before paying. */
export function PriceChanges({ before, price }: { readonly before: BasketPrice; readonly price: BasketPrice }) {
  const t = useText()
  const locale = useLocale()
  const changes = findDifferences(before, price)
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  return (
    <div className="notice stack" role="status">
      <p className="strong">{t('give.quote-changed', { amount: show(price.total) })}</p>
      {changes.length > 0 ? (
        <ul className="small">
          {changes.map((change) => (
            <li key={`${change.kind} ${change.name}`}>
              {change.kind === 'amount'
                ? t('basket-page.changed-amount', {
                    name: `\u2068${change.name}\u2069`,
                    from: show(change.from),
                    to: show(change.to),
                  })
                : t(`basket-page.changed-${change.kind}`, { name: `\u2068${change.name}\u2069` })}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
