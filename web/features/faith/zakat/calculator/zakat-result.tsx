import { formatDay, localDate } from '#shared/calendar.ts'
import { type Currency } from '#shared/currencies.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { ExplainLine, ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'
import { priceText } from './price-text.ts'
import { ResultHead } from './result-head.tsx'

export type ShownSignOff = { readonly scholar: string; readonly date: string; readonly source: string } | null

/** The calculator's result: what is due and why, both thresholds, the prices, the rules and every line. */
export function ZakatResultView({
  result,
  signOff,
  children,
  ...head
}: Omit<Parameters<typeof ResultHead>[0], 'result'> & {
  readonly result: ZakatResult
  readonly signOff: ShownSignOff
}) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  return (
    <div className="stack-lg">
      <ResultHead result={result} {...head}>
        {children}
      </ResultHead>
      <section className="stack" aria-labelledby="zakat-nisab">
        <h3 id="zakat-nisab">{t('zakat-calc.nisab')}</h3>
        <dl className="lines">
          <dt>{t('zakat-calc.nisab-gold')}</dt>
          <dd>{show(result.nisab.gold)}</dd>
          <dt>{t('zakat-calc.nisab-silver')}</dt>
          <dd>{show(result.nisab.silver)}</dd>
        </dl>
        <p className="small quiet">
          {t('zakat-calc.judged-by', { metal: t(`zakat-calc.option-${result.basis}` as MessageKey) })}{' '}
          <PriceDays result={result} />
        </p>
      </section>
      <section className="stack" aria-labelledby="zakat-rules">
        <h3 id="zakat-rules">{t('zakat-calc.rules')}</h3>
        <p>
          {result.ruleSetId === 'own-choices'
            ? t('zakat-calc.rules-own', { set: t(`zakat-calc.set-${result.basedOn}` as MessageKey) })
            : t(`zakat-calc.set-${result.ruleSetId}` as MessageKey)}
        </p>
        <p className="small quiet">
          {signOff
            ? t('zakat-calc.signed-off', {
                scholar: `\u2068${signOff.scholar}\u2069`,
                date: formatDay(localDate(signOff.date), locale),
                source: `\u2068${signOff.source}\u2069`,
              })
            : t('zakat-calc.not-signed-off')}
        </p>
      </section>
      <details>
        <summary>{t('zakat-calc.explain')}</summary>
        <table className="zakat-explain-table">
          <tbody>
            {result.explain.map((line, index) => (
              <ExplainRow key={index} line={line} show={show} currency={result.currency} />
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

function PriceDays({ result }: { readonly result: ZakatResult }) {
  const t = useText()
  const locale = useLocale()
  return (['gold', 'silver'] as const).map((metal) => {
    const { perGram, day, source } = result.prices[metal]
    const params = {
      metal: t(`zakat-calc.option-${metal}` as MessageKey),
      price: priceText(String(perGram), result.currency),
    }
    return (
      <span key={metal}>
        {day
          ? t(source === 'demo' ? 'zakat-calc.price-of-demo' : 'zakat-calc.price-of-day', {
              ...params,
              date: formatDay(day, locale),
            })
          : t('zakat-calc.price-typed', params)}{' '}
      </span>
    )
  })
}

/** One line of the explanation: the item, the rule applied, and the amount. */
function ExplainRow({
  line,
  show,
  currency,
}: {
  readonly line: ExplainLine
  readonly show: (amount: Money) => string
  readonly currency: Currency
}) {
  const t = useText()
  const locale = useLocale()
  const params = { ...line.params, currency }
  const name = line.kind
    ? t(`zakat-calc.kind-${line.kind}` as MessageKey)
    : t(`zakat-calc.step-${line.step}` as MessageKey, params)
  return (
    <tr>
      <th scope="row">
        {name}
        {line.rule && (line.step === 'asset' || line.step === 'debt') ? (
          <span className="hint">{t(`zakat-calc.rule-${line.rule}` as MessageKey, params)}</span>
        ) : null}
        {line.step === 'status' ? (
          <span className="hint">{t(`zakat-calc.status-${line.rule}` as MessageKey)}</span>
        ) : null}
        {line.step === 'due-date' && line.params?.date ? (
          <span className="hint">{formatDay(localDate(line.params.date), locale)}</span>
        ) : null}
      </th>
      <td className="num">{line.amount ? show(line.amount) : null}</td>
    </tr>
  )
}
