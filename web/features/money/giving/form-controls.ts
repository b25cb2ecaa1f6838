import type { FieldsWith } from '#modules/money/giving/rules/donor-fields.ts'
import type { CheckoutChange } from './state/checkout-reducer.ts'
import type { Form } from './state/checkout-state.ts'

type FieldOf<Value> = {
  [Key in keyof Form]: Form[Key] extends Value ? (Value extends Form[Key] ? Key : never) : never
}[keyof Form]

type FieldOfGroup = Extract<keyof Form, FieldsWith<{ readonly kind: 'group' }>>

export type FormProps = {
  readonly form: Form
  readonly set: (change: CheckoutChange) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
}

/** Returns the props that connect a control to the form field of the same name. */
export const controlsOf = ({ form, set, errorOf, onBlur }: FormProps) => ({
  text: (field: FieldOf<string>) => ({
    id: field,
    value: form[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set({ field, value: event.target.value }),
    onBlur: () => onBlur(field),
  }),
  box: (field: FieldOf<boolean>) => ({
    id: field,
    checked: form[field],
    onChange: (event: { target: { checked: boolean } }) => set({ field, value: event.target.checked }),
  }),
  /** Props for one part of a group field. */
  part: <Name extends FieldOfGroup>(field: Name, part: keyof Form[Name] & string) => ({
    id: `${field}-${part}`,
    value: form[field][part] as string,
    error: errorOf(`${field}-${part}`),
    onChange: (event: { target: { value: string } }) =>
      set({ field, value: { ...form[field], [part]: event.target.value } } as CheckoutChange),
    onBlur: () => onBlur(`${field}-${part}`),
  }),
})
