import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { PriceParts } from '../giving/form/price-parts.tsx'
import { type Difference, findDifferences, type BasketPrice } from './basket-price.ts'

/** The total, what changed since the last submission, and the button that pays. */
export function BasketSummary({
  price,
  before,
  isBusy,
  isSlow,
}: {
  readonly price: BasketPrice
  /** The price that the donor submitted, if it has changed since. */
  readonly before: BasketPrice | undefined
  readonly isBusy: boolean
  readonly isSlow: boolean
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <aside className="basket-summary card">
      <div className="card-in stack">
        <h2>{t('basket-page.summary')}</h2>
        <BasketTotal price={price} />
        {before ? <PriceChanges total={price.total} changes={findDifferences(before, price)} /> : null}
        <noscript>
          <button className="button button-quiet button-wide" name="intent" value="preferences">
            {t('basket-page.save')}
          </button>
        </noscript>
        <div id="total" tabIndex={-1}>
          <PriceParts quote={price} />
          <Button type="submit" name="intent" value="pay" isWide isBusy={isBusy}>
            {t('give.button', { amount: `\u2068${formatMoney(price.total, locale, { fractions: 'always' })}\u2069` })}
          </Button>
        </div>
        <p className="quiet small">{t('basket-page.secure')}</p>
        <p className="small" role="status">
          {isSlow ? t('give.do-not-close') : ''}
        </p>
      </div>
    </aside>
  )
}

/** The lines of the total and, when expanded, how the tip and the fee are split between the donations. */
function BasketTotal({ price }: { readonly price: BasketPrice }) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => <bdi>{formatMoney(amount, locale, { fractions: 'always' })}</bdi>
  const hasFee = price.coveredFee.amount > 0n
  const hasTip = price.tip.amount > 0n
  return (
    <>
      <dl className="lines">
        <dt>{t('basket-page.line-donations')}</dt>
        <dd>{show(price.gift)}</dd>
        {hasFee ? (
          <>
            <dt>{t('give.line-fee')}</dt>
            <dd>{show(price.coveredFee)}</dd>
          </>
        ) : null}
        {hasTip ? (
          <>
            <dt>{t('give.line-tip')}</dt>
            <dd>{show(price.tip)}</dd>
          </>
        ) : null}
        <dt className="lines-total">{t('give.total')}</dt>
        <dd className="lines-total">{show(price.total)}</dd>
      </dl>
      {price.paid.length > 1 && (hasTip || hasFee) ? (
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
      ) : null}
    </>
  )
}

/** The differences between the submitted and the current price, which the donor must review before paying. */
function PriceChanges({ total, changes }: { readonly total: Money; readonly changes: readonly Difference[] }) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  return (
    <div className="notice stack" role="status">
      <p className="strong">{t('give.quote-changed', { amount: show(total) })}</p>
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
