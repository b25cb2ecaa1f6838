import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale } from '../../../../lib/text.tsx'

/** An amount inside a sentence of either direction. */
export function useMoneyText(): (amount: Money, fractions?: 'auto' | 'always') => string {
  const locale = useLocale()
  return (amount, fractions = 'auto') => `\u2068${formatMoney(amount, locale, { fractions })}\u2069`
}
