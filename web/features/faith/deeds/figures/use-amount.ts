import { formatMoney, money } from '#shared/money.ts'
import { useLocale } from '#web/lib/text.tsx'
import type { StoryData } from '../story-data.ts'

/**
 * Returns a formatter for the year's amounts, with direction isolates, and "≈" if they were converted approximately.
 */
export function useAmount({ currency, isApproximate }: Pick<StoryData, 'currency' | 'isApproximate'>) {
  const locale = useLocale()
  return (minor: number): string =>
    `\u2068${isApproximate ? '≈\u00a0' : ''}${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })}\u2069`
}
