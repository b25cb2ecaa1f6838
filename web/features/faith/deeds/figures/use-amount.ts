import { formatMoney, money } from '#shared/money.ts'
import { useLocale } from '../../../../lib/text.tsx'
import type { StoryData } from '../story-data.ts'

/** Writes amounts of a year, isolated from the direction of the text around them; "≈" if they were converted roughly. */
export function useAmount({ currency, isApproximate }: Pick<StoryData, 'currency' | 'isApproximate'>) {
  const locale = useLocale()
  return (minor: number): string =>
    `\u2068${isApproximate ? '≈\u00a0' : ''}${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })}\u2069`
}
