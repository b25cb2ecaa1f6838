import type { Currency } from '#shared/money.ts'
import { Amount } from '#web/ui/amount.tsx'

/** An amount with "≈" before it if it contains converted amounts. */
export const ApproximateAmount = ({
  minor,
  currency,
  isApproximate,
}: {
  readonly minor: number
  readonly currency: Currency
  readonly isApproximate: boolean
}) => (
  <span className="workspace-amount">
    {isApproximate ? '≈\u00a0' : ''}
    <Amount minor={minor} currency={currency} />
  </span>
)
