import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type AddressDraft, addressFields } from '#modules/platform/addresses/rules/address.ts'
import { fieldOfWire, toWire } from '#modules/platform/addresses/rules/wire.ts'
import type { Wrong } from '../../../ui/error-summary.tsx'

export type TaxAddress = OutputOf<ProductContract, 'GET /v4/tax-addresses'>

/** What the form holds. */
export type TypedTaxAddress = {
  readonly address: AddressDraft
  readonly giftAid: boolean
  readonly shareAddress: boolean
}

/** Begins the id and name of every control of the address. */
export const addressGroup = 'taxAddress'

/** What the calls take. */
export const payloadOf = ({ address, giftAid, shareAddress }: TypedTaxAddress, version: string | undefined) => ({
  address: toWire(address),
  giftAid,
  shareAddress,
  ...(version ? { giftAidTextVersion: version } : {}),
})

/** A posted form. */
export function typedIn(posted: FormData): TypedTaxAddress & { readonly version: string | undefined } {
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

/** A refusal by its controls; one without a field leads to the postcode, where the form begins. */
export function wrongIn(refused: {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}): Wrong[] {
  const fields = Object.entries(refused.fields).map(([field, text]) => {
    const part = fieldOfWire(field.replace('address.', ''))
    return { id: part ? `${addressGroup}-${part}` : field, text }
  })
  return fields.length > 0 ? fields : [{ id: `${addressGroup}-postalCode`, text: refused.message }]
}

/** Whether the donor asked for what the address brings, so that it is shown open. */
export const isAwaited = ({ isGiftAidRequested, reliefs, countries }: TaxAddress): boolean =>
  isGiftAidRequested || (reliefs.includes('tax-receipt') && countries?.includes('CA') === true)

/** The title of what the address brings. */
export function titleOf(view: TaxAddress) {
  if (view.reliefs.includes('gift-aid'))
    return view.isGiftAidRequested ? 'tax-address.title-gift-aid-requested' : 'tax-address.title-gift-aid'
  if (view.reliefs.length === 0) return 'tax-address.title-stored'
  return isAwaited(view) ? 'tax-address.title-receipt-awaited' : 'tax-address.title-receipt'
}
