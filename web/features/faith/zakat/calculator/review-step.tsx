import { type MessageKey, useFaultText, useText } from '#web/lib/text.tsx'
import type { ZakatCalculation } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import { Button } from '#web/ui/button.tsx'
import { type Answers, answerLinesOf, toInput, type TypedLine } from './answers.ts'
import type { Prices } from './prices.ts'
import { questionOf } from './questions.ts'
import { SaveZakat } from './save-zakat.tsx'
import { type ShownSignOff, ZakatResultView } from './zakat-result.tsx'

/** All answers with links to change them, then the result with save and print. */
export function ReviewStep({
  answers,
  prices,
  calculation,
  signOffs,
  isSignedIn,
  onEdit,
  onStartOver,
}: {
  readonly answers: Answers
  readonly prices: Prices
  readonly calculation: ZakatCalculation
  readonly signOffs: Readonly<Record<string, ShownSignOff>>
  readonly isSignedIn: boolean
  readonly onEdit: (step: string) => void
  readonly onStartOver: () => void
}) {
  const t = useText()
  const fault = useFaultText()
  const rows = [...answerLinesOf(answers, 'assets'), ...answerLinesOf(answers, 'debts')]
  return (
    <div className="stack-lg">
      {rows.length > 0 ? (
        <table className="zakat-explain-table">
          <caption className="visually-hidden">{t('zakat-calc.review')}</caption>
          <tbody>
            {rows.map(({ kind, index, line }) => (
              <tr key={`${kind}-${index}`}>
                <th scope="row">{t(`zakat-calc.kind-${kind}` as MessageKey)}</th>
                <td>
                  <bdi>{textOf(line, questionOf(kind)?.hasCurrency ? answers.currency : '')}</bdi>
                </td>
                <td className="zakat-no-print">
                  <button type="button" className="link-button" onClick={() => onEdit(kind)}>
                    {t('zakat-calc.edit')}
                    <span className="visually-hidden"> {t(`zakat-calc.kind-${kind}` as MessageKey)}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="notice">{t('zakat-calc.nothing')}</p>
      )}
      {answers.unknown.length > 0 ? (
        <p className="notice">
          {t('zakat-calc.left-out')}{' '}
          {answers.unknown.map((kind) => t(`zakat-calc.kind-${kind}` as MessageKey)).join(' · ')}
        </p>
      ) : null}
      {calculation.isValid ? (
        <ZakatResultView result={calculation.result} signOff={signOffs[calculation.result.ruleSetId] ?? null}>
          {answers.isForChild ? null : (
            <SaveZakat input={toInput(answers, prices)} result={calculation.result} isSignedIn={isSignedIn} />
          )}
        </ZakatResultView>
      ) : (
        <div className="notice notice-problem" role="alert">
          <p>{t('zakat-calc.not-ready')}</p>
          <ul>
            {calculation.refusals.map((refusal) => (
              <li key={refusal.path}>{fault(refusal)}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="button-row zakat-no-print">
        <Button type="button" look="quiet" onClick={() => window.print()}>
          {t('zakat-calc.print')}
        </Button>
        <Button type="button" look="quiet" onClick={() => onEdit('own')}>
          {t('zakat-calc.change')}
        </Button>
        <Button type="button" look="quiet" onClick={onStartOver}>
          {t('zakat-calc.start-over')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the typed values of a line in field order. `currency`: empty for weights. */
const textOf = (line: TypedLine, currency: string): string => {
  const { currency: own, ...fields } = line
  const typed = Object.values(fields).filter((value) => typeof value === 'string' && /\p{Nd}/u.test(value))
  return `${typed.join(' · ')} ${typeof own === 'string' ? own : currency}`.trim()
}
