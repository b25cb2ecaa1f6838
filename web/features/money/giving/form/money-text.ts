import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale } from '#web/lib/text.tsx'

/** Returns a formatter for amounts inside a sentence; direction isolates keep digits in order in RTL text. */
export function useMoneyText(): (amount: Money, fractions?: 'auto' | 'always') => string {
  const locale = useLocale()
  return (amount, fractions = 'auto') => `\u2068${formatMoney(amount, locale, { fractions })}\u2069`
}
