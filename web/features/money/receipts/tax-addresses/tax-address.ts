import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type AddressDraft, addressFields } from '#modules/platform/addresses/rules/address.ts'
import { fieldOfWire, toWire } from '#modules/platform/addresses/rules/wire.ts'
import { type FormField, unlimited } from '#web/kit/fields.ts'
import type { FormError } from '#web/ui/error-summary.tsx'

export type TaxAddress = OutputOf<ProductContract, 'GET /v4/tax-addresses'>

/** The state of the form. */
export type TypedTaxAddress = {
  readonly address: AddressDraft
  readonly giftAid: boolean
  readonly shareAddress: boolean
}

/** Prefix of the id and name of the address controls. */
export const addressGroup = 'taxAddress'

/** Returns the body of the address request. */
export const taxAddressPayloadOf = (
  { address, giftAid, shareAddress }: TypedTaxAddress,
  version: string | undefined,
) => ({
  address: toWire(address),
  giftAid,
  shareAddress,
  ...(version ? { giftAidTextVersion: version } : {}),
})

/** Reads a posted form. */
export function readTypedTaxAddress(posted: FormData): TypedTaxAddress & { readonly version: string | undefined } {
  const text = (name: string): string => {
    const value = posted.get(name)
    return typeof value === 'string' ? value.slice(0, 200) : ''
  }
  return {
    address: Object.fromEntries(addressFields.map((field) => [field, text(`${addressGroup}-${field}`)])),
    giftAid: posted.has('giftAid'),
    shareAddress: posted.has('shareAddress'),
    version: text('giftAidTextVersion') || undefined,
  }
}

/** The address controls as fields of a form of the kit. */
export const taxAddressFields: Readonly<Record<string, FormField<string>>> = Object.fromEntries(
  addressFields.map((field) => [`${addressGroup}-${field}`, unlimited(200)]),
)

/** Returns the address in the values of `taxAddressFields`. */
export const taxAddressIn = (values: Readonly<Record<string, string | undefined>>): AddressDraft =>
  Object.fromEntries(addressFields.map((field) => [field, values[`${addressGroup}-${field}`] ?? '']))

/** Returns the errors by control; an error without a field goes to the postcode, the first field. */
export function taxAddressErrors(refused: {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}): FormError[] {
  const fields = Object.entries(refused.fields).map(([field, text]) => {
    const part = fieldOfWire(field.replace('address.', ''))
    return { id: part ? `${addressGroup}-${part}` : field, text }
  })
  return fields.length > 0 ? fields : [{ id: `${addressGroup}-postalCode`, text: refused.message }]
}

/** Returns whether the donor asked for what the address enables, so that the form is expanded. */
export const isRequested = ({ isGiftAidRequested, reliefs, countries }: TaxAddress): boolean =>
  isGiftAidRequested || (reliefs.includes('tax-receipt') && countries?.includes('CA') === true)

/** Returns the text key of the title. */
export function taxAddressTitle(view: TaxAddress) {
  if (view.reliefs.includes('gift-aid'))
    return view.isGiftAidRequested ? 'tax-address.title-gift-aid-requested' : 'tax-address.title-gift-aid'
  if (view.reliefs.length === 0) return 'tax-address.title-stored'
  return isRequested(view) ? 'tax-address.title-receipt-awaited' : 'tax-address.title-receipt'
}
