import { useRef, useState } from 'react'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { type MessageKey, useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import {
  type Answers,
  calculate,
  checkAnswers,
  zakatDayOf,
  emptyAnswers,
  readAnswers,
  answerRefusalsOf,
  storeAnswers,
  type TypedLine,
} from './answers.ts'
import { KindsStep, PersonStep, PricesStep, RulesStep, YearStep } from './basics-steps.tsx'
import { LineFields } from './line-fields.tsx'
import { type Question, questionOf, questions } from './questions.ts'
import { type Prices } from './prices.ts'
import { ReviewStep } from './review-step.tsx'
import { usePrices } from './use-prices.ts'
import type { ShownSignOff } from './zakat-result.tsx'

type CalculatorProps = {
  readonly currency: Currency
  readonly today: LocalDate
  readonly prices: Prices
  readonly signOffs: Readonly<Record<string, ShownSignOff>>
  readonly isSignedIn: boolean
  /** Called when the donor deletes all answers. */
  readonly onStartOver: () => void
}

/** Returns the screens in order: basics, kinds of wealth and debt, each chosen kind, prices, review. */
const stepsOf = ({ kinds }: Answers): string[] => {
  const chosen = questions.filter(({ kind }) => kinds.includes(kind))
  const ofSide = (side: Question['side']) =>
    chosen.flatMap((question) => (question.side === side ? [question.kind] : []))
  return ['person', 'year', 'rules', 'own', ...ofSide('assets'), 'owe', ...ofSide('debts'), 'prices', 'review']
}

/**
 * The full calculator: one question per screen, then a review with the result (zakat-6 to zakat-15). Answers stay in
 * this tab until the donor saves them.
 */
export function ZakatCalculator({
  currency,
  today,
  prices: ofDay,
  signOffs,
  isSignedIn,
  onStartOver,
}: CalculatorProps) {
  const t = useText()
  const [answers, setAnswers] = useState(() => ({ ...(readAnswers() ?? emptyAnswers(currency, today)), date: today }))
  const prices = usePrices(answers.currency, zakatDayOf(answers), { currency, date: today, prices: ofDay })
  const [isChecked, setChecked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (part: Partial<Answers>) => {
    const next = { ...answers, ...part }
    setAnswers(next)
    storeAnswers(next)
  }
  const steps = stepsOf(answers)
  const step = steps.includes(answers.step) ? answers.step : 'person'
  const place = steps.indexOf(step)
  const soFar = calculate(answers, prices)
  const calculation = checkAnswers(answers, prices, soFar)
  const refusals = calculation.isValid ? [] : calculation.refusals
  const faultAt = (path: string): Fault | undefined => refusals.find((refusal) => refusal.path === path)
  const wrong = useWrong(step, answers, refusals)
  const go = (to: string, part: Partial<Answers> = {}) => {
    change({ ...part, step: to })
    setChecked(false)
    heading.current?.focus()
  }
  const next = () => {
    setChecked(true)
    if (wrong.length === 0) go(steps[place + 1] ?? 'review')
  }
  const question = questionOf(step)
  const skip = (isUnknown: boolean) => {
    if (!question) return go(steps[place + 1] ?? 'review')
    const { kind } = question
    go(steps[place + 1] ?? 'review', {
      kinds: answers.kinds.filter((other) => other !== kind),
      unknown: isUnknown ? [...new Set([...answers.unknown, kind])] : answers.unknown.filter((text) => text !== kind),
    })
  }
  const shared = { answers, prices, faultAt: isChecked ? faultAt : () => undefined, onChange: change }
  return (
    <div className="zakat-calc">
      <div className="stack-lg">
        <p className="quiet small">{t('zakat-calc.progress', { place: place + 1, count: steps.length })}</p>
        <progress className="zakat-calc-progress" value={place + 1} max={steps.length} aria-hidden="true" />
        <h3 ref={heading} tabIndex={-1}>
          {question
            ? t(`zakat-calc.kind-${question.kind}` as MessageKey)
            : t(`zakat-calc.screen-${step}` as MessageKey)}
        </h3>
        {question ? <p className="quiet">{t(`zakat-calc.help-${question.kind}` as MessageKey)}</p> : null}
        {isChecked ? <ErrorSummary title={t('shell.problem')} wrong={wrong} /> : null}
        <form
          className="stack-lg"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            next()
          }}
        >
          {step === 'person' ? <PersonStep {...shared} /> : null}
          {step === 'year' ? <YearStep {...shared} /> : null}
          {step === 'rules' ? <RulesStep {...shared} /> : null}
          {step === 'own' ? <KindsStep {...shared} side="assets" /> : null}
          {step === 'owe' ? <KindsStep {...shared} side="debts" /> : null}
          {step === 'prices' ? <PricesStep {...shared} /> : null}
          {question ? (
            <LinesOfKind
              question={question}
              answers={answers}
              refusals={isChecked ? answerRefusalsOf(answers, refusals, question.kind) : {}}
              onChange={(lines) => change({ lines: { ...answers.lines, [question.kind]: lines } })}
            />
          ) : null}
          {step === 'review' ? (
            <ReviewStep
              answers={answers}
              prices={prices}
              calculation={calculation}
              signOffs={signOffs}
              isSignedIn={isSignedIn}
              onEdit={go}
              onStartOver={() => {
                storeAnswers(undefined)
                onStartOver()
              }}
            />
          ) : (
            <div className="button-row">
              <Button>{t('zakat-calc.continue')}</Button>
              {place > 0 ? (
                <Button type="button" look="quiet" onClick={() => go(steps[place - 1] ?? 'person')}>
                  {t('zakat-calc.back')}
                </Button>
              ) : null}
              {question ? (
                <>
                  <Button type="button" look="quiet" onClick={() => skip(false)}>
                    {t('zakat-calc.skip')}
                  </Button>
                  <Button type="button" look="quiet" onClick={() => skip(true)}>
                    {t('zakat-calc.unknown')}
                  </Button>
                </>
              ) : null}
            </div>
          )}
        </form>
      </div>
      {step === 'review' ? null : (
        <aside className="zakat-calc-side card card-in stack" aria-live="polite">
          <h3>{t('zakat-calc.so-far')}</h3>
          {soFar.isValid ? (
            <Totals net={soFar.result.net} zakat={soFar.result.zakat} />
          ) : (
            <p className="quiet small">{t('zakat-calc.so-far-unknown')}</p>
          )}
          <p className="quiet small">{t('zakat-calc.private')}</p>
        </aside>
      )}
    </div>
  )
}

/** Returns the errors of one screen for its summary. */
function useWrong(step: string, answers: Answers, refusals: readonly (Fault & { readonly path: string })[]) {
  const fault = useFaultText()
  const question = questionOf(step)
  if (question)
    return Object.entries(answerRefusalsOf(answers, refusals, question.kind)).map(([key, refusal]) => ({
      id: `${question.kind}-${key.replace('.', '-')}`,
      text: fault(refusal) ?? '',
    }))
  const paths: Readonly<Record<string, readonly (readonly [path: string, id: string])[]>> = {
    year: [
      ['date', 'zakatDate'],
      ['hawl.startedOn', 'hawlStartedOn'],
    ],
    rules: [
      ['choices.longTermSharesPercent', 'choice-longTermSharesPercent'],
      ['choices.pensionEquityPercent', 'choice-pensionEquityPercent'],
    ],
    prices: [
      ['prices.gold.perGram', 'price-gold'],
      ['prices.silver.perGram', 'price-silver'],
      ['prices', 'calc-agreedPrices'],
    ],
  }
  return (paths[step] ?? []).flatMap(([path, id]) => {
    const refusal = refusals.find((refusal) => refusal.path === path)
    return refusal ? [{ id, text: fault(refusal) ?? '' }] : []
  })
}

function Totals({ net, zakat }: { readonly net: Money; readonly zakat: Money }) {
  const t = useText()
  const locale = useLocale()
  return (
    <dl className="lines">
      <dt>{t('zakat-calc.net')}</dt>
      <dd>{formatMoney(net, locale, { fractions: 'always' })}</dd>
      <dt>{t('zakat-calc.zakat')}</dt>
      <dd className="strong">{formatMoney(zakat, locale, { fractions: 'always' })}</dd>
    </dl>
  )
}

/** All lines of one kind, with buttons to add and remove lines. */
function LinesOfKind({
  question,
  answers,
  refusals,
  onChange,
}: {
  readonly question: Question
  readonly answers: Answers
  readonly refusals: ReturnType<typeof answerRefusalsOf>
  readonly onChange: (lines: readonly TypedLine[]) => void
}) {
  const t = useText()
  const lines = answers.lines[question.kind] ?? [{}]
  return (
    <>
      {lines.map((line, index) => (
        <fieldset key={index} className="group stack">
          <legend className={lines.length > 1 ? undefined : 'visually-hidden'}>
            {t('zakat-calc.line', { place: index + 1 })}
          </legend>
          <LineFields
            question={question}
            index={index}
            line={line}
            currency={answers.currency}
            refusals={refusals}
            onChange={(changed) => onChange(lines.map((line, place) => (place === index ? changed : line)))}
          />
          {lines.length > 1 ? (
            <Button type="button" look="quiet" onClick={() => onChange(lines.filter((_, place) => place !== index))}>
              {t('zakat-calc.remove-line', { place: index + 1 })}
            </Button>
          ) : null}
        </fieldset>
      ))}
      <p>
        <Button type="button" look="quiet" onClick={() => onChange([...lines, {}])}>
          {t('zakat-calc.add-line')}
        </Button>
      </p>
    </>
  )
}
