import { type AddressDraft, addressFields, type PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import {
  type LevelWithQuestions,
  type DonorQuestions,
  donorQuestionsOf,
} from '#modules/causes/campaigns/rules/level.ts'
import { type EnteredFields, type Group, normalizeGroup } from '#modules/money/giving/rules/donor-field-values.ts'
import {
  definitionOf,
  type donorFields,
  type FieldName,
  fieldNames,
  type FieldsWith,
  type ValueOf,
} from '#modules/money/giving/rules/donor-fields.ts'
import type { Definition, FieldPart } from '#modules/money/giving/rules/field-definition.ts'

/** Fields that the donor types or ticks. Amounts, ids and counts belong to the page's own state. */
type Typed = Exclude<FieldName, FieldsWith<{ readonly control: null } | { readonly kind: 'amount' | 'id' | 'count' }>>
type TypedGroup<Parts> = {
  readonly [Part in keyof Parts]: Parts[Part] extends { readonly kind: 'flag' } ? boolean : string
}
type FormValue<N extends Typed> =
  ValueOf<N> extends boolean
    ? boolean
    : ValueOf<N> extends PostalAddress
      ? AddressDraft
      : (typeof donorFields)[N] extends { readonly parts: infer Parts }
        ? TypedGroup<Parts>
        : string
/** The donor fields of a form, as typed. */
export type DonorForm = { readonly [N in Typed]: FormValue<N> }

type Values = Readonly<Record<string, unknown>>
const isTyped = (name: FieldName): name is Typed => {
  const { control, kind } = definitionOf(name)
  return control !== null && kind !== 'amount' && kind !== 'id' && kind !== 'count'
}
const typedFields = fieldNames.filter(isTyped)
const formOf = (valueOf: (name: Typed, field: Definition) => unknown): DonorForm =>
  Object.fromEntries(typedFields.map((name) => [name, valueOf(name, definitionOf(name))])) as DonorForm

/** Returns a field's value in the form; undefined becomes the empty value of its kind. */
function toFormValue(field: Definition, value: unknown): unknown {
  if (field.kind === 'flag') return value ?? false
  if (field.kind === 'address') return value ?? {}
  if (field.kind !== 'group') return value ?? ''
  const group = (value ?? {}) as Group
  return Object.fromEntries(Object.entries(field.parts).map(([name, part]) => [name, group[name] ?? emptyPart(part)]))
}

function emptyPart(part: FieldPart) {
  if (part.kind === 'flag') return false
  return part.kind === 'choice' ? part.options[0] : ''
}

/** Returns a form prefilled with known values. */
export const toForm = (values: object): DonorForm =>
  formOf((name, field) => toFormValue(field, (values as Values)[name]))

const isVisible = (field: Definition, form: DonorForm, asks: DonorQuestions): boolean =>
  (field.levelAsks === undefined || asks[field.levelAsks]) && (field.isOffered?.(form) ?? true)

/**
 * Clears fields that are hidden, because another level asked for them or the donation is anonymous now, so they are
 * neither validated nor sent. Trims texts.
 */
export const withoutHiddenFields = <Form extends DonorForm>(
  form: Form,
  level: LevelWithQuestions | undefined,
): Form => {
  const asks = donorQuestionsOf(level)
  const donorForm = formOf((name, field) => {
    if (!isVisible(field, form, asks)) return toFormValue(field, undefined)
    const value = form[name]
    return typeof value === 'string' ? value.trim() : value
  })
  return { ...form, ...donorForm }
}

/** Returns the form's fields in the shape that the validation rules take. */
export const enteredFieldsOf = (form: DonorForm): EnteredFields =>
  formOf((name, field) =>
    field.kind === 'group' ? (normalizeGroup(field.parts, form[name] as Group) ?? undefined) : form[name],
  ) as EnteredFields

/**
 * Returns the donor fields of a posted form. Browsers omit unticked checkboxes; texts are cut to the field's length.
 */
export const fromPost = (posted: FormData): DonorForm => {
  const text = (id: string, max: number): string => {
    const value = posted.get(id)
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  return formOf((name, field) => {
    if (field.kind === 'flag') return posted.has(name)
    if (field.kind === 'address')
      return Object.fromEntries(addressFields.map((part) => [part, text(`${name}-${part}`, 200)]))
    if (field.kind === 'text') return text(name, field.max)
    if (field.kind === 'choice') return field.options.find((option) => option === text(name, 40)) ?? ''
    if (field.kind !== 'group') return ''
    const parts = Object.entries(field.parts).map(([part, { kind, ...definition }]) => {
      const id = `${name}-${part}`
      return [part, kind === 'flag' ? posted.has(id) : text(id, 'max' in definition ? definition.max : 40)]
    })
    return toFormValue(field, Object.fromEntries(parts))
  })
}
