import { definitionOf, type FieldName, fieldNames } from '#modules/money/giving/rules/donor-fields.ts'
import type { CheckoutChange } from './checkout-reducer.ts'
import type { Form } from './checkout-state.ts'

export type Field = keyof Form
/** What a link can preset. In the order in which the fields are restored, because some reset others. */
export const presetFields: readonly Field[] = [
  'frequency',
  'levelId',
  'quantity',
  'amount',
  'donationType',
  'isZakat',
  'maximizeZakat',
  'tipTyped',
  'tipChoice',
]
/** The name comes first, because it is copied to the addresses. */
export const otherFields: readonly Field[] = ['name', 'email', 'phone', 'words', 'method']
/** Never stored in the browser: encrypted fields, and the choice of a saved card, which has its own entry. */
const isEncrypted = (field: FieldName): boolean => definitionOf(field).column === 'encrypted'

const presetParameters = [
  'amount',
  'tip',
  'level',
  'quantity',
  'src',
  'zakat',
  'donationType',
  'frequencyType',
  'givingPlan',
] as const

/** Returns the parts of a checkout URL's query that preset the donation. */
export const presetsOf = (query: URLSearchParams): string =>
  presetParameters.map((name) => query.get(name) ?? '').join('&')

/** Returns the fields of the form that a change sets and that this tab may store (privacy-9). */
export function storedFieldsOf(change: CheckoutChange): Field[] {
  const { field } = change
  if (field === 'level') return ['levelId', 'quantity', 'amount']
  if (field === 'contact') return []
  if (field === 'isZakat') return ['isZakat', 'maximizeZakat']
  if (field === 'donationType') return ['donationType', 'isZakat', 'maximizeZakat']
  return isStored(field) ? [field] : []
}

/** Whether this tab may store the field. */
export const isStored = (field: Field): boolean =>
  presetFields.includes(field) ||
  otherFields.includes(field) ||
  fieldNames.some((name) => name === field && !isEncrypted(name))
