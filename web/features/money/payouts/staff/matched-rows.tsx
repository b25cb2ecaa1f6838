import type { Currency } from '#shared/currencies.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { isolate } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

/** A row of a bank's statement that names one of our references; minor units, negative: paid by the operator. */
type MatchedRow = {
  readonly key: string
  readonly bookedOn: string
  readonly amount: number
  readonly currency: Currency
  readonly reference: string
  readonly meaning: 'paid' | 'returned' | 'differs'
  /** The bank, once the row is saved. */
  readonly bank?: string
  /** The page that shows the payout or batch. */
  readonly href?: string | undefined
  /** Whether its proposal isn’t confirmed yet. */
  readonly isOpen?: boolean
}

/** Lists rows of statements with what they mean. */
export function MatchedRows({ rows }: { readonly rows: readonly MatchedRow[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="payout-list">
      {rows.map((row) => (
        <li key={row.key} className="payout-row">
          <div className="row-apart row-baseline">
            <span className="strong">
              {row.href ? (
                <a href={row.href}>
                  <bdi>{row.reference}</bdi>
                </a>
              ) : (
                <bdi>{row.reference}</bdi>
              )}
            </span>
            <span className="strong">
              <Amount minor={row.amount} currency={row.currency} fractions="always" />
            </span>
          </div>
          <p className="badges small">
            <span className="quiet">
              {t('staff-payouts.booked-on', { date: isolate(formatDay(localDate(row.bookedOn), locale)) })}
            </span>
            {row.bank ? <bdi className="quiet">{row.bank}</bdi> : null}
            {row.isOpen ? <Badge look="accent">{t('staff-payouts.to-confirm')}</Badge> : null}
          </p>
          <p>{t(`staff-payouts.row-${row.meaning}`)}</p>
        </li>
      ))}
    </ul>
  )
}
