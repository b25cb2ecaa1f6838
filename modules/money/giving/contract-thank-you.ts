import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { shownField } from './contract-donors.ts'

const thankedCampaign = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  organizationName: z.string(),
  organizationNameAr: z.string().nullable(),
})
z.globalRegistry.add(thankedCampaign, {
  id: 'ThankedCampaign',
  description: 'The campaign of a donation on the thank-you page.',
})

export const thankYouContract = {
  'POST /v4/thank-yous/:intentId/account': endpoint({
    access: 'anyone',
    summary: 'Create an account after a donation',
    description:
      'Creates an account for the guest and adds the donation to its history. Requires the token of the donation.',
    input: z.object({ intentId: uuid, token: z.string().max(400), password: z.string().max(300) }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['not-found', 'donation-has-an-owner', 'attempt-in-progress', 'payment-not-made', 'rate-limited'],
  }),
  'GET /v4/thank-yous/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the thank-you page',
    description:
      'Returns the content of a donation’s thank-you page; amounts are in minor units. Requires the token of the donation.',
    input: z.object({
      intentId: uuid,
      token: z.string().max(400),
      /** IANA; UTC if unknown. */ timeZone: z.string().max(60).optional(),
    }),
    output: z.object({
      donationId: z.string(),
      reference: z.string(),
      /** The campaign of the first donation; amounts are totals of all donations. */
      campaign: thankedCampaign,
      donations: z.array(
        z.object({
          donationId: z.string(),
          campaign: thankedCampaign,
          gift: minorUnits,
          tip: minorUnits,
          coveredFee: minorUnits,
          isZakat: z.boolean(),
          giftAid: z.boolean(),
          /** The donor’s other fields by label. */
          fields: z.array(shownField),
          /** The ordered Qurbani item with its quantity; null for other donations. */
          order: z.string().nullable(),
        }),
      ),
      currency,
      gift: minorUnits,
      tip: minorUnits,
      coveredFee: minorUnits,
      total: minorUnits,
      /** The refunded part of the total. */
      refundedAmount: minorUnits,
      isZakat: z.boolean(),
      giftAid: z.boolean(),
      /** Whether it belongs to a plan, including the plan's first donation. */
      isRegular: z.boolean(),
      isAnonymous: z.boolean(),
      givenAt: instant,
      /** The day in the requested time zone, and the same day in the Hijri calendar, in the caller's language. */
      givenOn: z.string(),
      givenOnHijri: z.string(),
      email: z.string().nullable(),
      canComment: z.boolean(),
      /** Whether the guest can create an account with this donation: it has no account yet. */
      canBecomeMember: z.boolean(),
      userId: z.string().nullable(),
      displayName: z.string(),
      raisedBefore: minorUnits,
      goal: minorUnits.nullable(),
    }),
    refuses: ['not-found'],
  }),
}
