import { formatMoney, type Money } from '#shared/money.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

/** The lines of the total that will be charged, exact to the minor unit. */
export function TotalLines({ quote }: { readonly quote: Quote }) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => <bdi>{formatMoney(amount, locale, { fractions: 'always' })}</bdi>
  return (
    <dl className="lines">
      <dt>{t('give.line-gift')}</dt>
      <dd>{show(quote.gift)}</dd>
      {quote.coveredFee.amount > 0n ? (
        <>
          <dt>{t('give.line-fee')}</dt>
          <dd>{show(quote.coveredFee)}</dd>
        </>
      ) : null}
      {quote.tip.amount > 0n ? (
        <>
          <dt>{t('give.line-tip')}</dt>
          <dd>{show(quote.tip)}</dd>
        </>
      ) : null}
      <dt className="lines-total">{t('give.total')}</dt>
      <dd className="lines-total">{show(quote.total)}</dd>
    </dl>
  )
}
