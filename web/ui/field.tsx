import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps, useControlId } from './labelled.tsx'

const describedBy = ({ id, hint, error }: FieldProps): string | undefined =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

const useControl = (field: FieldProps) => {
  const id = useControlId(field.id)
  return {
    id,
    className: 'input',
    'aria-invalid': field.error ? (true as const) : undefined,
    'aria-describedby': describedBy({ ...field, id }),
  }
}

export const TextInput = ({
  label,
  hint,
  error,
  mark,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) => {
  const field = { id: rest.id, label, hint, error, mark }
  const control = useControl(field)
  return (
    <Field {...field}>
      <input name={rest.id} dir="auto" {...rest} {...control} />
    </Field>
  )
}

export const TextArea = ({
  label,
  hint,
  error,
  mark,
  ...rest
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) => {
  const field = { id: rest.id, label, hint, error, mark }
  const control = useControl(field)
  return (
    <Field {...field}>
      <textarea name={rest.id} dir="auto" {...rest} {...control} />
    </Field>
  )
}

export const Select = ({
  label,
  hint,
  error,
  mark,
  children,
  ...rest
}: FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) => {
  const field = { id: rest.id, label, hint, error, mark }
  const control = useControl(field)
  return (
    <Field {...field}>
      <select name={rest.id} {...rest} {...control}>
        {children}
      </select>
    </Field>
  )
}

export function Checkbox({
  id,
  label,
  hint,
  ...rest
}: { readonly id: string; readonly label: ReactNode; readonly hint?: ReactNode } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'type'
>) {
  const controlId = useControlId(id)
  return (
    <label className="check" htmlFor={controlId}>
      <input name={id} {...rest} id={controlId} type="checkbox" />
      <span>
        {label}
        {hint ? <span className="hint">{hint}</span> : null}
      </span>
    </label>
  )
}

export type Choice<Value extends string = string> = {
  readonly value: Value
  readonly label: ReactNode
  readonly note?: ReactNode
  /** Shown but disabled; the note says why. */
  readonly isDisabled?: boolean
}

/** A radio group styled as chips of equal size; works with arrow keys and without JavaScript. */
export function RadioGroup<Value extends string>({
  name,
  legend,
  choices,
  value,
  onChoose,
  error,
  isLarge = false,
  isWide = false,
  hint,
}: {
  readonly name: string
  readonly legend: ReactNode
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | undefined
  readonly onChoose: (value: Value) => void
  readonly error?: string | undefined
  readonly isLarge?: boolean
  /** For choices with a line of text. */
  readonly isWide?: boolean
  readonly hint?: ReactNode
}) {
  const id = useControlId(name)
  return (
    <fieldset className="group" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <div className={`chips${isWide ? ' chips-wide' : ''}`}>
        {choices.map((choice) => (
          <label key={choice.value} className={`chip${isLarge ? ' chip-lg' : ''}`}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.isDisabled}
              onChange={() => onChoose(choice.value)}
            />
            <span>
              {choice.label}
              {choice.note ? <small>{choice.note}</small> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
