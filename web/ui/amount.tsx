import { type Currency, formatMoney, money } from '#shared/money.ts'
import { useLocale } from '../lib/text.tsx'

/** An amount of money, isolated from the text direction around it. `minor`: minor units. */
export function Amount({
  minor,
  currency,
  fractions = 'auto',
}: {
  readonly minor: number | bigint
  readonly currency: Currency
  readonly fractions?: 'auto' | 'always'
}) {
  const locale = useLocale()
  return <bdi className="num">{formatMoney(money(BigInt(minor), currency), locale, { fractions })}</bdi>
}
