import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

/** Addresses contain no control characters, and PostgreSQL can't store NUL. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value))

/** S1 §3 "Address", in its spelling; the tax form splits the name (S1 §5). */
export const wireAddress = z.object({
  ID: z.string().max(64).optional(),
  addressLabel: text(60).optional(),
  FirstName: text(60).optional(),
  LastName: text(60).optional(),
  Name: text(120).optional(),
  Address: text(200).optional(),
  Address2: text(200).optional(),
  City: text(100).optional(),
  State: text(100).optional(),
  Zip: text(20).optional(),
  Country: z.string().max(2).optional(),
  Phone: text(32).optional(),
})
z.globalRegistry.add(wireAddress, { id: 'Address', description: 'An address in the spelling of the checkout forms.' })
export type WireAddress = z.output<typeof wireAddress>

const savedAddress = wireAddress.extend({
  ID: z.string(),
  addressLabel: z.string(),
  Address: z.string(),
  City: z.string(),
  Country: z.string(),
})
z.globalRegistry.add(savedAddress, { id: 'SavedAddress', description: 'An address of an address book.' })
export type SavedWireAddress = z.output<typeof savedAddress>

/** S1 §7: "response result shippingAddress, billingAddress, taxAddress, addresses". */
const book = z.object({
  shippingAddress: savedAddress.nullable(),
  billingAddress: savedAddress.nullable(),
  taxAddress: savedAddress.nullable(),
  addresses: z.array(savedAddress),
})
z.globalRegistry.add(book, {
  id: 'AddressBook',
  description: 'The addresses of an account and their uses.',
})
export type AddressBookView = z.output<typeof book>

const kind = z.enum(['shipping', 'billing', 'tax'])
const session = z.string().max(64).optional()

export const addressesContract = {
  'GET /api/user/shippingAddress': endpoint({
    access: 'signed-in',
    summary: 'Get the address book',
    description: 'Returns the shipping, billing and tax address of the signed-in account, and all its saved addresses.',
    input: z.object({ user: z.string().max(64).optional() }),
    output: book,
    refuses: ['not-found'],
  }),
  'POST /api/user/shippingAddress': endpoint({
    access: 'signed-in',
    summary: 'Save an address',
    description:
      'Saves an address in the address book of the signed-in account and uses it for `type` (`list`: saves it only). With an `ID` it changes that address. The same line in the same place is the same address, which keeps its label or phone unless a new one is sent.',
    input: z.object({
      method: z.enum(['load', 'save']).default('save'),
      user: z.string().max(64).optional(),
      type: z.enum(['shipping', 'billing', 'tax', 'list']).default('shipping'),
      address: wireAddress.default({}),
    }),
    output: book,
    refuses: ['not-found', 'address-exists', 'too-many-addresses', 'country-not-permitted'],
  }),
  'POST /v4/addresses/:addressId/use': endpoint({
    access: 'signed-in',
    summary: 'Use an address',
    description:
      'Makes a saved address of the signed-in account its shipping, billing or tax address, or returns the fields that the address lacks for it.',
    input: z.object({ addressId: uuid, type: kind.default('shipping') }),
    output: book,
    refuses: ['not-found'],
  }),
  'DELETE /v4/addresses/:addressId': endpoint({
    access: 'signed-in',
    summary: 'Delete an address',
    description:
      'Deletes an address from the book of the signed-in account. Donations made with it keep their own copy.',
    input: z.object({ addressId: uuid }),
    output: book,
    refuses: ['not-found'],
  }),
  'GET /api/projectapi/permittedCountryCodes': endpoint({
    access: 'anyone',
    summary: 'List permitted countries',
    description: 'Returns the ISO 3166-1 codes of the countries that addresses are accepted from. Anyone may call it.',
    input: z.object({}),
    output: z.array(z.string()),
  }),
  'GET /api/user/geolocation': endpoint({
    access: 'anyone',
    summary: 'Get the caller’s country',
    description:
      'Returns the country the caller is in as an ISO 3166-1 alpha-2 code, or null if it is unknown. Anyone may call it.',
    input: z.object({}),
    output: z.object({ countryCode: z.string().nullable() }),
  }),
  'GET /v4/places': endpoint({
    access: 'anyone',
    summary: 'Get the precision of place suggestions',
    description: 'Returns whether place suggestions are addresses or towns. Anyone may call it.',
    input: z.object({}),
    output: z.object({ reach: z.enum(['address', 'city']) }),
  }),
  'POST /v4/places/autocomplete': endpoint({
    access: 'anyone',
    summary: 'Suggest places',
    description:
      'Returns places that begin with the typed text of at least three characters; the list is empty while the places service is unavailable. Anyone may call it, up to 120 times a minute.',
    perMinute: 120,
    input: z.object({
      input: text(200).default(''),
      includedRegionCodes: z
        .array(z.string().regex(/^[a-z]{2}$/))
        .max(250)
        .default([]),
      sessionToken: session,
    }),
    output: z.object({
      suggestions: z.array(
        z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }) }),
      ),
    }),
  }),
  'GET /v4/places/:placeId': endpoint({
    access: 'anyone',
    summary: 'Get a suggested place',
    description: 'Returns the address components of a suggested place. Anyone may call it, up to 60 times a minute.',
    perMinute: 60,
    input: z.object({
      // Google documents no maximum; this is the limit of our column.
      placeId: z
        .string()
        .max(2000)
        .regex(/^[\w-][\w.-]*$/),
      sessionToken: session,
    }),
    output: z.object({
      addressComponents: z.array(z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) })),
    }),
    refuses: ['place-not-found'],
  }),
}
