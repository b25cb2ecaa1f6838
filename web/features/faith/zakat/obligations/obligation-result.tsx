import type { ObligationAmount } from '#modules/faith/zakat/rules/calculator/obligations.ts'
import { formatMoney, type Money, parseMajor } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { rateOf, type ShownRate } from './obligation-amount.ts'

type Props = {
  readonly due: ObligationAmount
  readonly rate: ShownRate
  /** Whole major units for the checkout; null if it exceeds the maximum donation. */
  readonly amount: string | null
}

/** The amount due and its calculation. */
export function ObligationResult({ due, rate, amount }: Props) {
  const t = useText()
  const locale = useLocale()
  const show = (value: Money) => `\u2068${formatMoney(value, locale, { fractions: 'always' })}\u2069`
  const whole = amount === null ? undefined : parseMajor(amount, rate.code)
  return (
    <section className="stack card card-in zakat-prose" aria-labelledby="due" role="status">
      <h2 id="due">{t('zakat-duty.due')}</h2>
      <p className="zakat-result-sum num">{show(due.amount)}</p>
      <p>
        {t('zakat-duty.sum', {
          measures: String(due.measures),
          rate: show(rateOf(rate)),
          amount: show(due.amount),
        })}
      </p>
      {whole && whole.amount !== due.amount.amount ? (
        <p className="quiet small">{t('zakat-duty.rounded', { amount: show(whole) })}</p>
      ) : null}
      {amount === null ? <p className="notice">{t('zakat-duty.too-large')}</p> : null}
      <p className="quiet small">{t('zakat-duty.not-zakat')}</p>
    </section>
  )
}
