import { required } from '#shared/collections.ts'
import type { Fault } from '#shared/problem.ts'
import { type AddressDraft, type AddressField, type AddressKind, checkAddress } from './address.ts'

/**
 * Maps a field's message to the one that the form's summary uses instead (S1 §5 "Tax address form"); all others are the
 * same in both.
 */
export const summarySentences: Readonly<Record<string, string>> = {
  'first-name-missing': 'tax-name-missing',
  'last-name-missing': 'tax-name-missing',
  'address-missing': 'tax-address-missing',
  'city-missing': 'tax-city-missing',
  'zip-code-invalid': 'tax-postal-code-missing',
  'postal-code-invalid': 'tax-postal-code-missing',
}

/** Converts a fault for the summary above a form: a field of a tax address uses the form's own sentence. */
export const toSummaryFault = (fault: Fault): Fault =>
  Object.hasOwn(summarySentences, fault.code) ? { code: required(summarySentences[fault.code]) } : fault

/** Returns the generic message for an empty required field (S1 §5 "shown after blur when empty"). */
export const requiredFault = (kind: AddressKind, field: AddressField, draft: AddressDraft): Fault | undefined =>
  !draft[field]?.trim() && checkAddress(kind, draft)[field] ? { code: 'field-required' } : undefined

/**
 * Returns the message of a field: the generic one while it is only empty, its own after the form was submitted or if
 * the value is invalid.
 */
export const fieldFault = (
  kind: AddressKind,
  field: AddressField,
  draft: AddressDraft,
  isSubmitted: boolean,
): Fault | undefined =>
  (isSubmitted ? undefined : requiredFault(kind, field, draft)) ?? checkAddress(kind, draft)[field]
