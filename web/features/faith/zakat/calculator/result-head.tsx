import { useEffect, useRef, type ReactNode } from 'react'
import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

/**
 * What is due and why, and the button to give it. `children`: further actions. `takesFocus`: moves the focus to the
 * result, which the form is above of.
 */
export function ResultHead({
  result,
  takesFocus = false,
  canGive = true,
  children,
}: {
  readonly result: ZakatResult
  readonly takesFocus?: boolean
  /** False for a saved year, whose remaining amount its own page shows. */
  readonly canGive?: boolean
  readonly children?: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus, result])
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const day = (date: LocalDate) => `${formatDay(date, locale)} · ${formatHijri(date, locale)}`
  return (
    <section className="stack" aria-labelledby="zakat-result">
      <h2 id="zakat-result" ref={heading} tabIndex={-1}>
        {t(`zakat-calc.status-${result.status}`)}
      </h2>
      <p className="zakat-result-sum">
        <bdi className="num">{show(result.zakat)}</bdi>
      </p>
      <p>
        {t(`zakat-calc.about-${result.status}`, { net: show(result.net), nisab: show(result.nisab[result.basis]) })}
      </p>
      {result.dueDate && result.status === 'NOT_YET_DUE' ? (
        <p className="strong">{t('zakat-calc.due-on', { date: day(result.dueDate) })}</p>
      ) : null}
      {result.status === 'NOT_YET_DUE' && !result.dueDate ? <p>{t('zakat-calc.due-unknown')}</p> : null}
      {canGive && result.zakat.amount > 0n ? (
        <p className="zakat-no-print">
          <a className="button button-primary button-wide" href={giveZakatUrl(result.zakat)}>
            {t('zakat-calc.give-now', { amount: show(result.zakat) })}
          </a>
        </p>
      ) : null}
      {children}
      {result.purification.amount > 0n ? (
        <p className="notice">{t('zakat-calc.purification', { amount: show(result.purification) })}</p>
      ) : null}
    </section>
  )
}

/** Returns the page that splits this amount of zakat between fundraisers. */
const giveZakatUrl = ({ amount, currency }: Money): string =>
  `/v4/zakat/give?${new URLSearchParams({ due: String(amount), currency }).toString()}`
