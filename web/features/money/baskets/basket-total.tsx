import { lazy, Suspense } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { PriceParts } from '../giving/form/price-parts.tsx'
import type { BasketPrice } from './price/basket-price.ts'

/** Loaded only for several donations, and for a price that has changed. */
const PriceSplit = lazy(() => import('./price/price-details.tsx').then((module) => ({ default: module.PriceSplit })))
const PriceChanges = lazy(() =>
  import('./price/price-details.tsx').then((module) => ({ default: module.PriceChanges })),
)

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
        {before ? (
          <Suspense fallback={null}>
            <PriceChanges before={before} price={price} />
          </Suspense>
        ) : null}
        <noscript>
          <button className="button button-quiet button-wide" name="intent" value="preferences">
            {t('basket-page.save')}
          </button>
        </noscript>
        <div id="total" tabIndex={-1} className="basket-pay">
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

/** The lines of the total. */
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
        <Suspense fallback={null}>
          <PriceSplit price={price} hasFee={hasFee} hasTip={hasTip} show={show} />
        </Suspense>
      ) : null}
    </>
  )
}
