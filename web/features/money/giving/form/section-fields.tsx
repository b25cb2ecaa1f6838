import { definitionOf, type FieldName, fieldNames } from '#modules/money/giving/rules/donor-fields.ts'
import type { FieldPart } from '#modules/money/giving/rules/field-definition.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Checkbox, RadioGroup, TextArea, TextInput } from '#web/ui/field.tsx'
import type { CheckoutChange } from '../state/checkout-reducer.ts'
import type { Form } from '../state/checkout-state.ts'
import type { FormProps } from '../form-controls.ts'

type Group = Readonly<Record<string, string | boolean>>
const sections = fieldNames.filter((name) => definitionOf(name).control === 'section')

/**
 * Renders optional fields from their definitions, in sections that are collapsed until one of their fields is filled
 * in.
 */
export const SectionFields = (props: FormProps) => (
  <>
    {sections.map((name) => (
      <Section key={name} name={name} {...props} />
    ))}
  </>
)

function Section({ name, form, set, errorOf, onBlur }: FormProps & { readonly name: FieldName }) {
  const t = useText()
  const field = definitionOf(name)
  if (field.kind !== 'group') return null
  const group = form[name as keyof Form] as unknown as Group
  const label = (key: string) => t(`give.${key}` as MessageKey)
  const change = (part: string, value: string | boolean) =>
    set({ field: name, value: { ...group, [part]: value } } as unknown as CheckoutChange)
  const parts = Object.entries(field.parts)
  const isOpen = parts.some(([part, { kind }]) => (kind === 'text' && group[part]) || errorOf(`${name}-${part}`))
  return (
    <details className="stack" open={isOpen || undefined}>
      <summary>{label(name)}</summary>
      <div className="stack">
        {parts.map(([part, partDefinition]) => (
          <PartControl
            key={part}
            id={`${name}-${part}`}
            part={partDefinition}
            value={group[part] ?? ''}
            label={label}
            optional={t('shell.optional')}
            error={errorOf(`${name}-${part}`)}
            onChange={(value) => change(part, value)}
            onBlur={() => onBlur(`${name}-${part}`)}
          />
        ))}
      </div>
    </details>
  )
}

/** Returns whether a text gets a multi-line field. */
const isLong = (max: number): boolean => max > 254

function PartControl({
  id,
  part,
  value,
  label,
  optional,
  error,
  onChange,
  onBlur,
}: {
  readonly id: string
  readonly part: FieldPart
  readonly value: string | boolean
  readonly label: (key: string) => string
  readonly optional: string
  readonly error: string | undefined
  readonly onChange: (value: string | boolean) => void
  readonly onBlur: () => void
}) {
  if (part.kind === 'choice')
    return (
      <RadioGroup
        name={id}
        legend={label(id)}
        value={String(value)}
        error={error}
        onChoose={onChange}
        choices={part.options.map((option) => ({ value: option, label: label(`${id}-${option}`) }))}
      />
    )
  if (part.kind === 'flag')
    return (
      <Checkbox
        id={id}
        label={label(id)}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  const common = {
    id,
    label: label(id),
    value: String(value),
    error,
    maxLength: part.max,
    onBlur,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...(part.isRequired ? {} : { mark: optional }),
  }
  if (isLong(part.max)) return <TextArea {...common} />
  return part.check === 'email' ? <TextInput {...common} type="email" dir="ltr" /> : <TextInput {...common} />
}
