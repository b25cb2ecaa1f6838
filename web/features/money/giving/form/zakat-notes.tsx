import type { Money } from '#shared/money.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { wholeBps, type ZakatFees, zakatFeesOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import { useText } from '#web/lib/text.tsx'
import { useMoneyText } from './money-text.ts'

type Props = {
  /** Who pays the processing fee; null if the donor covers it. */
  readonly fees: ZakatFees | null
  readonly gift?: Money
  /** The part of the donation that counts as zakat; shown if less than the donation. */
  readonly eligible?: Money
}

/** Tells zakat donors before they pay who pays the fees and how much counts as zakat (zakat-1, ledger-12). */
export function ZakatNotes({ fees, gift, eligible }: Props) {
  const t = useText()
  const show = useMoneyText()
  const isLess = gift && eligible && eligible.amount < gift.amount
  if (!fees && !isLess) return null
  return (
    <p className="quiet small" role="status">
      {fees ? t(`give.zakat-fees-${fees}`) : null}
      {isLess ? ` ${t('give.zakat-counts', { amount: show(eligible, 'always') })}` : null}
    </p>
  )
}

/** The zakat notes for a quote. Renders nothing if the donation isn't zakat. */
export const ZakatNotesOfQuote = ({ quote }: { readonly quote: Quote | undefined }) =>
  quote?.isZakat ? <ZakatNotes fees={zakatFeesOf(quote)} gift={quote.gift} eligible={quote.zakatEligible} /> : null

/** Returns whether covering the fee makes the whole donation count as zakat, and only the fee prevents that. */
export const isFullyZakatWhenCovered = (data: {
  readonly zakatFees: ZakatFees
  readonly zakatEligibleBps: number
}): boolean => data.zakatFees === 'zakat' && data.zakatEligibleBps === wholeBps

/** Returns the hint of the fee choice: its price, and how much counts as zakat with and without it. */
export function useMaximizeHint(): (input: {
  readonly facts: { readonly zakatFees: ZakatFees; readonly zakatEligibleBps: number }
  readonly fee: Money
  readonly covered: Quote
  readonly plain: Quote
}) => string {
  const t = useText()
  const show = useMoneyText()
  return ({ facts, fee, covered, plain }) => {
    const amounts = {
      fee: show(fee, 'always'),
      gift: show(covered.gift, 'always'),
      covered: show(covered.zakatEligible, 'always'),
      eligible: show(plain.zakatEligible, 'always'),
    }
    if (isFullyZakatWhenCovered(facts)) return t('give.maximize-hint', amounts)
    return t(facts.zakatFees === 'zakat' ? 'give.maximize-hint-part' : 'give.maximize-hint-own', amounts)
  }
}
