import { currencies } from '#shared/currencies.ts'
import type { InputFault } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import { type MessageKey, useFaultText, useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import type { TypedLine } from './answers.ts'
import type { LineField, Question } from './questions.ts'

type Props = {
  readonly question: Question
  readonly index: number
  readonly line: TypedLine
  readonly currency: string
  readonly refusals: Readonly<Record<string, InputFault>>
  readonly onChange: (line: TypedLine) => void
}

/** The fields of one line of wealth or debt, each with its error. */
export function LineFields({ question, index, line, currency, refusals, onChange }: Props) {
  const t = useText()
  const fault = useFaultText()
  const idOf = (name: string) => `${question.kind}-${index}-${name}`
  const change = (name: string, value: string | boolean) => onChange({ ...line, [name]: value })
  const code = typeof line.currency === 'string' ? line.currency : currency
  const control = (field: LineField) => {
    const label = t(`zakat-calc.field-${field.name}` as MessageKey, { currency: code })
    const id = idOf(field.name)
    const error = fault(refusals[`${index}.${field.name}`])
    if (field.type === 'yes')
      return (
        <Checkbox
          key={id}
          id={id}
          label={label}
          checked={line[field.name] === true}
          onChange={(event) => change(field.name, event.target.checked)}
        />
      )
    if (field.type === 'option')
      return (
        <Select
          key={id}
          id={id}
          label={label}
          value={String(line[field.name] ?? field.options[0])}
          onChange={(event) => change(field.name, event.target.value)}
          error={error}
        >
          {field.options.map((value) => (
            <option key={value} value={value}>
              {t(`zakat-calc.option-${value}` as MessageKey)}
            </option>
          ))}
        </Select>
      )
    return (
      <TextInput
        key={id}
        id={id}
        label={label}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={String(line[field.name] ?? '')}
        onChange={(event) => change(field.name, event.target.value)}
        error={error}
      />
    )
  }
  return (
    <div className="stack">
      {question.fields.map(control)}
      {question.hasCurrency ? (
        <Select
          id={idOf('currency')}
          label={t('zakat-calc.line-currency')}
          value={code}
          onChange={(event) => change('currency', event.target.value)}
          error={fault(refusals[`${index}.currency`])}
        >
          {currencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </Select>
      ) : null}
    </div>
  )
}
