import { type Currency, formatMoney, money } from '#shared/money.ts'
import { toWholeUnits } from '#web/features/money/giving/giving-total.ts'
import type { Locale } from '#shared/text.ts'
import { Amount } from '#web/ui/amount.tsx'

/** Rounds an amount with converted parts to whole units; minor units. */
const roundApproximate = (minor: number, currency: Currency): bigint =>
  toWholeUnits(money(BigInt(Math.round(minor)), currency)).amount

/** Returns what `ApproximateAmount` shows, as text that is isolated from the direction around it. */
export function approximateText(
  minor: number,
  {
    currency,
    locale,
    isApproximate,
  }: { readonly currency: Currency; readonly locale: Locale; readonly isApproximate: boolean },
): string {
  const isRounded = isApproximate && minor !== 0
  const amount = money(isRounded ? roundApproximate(minor, currency) : BigInt(Math.round(minor)), currency)
  return `\u2068${isRounded ? '≈\u00a0' : ''}${formatMoney(amount, locale, { fractions: 'auto' })}\u2069`
}

/** An amount, with "≈" before it and in whole units if it contains converted amounts. */
export const ApproximateAmount = ({
  minor,
  currency,
  isApproximate,
}: {
  readonly minor: number
  readonly currency: Currency
  readonly isApproximate: boolean
}) =>
  isApproximate && minor !== 0 ? (
    <span className="workspace-amount">
      {'≈\u00a0'}
      <Amount minor={roundApproximate(minor, currency)} currency={currency} />
    </span>
  ) : (
    <Amount minor={minor} currency={currency} />
  )
