import { required } from '#shared/collections.ts'
import type { Fault } from '#shared/problem.ts'
import { type AddressDraft, type AddressField, type AddressKind, checkAddress } from './address.ts'

/**
 * A field's message → the sentence that the summary of its form has in its place (S1 §5 "Tax address form"); the others
 * are the same in both.
 */
export const summarySentences: Readonly<Record<string, string>> = {
  'first-name-missing': 'tax-name-missing',
  'last-name-missing': 'tax-name-missing',
  'address-missing': 'tax-address-missing',
  'city-missing': 'tax-city-missing',
  'zip-code-invalid': 'tax-postal-code-missing',
  'postal-code-invalid': 'tax-postal-code-missing',
}

/** A fault as the summary above a form says it: a field of a tax address by the form's own sentence. */
export const inSummary = (fault: Fault): Fault =>
  Object.hasOwn(summarySentences, fault.code) ? { code: required(summarySentences[fault.code]) } : fault

/** After a field was left empty that must not be: the generic sentence (S1 §5 "shown after blur when empty"). */
export const blankFault = (kind: AddressKind, field: AddressField, draft: AddressDraft): Fault | undefined =>
  !draft[field]?.trim() && checkAddress(kind, draft)[field] ? { code: 'field-required' } : undefined

/**
 * What stands at a field: the generic sentence while it is only blank, its own once the form was sent or something else
 * is wrong.
 */
export const fieldFault = (
  kind: AddressKind,
  field: AddressField,
  draft: AddressDraft,
  isSubmitted: boolean,
): Fault | undefined => (isSubmitted ? undefined : blankFault(kind, field, draft)) ?? checkAddress(kind, draft)[field]
