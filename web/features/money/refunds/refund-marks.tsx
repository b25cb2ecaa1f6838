import type { RefundView } from '#modules/money/refunds/contract-refund.ts'
import type { RefundState } from '#modules/money/refunds/rules/states.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

const signs: Readonly<Record<RefundState, string>> = {
  proposed: '?',
  requested: '…',
  pending: '…',
  requires_action: '?',
  succeeded: '✓',
  failed: '✕',
  canceled: '–',
}

/**
 * A refund's status as an icon and a word, never by colour alone. A cancelled or failed dispute isn't a failed refund:
 * the money came back to the charity.
 */
export function RefundMark({ state, origin }: { readonly state: RefundState; readonly origin: RefundView['origin'] }) {
  const t = useText()
  if (origin === 'bank' && (state === 'canceled' || state === 'failed'))
    return (
      <span className="refund-mark">
        <span aria-hidden="true">✓</span> {t('refunds.dispute-won')}
      </span>
    )
  return (
    <span className={`refund-mark refund-mark-${state}`}>
      <span aria-hidden="true">{signs[state]}</span> {t(`refunds.state-${state}`)}
    </span>
  )
}

/** Returns a formatter for the UTC day of an instant, so that staff in all time zones read the same day. */
export function useDayText(): (instant: string) => string {
  const locale = useLocale()
  return (instant) => formatDay(localDateIn('UTC', new Date(instant)), locale)
}

/** Returns a formatter for amounts inside a sentence, with direction isolates. */
export function useMinorText(currency: Currency): (minor: number) => string {
  const locale = useLocale()
  return (minor) => `\u2068${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'always' })}\u2069`
}
