import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { wireAddress } from '#modules/platform/addresses/contract.ts'
import { minor } from '#modules/money/giving/contract-payment.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'

const relief = z.enum(['gift-aid', 'tax-receipt'])

const view = z.object({
  /** The donations that an address changes or has changed. */
  donations: z.array(
    z.object({
      donationId: z.string(),
      campaign: z.string(),
      organization: z.string(),
      organizationAr: z.string().nullable(),
      /** Minor units. */
      gift: minor,
      currency,
      givenOn: z.string(),
      reliefs: z.array(relief),
      giftAid: z.boolean(),
    }),
  ),
  /** The reliefs that an address would bring for any of the donations. */
  reliefs: z.array(relief),
  /** Whether Gift Aid was chosen with the donation, so that only the address is missing. */
  isGiftAidRequested: z.boolean(),
  /** The declaration to show, whose version is sent as `giftAidTextVersion`; null if Gift Aid isn't offered. */
  giftAidText: z.object({ version: z.string(), text: z.string() }).nullable(),
  /** The stored address, masked (`SW1A •••`); null if there is none. */
  stored: z.string().nullable(),
  /** Whether the caller may change the stored address. */
  mayChange: z.boolean(),
  /** The initial values of the form: the stored address or a proposal. Only the donor gets them. */
  address: wireAddress.nullable(),
  /** Whether `address` is the payment's billing address, which the donor hasn't confirmed as their home. */
  isProposal: z.boolean(),
  /** Permitted countries of the address, as ISO 3166-1 alpha-2; null permits all. */
  countries: z.array(z.string()).nullable(),
})
z.globalRegistry.add(view, {
  id: 'TaxAddress',
  description: 'What a home address brings the donations of a payment: Gift Aid or tax receipts.',
})
export type TaxAddressView = z.output<typeof view>

const given = {
  address: wireAddress,
  giftAid: z.boolean().default(false),
  /** Version of the declaration that was shown. */
  giftAidTextVersion: z.string().max(60).optional(),
  shareAddress: z.boolean().default(false),
}
export type GivenTaxAddress = z.output<z.ZodObject<typeof given>>

const refuses = ['not-found', 'tax-address-given', 'gift-aid-text-changed']

export const taxAddressesContract = {
  'GET /v4/tax-addresses': endpoint({
    access: 'anyone',
    summary: 'Get what a tax address would bring',
    description:
      'Returns the donations of a payment for which a home address brings Gift Aid or a tax receipt; amounts are in minor units. Requires the token of the donation or of a mailed link, which sees a stored address masked.',
    input: z.object({ token: z.string().max(400) }),
    output: view,
    refuses: ['not-found'],
  }),
  'POST /v4/tax-addresses': endpoint({
    access: 'anyone',
    summary: 'Add a tax address after a donation',
    description:
      'Adds the donor’s home address to the donations of a payment, declares Gift Aid if `giftAid` is true, and has their receipts replaced and mailed. Requires the token of the donation, or of a mailed link, which adds an address once.',
    input: z.object({ token: z.string().max(400), ...given }),
    output: view,
    refuses,
    perMinute: 30,
  }),
  'GET /v4/account/donations/:donationId/tax-address': endpoint({
    access: 'signed-in',
    summary: 'Get the tax address of an own donation',
    description:
      'Returns what a home address brings the donations that were paid together with a donation of the signed-in account, and the stored address; amounts are in minor units.',
    input: z.object({ donationId: z.string().max(64) }),
    output: view,
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/tax-address': endpoint({
    access: 'signed-in',
    summary: 'Add or change the tax address of an own donation',
    description:
      'Adds or changes the home address of the donations that were paid together with a donation of the signed-in account, and has their receipts replaced and mailed. Gift Aid can be declared until four years after the tax year of the donation.',
    input: z.object({ donationId: z.string().max(64), ...given }),
    output: view,
    refuses,
    perMinute: 30,
  }),
}
