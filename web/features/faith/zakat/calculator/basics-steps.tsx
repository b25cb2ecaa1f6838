import { choiceOptions, type RuleChoices, ruleSets } from '#modules/faith/zakat/rules/calculator/rule-sets.ts'
import { currencies } from '#shared/currencies.ts'
import { type MessageKey, useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox, RadioGroup, Select, TextInput } from '#web/ui/field.tsx'
import type { Fault } from '#shared/problem.ts'
import { type Answers, choicesOf, zakatDayOf } from './answers.ts'
import { priceHint } from './price-text.ts'
import { type Prices, pricesToAgree } from './prices.ts'
import { questions, type Side } from './questions.ts'

type Props = {
  readonly answers: Answers
  readonly prices: Prices
  readonly faultAt: (path: string) => Fault | undefined
  readonly onChange: (change: Partial<Answers>) => void
}

/** The person whose wealth it is, the currency, and the rule set. */
export function PersonStep({ answers, onChange }: Props) {
  const t = useText()
  return (
    <>
      <RadioGroup
        name="isForChild"
        legend={t('zakat-calc.for-whom')}
        value={answers.isForChild ? 'child' : 'me'}
        onChoose={(value) => onChange({ isForChild: value === 'child' })}
        choices={(['me', 'child'] as const).map((value) => ({ value, label: t(`zakat-calc.for-${value}`) }))}
      />
      <Select
        id="calc-currency"
        label={t('zakat-calc.currency')}
        value={answers.currency}
        onChange={(event) => onChange({ currency: event.target.value as Answers['currency'] })}
      >
        {currencies.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
      <RadioGroup
        name="ruleSetId"
        legend={t('zakat-calc.rule-set')}
        isWide
        value={answers.ruleSetId}
        onChoose={(ruleSetId) => onChange({ ruleSetId, choices: {} })}
        choices={ruleSets.map(({ id, hawl }) => ({
          value: id,
          label: t(`zakat-calc.set-${id}` as MessageKey),
          note: `${t(`zakat-calc.set-note-${id}` as MessageKey)} ${t(`zakat-calc.hawl-${hawl}` as MessageKey)}`,
        }))}
      />
    </>
  )
}

/** The zakat date, whether a year has passed, and whether the year is lunar or solar. */
export function YearStep({ answers, faultAt, onChange }: Props) {
  const t = useText()
  const fault = useFaultText()
  const { year } = choicesOf(answers)
  return (
    <>
      <TextInput
        id="zakatDate"
        type="date"
        max={answers.date}
        label={t('zakat-calc.zakat-date')}
        hint={t('zakat-calc.zakat-date-hint')}
        value={zakatDayOf(answers)}
        onChange={({ target: { value } }) => onChange({ zakatDate: value === answers.date ? '' : value })}
        error={fault(faultAt('date'))}
      />
      <RadioGroup
        name="hawl"
        legend={t('zakat-calc.hawl-question')}
        isWide
        value={answers.hawl}
        onChoose={(hawl) => onChange({ hawl: hawl as Answers['hawl'] })}
        choices={(['complete', 'running', 'unknown'] as const).map((value) => ({
          value,
          label: t(`zakat-calc.hawl-${value}`),
        }))}
      />
      {answers.hawl === 'running' ? (
        <TextInput
          id="hawlStartedOn"
          type="date"
          label={t('zakat-calc.hawl-started')}
          hint={t('zakat-calc.hawl-started-hint')}
          value={answers.hawlStartedOn}
          onChange={(event) => onChange({ hawlStartedOn: event.target.value })}
          error={fault(faultAt('hawl.startedOn'))}
        />
      ) : null}
      <RadioGroup
        name="year"
        legend={t('zakat-calc.year')}
        isWide
        value={year}
        onChoose={(value) => onChange({ choices: { ...answers.choices, year: value as RuleChoices['year'] } })}
        choices={choiceOptions.year.map((value) => ({ value, label: t(`zakat-calc.year-${value}`) }))}
      />
    </>
  )
}

const textChoices = [
  'basis',
  'weights',
  'wornJewellery',
  'debts',
  'studentLoans',
  'ukPension',
  'retirementAccount',
] as const

/** The choices on which scholars differ. Each can be changed, and the result lists the changes. */
export function RulesStep({ answers, faultAt, onChange }: Props) {
  const t = useText()
  const fault = useFaultText()
  const choices = choicesOf(answers)
  const choose = (name: string, value: string) => onChange({ choices: { ...answers.choices, [name]: value } })
  return (
    <>
      {textChoices.map((name) => (
        <Select
          key={name}
          id={`choice-${name}`}
          label={t(`zakat-calc.choice-${name}`)}
          value={choices[name]}
          onChange={(event) => choose(name, event.target.value)}
        >
          {choiceOptions[name].map((value) => (
            <option key={value} value={value}>
              {t(`zakat-calc.choice-${name}-${value.replaceAll(/[./]/g, '-')}` as MessageKey)}
            </option>
          ))}
        </Select>
      ))}
      {(['longTermSharesPercent', 'pensionEquityPercent'] as const).map((name) => (
        <TextInput
          key={name}
          id={`choice-${name}`}
          inputMode="decimal"
          dir="ltr"
          label={t(`zakat-calc.choice-${name}`)}
          value={choices[name]}
          onChange={(event) => choose(name, event.target.value)}
          error={fault(faultAt(`choices.${name}`))}
        />
      ))}
    </>
  )
}

/** Selects the kinds of wealth or debt that the donor has; only their questions follow. */
export function KindsStep({ answers, onChange, side }: Props & { readonly side: Side }) {
  const t = useText()
  const toggle = (kind: string, isOn: boolean) =>
    onChange({
      kinds: isOn ? [...answers.kinds, kind] : answers.kinds.filter((other) => other !== kind),
      lines: isOn ? { ...answers.lines, [kind]: answers.lines[kind] ?? [{}] } : answers.lines,
    })
  return (
    <fieldset className="group">
      <legend>{t(`zakat-calc.kinds-${side}`)}</legend>
      {questions
        .filter((question) => question.side === side)
        .map(({ kind }) => (
          <Checkbox
            key={kind}
            id={`has-${kind}`}
            label={t(`zakat-calc.kind-${kind}` as MessageKey)}
            hint={t(`zakat-calc.help-${kind}` as MessageKey)}
            checked={answers.kinds.includes(kind)}
            onChange={(event) => toggle(kind, event.target.checked)}
          />
        ))}
    </fieldset>
  )
}

/** Gold and silver prices: the day's, or the donor's own. */
export function PricesStep({ answers, prices, faultAt, onChange }: Props) {
  const t = useText()
  const locale = useLocale()
  const fault = useFaultText()
  const unagreedPrices = pricesToAgree(answers, prices)
  const problem = fault(faultAt('prices'))
  const fields = (['gold', 'silver'] as const).map((metal) => {
    return (
      <TextInput
        key={metal}
        id={`price-${metal}`}
        inputMode="decimal"
        dir="ltr"
        label={t(`zakat-calc.price-${metal}`, { currency: answers.currency })}
        hint={priceHint(t, locale, prices[metal], answers.currency)}
        value={answers[metal]}
        onChange={(event) => onChange({ [metal]: event.target.value })}
        error={fault(faultAt(`prices.${metal}.perGram`))}
      />
    )
  })
  return (
    <>
      {fields}
      {unagreedPrices === '' ? null : (
        <div>
          <Checkbox
            id="calc-agreedPrices"
            label={t('zakat-calc.agree-prices')}
            hint={t('zakat-calc.agree-prices-hint')}
            checked={answers.agreedPrices === unagreedPrices}
            aria-describedby={problem ? 'calc-agreedPrices-error' : undefined}
            onChange={(event) => onChange({ agreedPrices: event.target.checked ? unagreedPrices : '' })}
          />
          {problem ? (
            <p className="error-text" id="calc-agreedPrices-error">
              {problem}
            </p>
          ) : null}
        </div>
      )}
    </>
  )
}
