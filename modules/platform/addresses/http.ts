import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { AddressBookView, addressesContract, SavedWireAddress } from './contract.ts'
import { placeDetails, suggestPlaces } from './find-places.ts'
import type { AddressPorts } from './port.ts'
import { findAddressBook, type SavedAddress } from './queries.ts'
import { removeAddress } from './remove-address.ts'
import { type AddressKind } from './rules/address.ts'
import { convertAddress } from './rules/saved.ts'
import { fromWire, toWire } from './rules/wire.ts'
import { saveAddress } from './save-address.ts'
import { useAddress } from './use-address.ts'

/** Returns the account that owns the address book. `user` may only name the viewer; any other id returns 404. */
function ownerOf(viewer: Viewer, user?: string): string {
  const { accountId } = accountOf(viewer)
  if (user !== undefined && user !== accountId) throw new Problem('not-found', 'not-found')
  return accountId
}

async function bookOf(ports: AddressPorts, accountId: string): Promise<AddressBookView> {
  const { addresses, chosen } = await findAddressBook(ports.db, accountId)
  const views = addresses.map(viewOf)
  const chosenAs = (kind: AddressKind) => views.find((view) => view.ID === chosen[kind]) ?? null
  return {
    shippingAddress: chosenAs('shipping'),
    billingAddress: chosenAs('billing'),
    taxAddress: chosenAs('tax'),
    addresses: views,
  }
}

/** Returns the address with its full name (S1 §3), even if first and last name were entered separately. */
const viewOf = ({ id, label, address }: SavedAddress): SavedWireAddress =>
  ({ ID: id, addressLabel: label, ...toWire(convertAddress('shipping', address)) }) as SavedWireAddress

export const addressesHandlers: Handlers<typeof addressesContract, AddressPorts, Viewer> = {
  'GET /api/user/shippingAddress': async ({ app, viewer, input }) => bookOf(app, ownerOf(viewer, input.user)),
  'POST /api/user/shippingAddress': async ({ app, viewer, input: { method, user, type, address } }) => {
    const owner = ownerOf(viewer, user)
    if (method === 'save')
      await saveAddress(app, owner, {
        id: address.ID || undefined,
        label: address.addressLabel,
        kind: type === 'list' ? undefined : type,
        draft: fromWire(address),
      })
    return bookOf(app, owner)
  },
  'POST /v4/addresses/:addressId/use': async ({ app, viewer, input }) => {
    const owner = ownerOf(viewer)
    await useAddress(app, owner, input.addressId, input.type)
    return bookOf(app, owner)
  },
  'DELETE /v4/addresses/:addressId': async ({ app, viewer, input }) => {
    const owner = ownerOf(viewer)
    await removeAddress(app, owner, input.addressId)
    return bookOf(app, owner)
  },
  'GET /api/projectapi/permittedCountryCodes': async ({ app }) => [...app.permittedCountries],
  'GET /api/user/geolocation': async ({ context }) => ({ countryCode: context.country ?? null }),
  'GET /v4/places': async ({ app }) => ({ reach: app.places.reach }),
  'POST /v4/places/autocomplete': async ({ app, context, input }) => ({
    suggestions: (
      await suggestPlaces(app, {
        input: input.input,
        regions: input.includedRegionCodes,
        locale: context.locale,
        session: input.sessionToken,
      })
    ).map(({ placeId, text }) => ({ placePrediction: { placeId, text: { text } } })),
  }),
  'GET /v4/places/:placeId': async ({ app, context, input }) => ({
    addressComponents: (
      await placeDetails(app, { placeId: input.placeId, locale: context.locale, session: input.sessionToken })
    ).map((placeComponent) => ({
      ...placeComponent,
      types: [...placeComponent.types],
    })),
  }),
}
