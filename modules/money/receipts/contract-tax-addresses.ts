import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { wireAddress } from '#modules/platform/addresses/contract.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'

const relief = z.enum(['gift-aid', 'tax-receipt'])

const view = z.object({
  /** The donations whose receipts an address changes or has changed. */
  donations: z.array(
    z.object({
      donationId: z.string(),
      campaign: z.string(),
      organization: z.string(),
      organizationAr: z.string().nullable(),
      /** Minor units. */
      gift: minorUnits,
      currency,
      givenOn: z.string(),
      reliefs: z.array(relief),
      giftAid: z.boolean(),
    }),
  ),
  /** What an address adds to at least one of them: Gift Aid, or a tax receipt. */
  reliefs: z.array(relief),
  /** Whether the donor chose Gift Aid when donating, so that only the address is missing. */
  isGiftAidRequested: z.boolean(),
  /** The declaration to show, whose version is sent as `giftAidTextVersion`; null: Gift Aid is not offered. */
  giftAidText: z.object({ version: z.string(), text: z.string() }).nullable(),
  /** The stored address, masked (`SW1A •••`); null: none. */
  stored: z.string().nullable(),
  /** Whether the caller may change the stored address. */
  canChange: z.boolean(),
  /** Initial values of the form, for the donor only: the stored address or a proposal. */
  address: wireAddress.nullable(),
  /** Whether `address` is the billing address of the payment, which the donor has not confirmed as their home. */
  isProposal: z.boolean(),
  /** ISO 3166-1 alpha-2 codes of the accepted countries; null: all. */
  countries: z.array(z.string()).nullable(),
})
z.globalRegistry.add(view, {
  id: 'TaxAddress',
  description: 'The donations of a payment that can get Gift Aid or a tax receipt with a home address.',
})
export type TaxAddressView = z.output<typeof view>

const given = {
  address: wireAddress,
  giftAid: z.boolean().default(false),
  /** Version of the declaration that the donor saw. */
  giftAidTextVersion: z.string().max(60).optional(),
  shareAddress: z.boolean().default(false),
}
export type TaxAddressInput = z.output<z.ZodObject<typeof given>>

const refuses = ['not-found', 'tax-address-given', 'gift-aid-text-changed']

export const taxAddressesContract = {
  'GET /v4/tax-addresses': endpoint({
    access: 'anyone',
    summary: 'Get the donations that need a tax address',
    description:
      'Returns the donations of a payment that can get Gift Aid or a tax receipt with a home address; amounts are in minor units. Requires the token of the donation, or of a mailed link, which gets a stored address masked.',
    input: z.object({ token: z.string().max(400) }),
    output: view,
    refuses: ['not-found'],
  }),
  'POST /v4/tax-addresses': endpoint({
    access: 'anyone',
    summary: 'Add a tax address after a donation',
    description:
      'Adds the donor’s home address to the donations of a payment, declares Gift Aid if `giftAid` is true, and replaces and mails their receipts. Requires the token of the donation, or of a mailed link, which can add an address once.',
    input: z.object({ token: z.string().max(400), ...given }),
    output: view,
    refuses,
    perMinute: 30,
  }),
  'GET /v4/account/donations/:donationId/tax-address': endpoint({
    access: 'signed-in',
    summary: 'Get the tax address of a donation of the account',
    description:
      'Returns the tax address of a donation of the signed-in account and of those paid with it, and whether they can get Gift Aid or a tax receipt; amounts are in minor units.',
    input: z.object({ donationId: uuid }),
    output: view,
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/tax-address': endpoint({
    access: 'signed-in',
    summary: 'Set the tax address of a donation of the account',
    description:
      'Adds or changes the home address of a donation of the signed-in account and of those paid with it, and replaces and mails their receipts. Gift Aid can be declared until four years after the tax year of the donation.',
    input: z.object({ donationId: uuid, ...given }),
    output: view,
    refuses,
    perMinute: 30,
  }),
}
