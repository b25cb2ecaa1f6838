import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

/**
 * What the total consists of, in one line directly above the button that pays: the donation, a covered fee and the tip
 * (amounts-8). Renders nothing if the donation is all there is.
 */
export function PriceParts({ quote }: { readonly quote: Pick<Quote, 'gift' | 'coveredFee' | 'tip'> }) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const { gift, coveredFee, tip } = quote
  if (gift.amount === 0n || (tip.amount === 0n && coveredFee.amount === 0n)) return null
  const parts = [
    show(gift),
    ...(coveredFee.amount > 0n ? [t('give.part-fee', { amount: show(coveredFee) })] : []),
    ...(tip.amount > 0n ? [t('give.part-tip', { amount: show(tip) })] : []),
  ]
  return <p className="checkout-parts small num">{parts.join(' + ')}</p>
}
