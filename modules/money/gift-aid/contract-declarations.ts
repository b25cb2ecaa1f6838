import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { isLocalDate } from '#shared/calendar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { wireAddress } from '#modules/platform/addresses/contract.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'

const charity = z.object({ id: z.string(), name: z.string(), nameAr: z.string().nullable() })

const declaration = z.object({
  id: z.string(),
  charity,
  source: z.enum(['form', 'account', 'paper']),
  scope: z.enum(['donation', 'later', 'past_and_later']),
  /** UK days, like all days of Gift Aid. */
  declaredOn: z.string(),
  coversFrom: z.string().nullable(),
  /** First day that isn't covered any more; null: not ended. */
  coversUntil: z.string().nullable(),
})

const donation = z.object({
  id: z.string(),
  charity,
  campaign: z.string(),
  givenOn: z.string(),
  currency,
  /** Minor units, less refunds. */
  gift: minorUnits,
  /** `unconfirmed`: an anonymous donor hasn't agreed yet that the charity gets their name and address. */
  state: z.enum(['covered', 'excluded', 'claimed', 'unconfirmed', 'not-covered']),
})

const overview = z.object({
  declarations: z.array(declaration),
  /** The newest 200 donations to charities that the account declared to. */
  donations: z.array(donation),
  /** The name and address that claims use; null: none yet. */
  details: wireAddress.nullable(),
  /** Today in the United Kingdom. */
  today: z.string(),
})
z.globalRegistry.add(overview, {
  id: 'GiftAidOverview',
  description: 'The Gift Aid declarations of an account and the donations that they cover.',
})
export type GiftAidOverview = z.output<typeof overview>

const confirmation = z.object({
  organization: z.string(),
  organizationAr: z.string().nullable(),
  currency,
  /** Minor units, less refunds. */
  gift: minorUnits,
  givenOn: z.string(),
  isConfirmed: z.boolean(),
})
z.globalRegistry.add(confirmation, {
  id: 'GiftAidConfirmation',
  description: 'An anonymous donation whose donor agrees that the charity gets their name for Gift Aid.',
})
export type ConfirmationView = z.output<typeof confirmation>

/** Calls of donors about their Gift Aid declarations. */
export const declarationsContract = {
  'GET /v4/account/gift-aid': endpoint({
    access: 'signed-in',
    summary: 'Get Gift Aid declarations',
    description:
      'Returns the declarations of the signed-in account for more than one donation, its donations to those charities and which of them are covered, and the name and address for claims.',
    input: z.object({}),
    output: overview,
  }),
  'GET /v4/account/gift-aid/cover': endpoint({
    access: 'signed-in',
    summary: 'Get whether Gift Aid covers a donation',
    description:
      'Returns the day of the declaration that covers what the signed-in account donates to the campaign’s charity today, null without one, and what it received from the charity in this tax year.',
    input: z.object({ campaignId: numericId }),
    output: z.object({
      declaredOn: z.string().nullable(),
      /** What the account received from the charity in this UK tax year, in pence. */
      benefits: minorUnits,
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/account/gift-aid/declarations': endpoint({
    access: 'signed-in',
    summary: 'Declare Gift Aid for past and later donations',
    description:
      'Declares Gift Aid for what the signed-in account gave to a charity in the past four years and for later donations. Only for charities that it declared to before; repeating it changes nothing.',
    perMinute: 20,
    input: z.object({ organizationId: numericId, textVersion: z.string().max(60) }),
    output: overview,
    refuses: ['declaration-not-found', 'gift-aid-text-changed'],
  }),
  'POST /v4/account/gift-aid/declarations/:declarationId/end': endpoint({
    access: 'signed-in',
    summary: 'End a Gift Aid declaration',
    description:
      'Ends a declaration of the signed-in account from a UK day on, which isn’t covered any more. The day can’t be in the past.',
    input: z.object({ declarationId: uuid, from: z.string().max(10).refine(isLocalDate) }),
    output: overview,
    refuses: ['declaration-not-found', 'declaration-ended'],
  }),
  'POST /v4/account/gift-aid/donations/:donationId/exclude': endpoint({
    access: 'signed-in',
    summary: 'Exclude a donation from Gift Aid',
    description:
      'Excludes a donation of the signed-in account from Gift Aid, because it was someone else’s money. Refused once a submitted claim names it.',
    input: z.object({ donationId: uuid }),
    output: overview,
    refuses: ['not-found', 'donation-claimed'],
  }),
  'POST /v4/account/gift-aid/donations/:donationId/confirm': endpoint({
    access: 'signed-in',
    summary: 'Confirm the declaration of an anonymous donation',
    description:
      'Records that the signed-in account agrees that the charity’s owner and finance get its name and address for HMRC, for an anonymous donation declared before the form said so. Repeating it changes nothing.',
    input: z.object({ donationId: uuid }),
    output: overview,
    refuses: ['not-found'],
  }),
  'POST /v4/account/gift-aid/details': endpoint({
    access: 'signed-in',
    summary: 'Change name and address for Gift Aid',
    description: 'Sets the name and home address of the signed-in account that later claims use. Encrypted at rest.',
    perMinute: 20,
    input: z.object({ address: wireAddress }),
    output: overview,
  }),
  'GET /v4/gift-aid/confirmation': endpoint({
    access: 'anyone',
    summary: 'Get an anonymous Gift Aid declaration',
    description: 'Returns the anonymous donation of a mail’s link, without its donor. Requires the token of the link.',
    perMinute: 60,
    input: z.object({ token: z.string().max(400) }),
    output: confirmation,
    refuses: ['not-found'],
  }),
  'POST /v4/gift-aid/confirmation': endpoint({
    access: 'anyone',
    summary: 'Confirm an anonymous Gift Aid declaration',
    description:
      'Records that the donor agrees that the charity’s owner and finance get their name and address for HMRC. Requires the token of the mail’s link; repeating it changes nothing.',
    perMinute: 60,
    input: z.object({ token: z.string().max(400) }),
    output: confirmation,
    refuses: ['not-found'],
  }),
}
