import type { RefundView } from '#modules/money/refunds/contract-refund.ts'
import type { RefundState } from '#modules/money/refunds/rules/states.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '../../../lib/text.tsx'

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
 * A mark and a word: never the colour alone. What a bank took and did not keep is no refund that came to nothing, but
 * money that is ours again.
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

/** The day of an instant, in the words of the page; staff of all zones read the same one. */
export function useDay(): (instant: string) => string {
  const locale = useLocale()
  return (instant) => formatDay(localDateIn('UTC', new Date(instant)), locale)
}

/** An amount inside a sentence, set apart from the way that runs. */
export function useShow(currency: Currency): (minor: number) => string {
  const locale = useLocale()
  return (minor) => `\u2068${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'always' })}\u2069`
}
