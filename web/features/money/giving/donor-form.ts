import { type AddressDraft, addressFields, type PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { type AskingLevel, type Asks, asksOf } from '#modules/causes/campaigns/rules/level.ts'
import { type AskedFields, type Group, tidyGroup } from '#modules/money/giving/rules/donor-field-values.ts'
import {
  definitionOf,
  type donorFields,
  type FieldName,
  fieldNames,
  type Having,
  type ValueOf,
} from '#modules/money/giving/rules/donor-fields.ts'
import type { Definition, Part } from '#modules/money/giving/rules/field-definition.ts'

/** Fields with a control whose value is not a choice of the page's own, such as the amount. */
type Typed = Exclude<FieldName, Having<{ readonly control: null } | { readonly kind: 'amount' | 'id' | 'count' }>>
type TypedGroup<Parts> = {
  readonly [Part in keyof Parts]: Parts[Part] extends { readonly kind: 'flag' } ? boolean : string
}
type Held<N extends Typed> =
  ValueOf<N> extends boolean
    ? boolean
    : ValueOf<N> extends PostalAddress
      ? AddressDraft
      : (typeof donorFields)[N] extends { readonly parts: infer Parts }
        ? TypedGroup<Parts>
        : string
/** The donor's fields of a form, as typed. */
export type DonorForm = { readonly [N in Typed]: Held<N> }

type Values = Readonly<Record<string, unknown>>
const isTyped = (name: FieldName): name is Typed => {
  const { control, kind } = definitionOf(name)
  return control !== null && kind !== 'amount' && kind !== 'id' && kind !== 'count'
}
const typedFields = fieldNames.filter(isTyped)
const formOf = (valueOf: (name: Typed, field: Definition) => unknown): DonorForm =>
  Object.fromEntries(typedFields.map((name) => [name, valueOf(name, definitionOf(name))])) as DonorForm

/** What a field holds in the form; nothing said is empty. */
function held(field: Definition, value: unknown): unknown {
  if (field.kind === 'flag') return value ?? false
  if (field.kind === 'address') return value ?? {}
  if (field.kind !== 'group') return value ?? ''
  const group = (value ?? {}) as Group
  return Object.fromEntries(Object.entries(field.parts).map(([name, part]) => [name, group[name] ?? emptyPart(part)]))
}

function emptyPart(part: Part) {
  if (part.kind === 'flag') return false
  return part.kind === 'choice' ? part.options[0] : ''
}

/** A form with the values that are known before anything is typed. */
export const toForm = (values: object): DonorForm => formOf((name, field) => held(field, (values as Values)[name]))

const isAskedFor = (field: Definition, form: DonorForm, asks: Asks): boolean =>
  (field.levelAsks === undefined || asks[field.levelAsks]) && (field.isOffered?.(form) ?? true)

/**
 * Without what is typed into fields that are not shown: another level asked for it, or the donation is anonymous by
 * now. It is neither judged nor sent.
 */
export const withoutUnasked = <Form extends DonorForm>(form: Form, level: AskingLevel | undefined): Form => {
  const asks = asksOf(level)
  const donorForm = formOf((name, field) => {
    if (!isAskedFor(field, form, asks)) return held(field, undefined)
    const value = form[name]
    return typeof value === 'string' ? value.trim() : value
  })
  return { ...form, ...donorForm }
}

/** The form's fields as the rules judge them. */
export const fieldsOf = (form: DonorForm): AskedFields =>
  formOf((name, field) =>
    field.kind === 'group' ? (tidyGroup(field.parts, form[name] as Group) ?? undefined) : form[name],
  ) as AskedFields

/** A posted form: a checkbox that is not ticked is not sent, and texts are cut where their field ends. */
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
    return held(field, Object.fromEntries(parts))
  })
}
