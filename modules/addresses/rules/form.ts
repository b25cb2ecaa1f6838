import type { Fault } from '#shared/problem.ts'
import { type AddressDraft, type AddressFaults, type AddressField, addressFields, type AddressKind, checkAddress } from './address.ts'

const summaries: readonly (readonly [readonly AddressField[], string])[] = [
  [['firstName', 'lastName'], 'tax-name-missing'],
  [['line1'], 'tax-address-missing'],
  [['city'], 'tax-city-missing'],
  [['postalCode'], 'tax-postal-code-missing'],
  [['country'], 'country-missing'],
  [['state'], 'state-missing'],
]

/** The sentences of the tax form's summary, in its order (S1 §5 "Tax address form"). */
export const taxAddressSummary = (faults: AddressFaults): Fault[] => summaries.filter(([of]) => of.some((field) => faults[field])).map(([, code]) => ({ code }))

/** The sentences above the form, each once (S1 §5). */
export function addressSummary(kind: AddressKind, faults: AddressFaults): Fault[] {
  if (kind === 'tax') return taxAddressSummary(faults)
  const codes = addressFields.flatMap((field) => faults[field]?.code ?? [])
  return [...new Set(codes)].map((code) => ({ code }))
}

/** After a field was left empty that must not be: the generic sentence (S1 §5 "shown after blur when empty"). */
export const blankFault = (kind: AddressKind, field: AddressField, draft: AddressDraft): Fault | undefined =>
  !draft[field]?.trim() && checkAddress(kind, draft)[field] ? { code: 'field-required' } : undefined

/** What stands at a field: the generic sentence while it is only blank, its own once the form was sent or something else is wrong. */
export const fieldFault = (kind: AddressKind, field: AddressField, draft: AddressDraft, isSubmitted: boolean): Fault | undefined =>
  (isSubmitted ? undefined : blankFault(kind, field, draft)) ?? checkAddress(kind, draft)[field]
