import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** Control characters are in nobody's address, and PostgreSQL keeps no NUL. */
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
z.globalRegistry.add(book, { id: 'AddressBook', description: 'The addresses of an account, and which of them is used for what.' })
export type AddressBookView = z.output<typeof book>

const kind = z.enum(['shipping', 'billing', 'tax'])
const session = z.string().max(64).optional()

export const addressesContract = {
  'GET /api/user/shippingAddress': endpoint({
    access: 'signed-in',
    summary: 'The address book of whoever asks: shipping, billing and tax address, and all of them.',
    input: z.object({ user: z.string().max(64).optional() }),
    output: book,
    refuses: ['not-found'],
  }),
  'POST /api/user/shippingAddress': endpoint({
    access: 'signed-in',
    summary:
      'Saves an address for what `type` says (`list`: for nothing yet); with an ID it changes that one. A known line at the same place is the same address, and keeps a label or phone that is not sent.',
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
    summary: 'Makes a saved address the shipping, billing or tax address. Refused with what it lacks for that.',
    input: z.object({ addressId: z.string().max(64), type: kind.default('shipping') }),
    output: book,
    refuses: ['not-found'],
  }),
  'DELETE /v4/addresses/:addressId': endpoint({
    access: 'signed-in',
    summary: 'Takes an address out of the book. What was given with it keeps its own copy.',
    input: z.object({ addressId: z.string().max(64) }),
    output: book,
    refuses: ['not-found'],
  }),
  'GET /api/projectapi/permittedCountryCodes': endpoint({
    access: 'anyone',
    summary: 'Countries that addresses are taken from.',
    input: z.object({}),
    output: z.array(z.string()),
  }),
  'GET /v4/places': endpoint({
    access: 'anyone',
    summary: 'How far place suggestions reach: to an address, or to a town or city.',
    input: z.object({}),
    output: z.object({ reach: z.enum(['address', 'city']) }),
  }),
  'POST /v4/places/autocomplete': endpoint({
    access: 'anyone',
    summary: 'Places that begin like what was typed; none for fewer than three characters, and none while the places service is out of reach.',
    perMinute: 120,
    input: z.object({
      input: text(200).default(''),
      includedRegionCodes: z
        .array(z.string().regex(/^[a-z]{2}$/))
        .max(250)
        .default([]),
      sessionToken: session,
    }),
    output: z.object({ suggestions: z.array(z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }) })) }),
  }),
  'GET /v4/places/:placeId': endpoint({
    access: 'anyone',
    summary: 'The address components of a suggested place.',
    perMinute: 60,
    input: z.object({
      // Google names no maximum; this is what an address of ours holds.
      placeId: z
        .string()
        .max(2000)
        .regex(/^[\w-][\w.-]*$/),
      sessionToken: session,
    }),
    output: z.object({ addressComponents: z.array(z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) })) }),
    refuses: ['place-not-found'],
  }),
}
