import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { donationStatuses } from './rules/donation-status.ts'
import { isGivingYear } from './rules/giving-year.ts'
import { shownField } from './contract-donors.ts'

/** A donation in its donor's history; amounts in minor units. */
const historyDonation = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(donationStatuses),
  campaign: z.object({ id: z.string(), slug: z.string(), name: z.string(), language: z.string() }),
  organization: z.object({ slug: z.string(), name: z.string(), nameAr: z.string().nullable() }),
  currency,
  gift: minorUnits,
  total: minorUnits,
  /** The refunded part of the donation, and of the total. */
  refundedDonation: minorUnits,
  refundedAmount: minorUnits,
  isZakat: z.boolean(),
  /** The day in the charity's own time zone, as on the receipt. */
  givenOn: z.string(),
  at: instant,
})
z.globalRegistry.add(historyDonation, {
  id: 'DonationHistoryItem',
  description: 'A donation in its donor’s history. Amounts are in minor units of `currency`.',
})

export type HistoryDonation = z.output<typeof historyDonation>

const historyFilters = z.object({
  /** `g2026` or `h1448`. */
  year: z.string().max(5).refine(isGivingYear).optional(),
  campaignId: numericId.optional(),
  organization: z.string().min(1).max(200).optional(),
  zakat: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  status: z.enum(donationStatuses).optional(),
})

export type HistoryFilters = z.output<typeof historyFilters>

const yearSum = z.object({
  year: z.string(),
  sums: z.array(z.object({ currency, gift: minorUnits, zakat: minorUnits, count: z.number().int() })),
})
z.globalRegistry.add(yearSum, {
  id: 'YearTotal',
  description: 'The donations of an account in one year by currency, in minor units.',
})

export const historyContract = {
  'GET /v4/account/donations': endpoint({
    access: 'signed-in',
    scope: 'own-donations:read',
    summary: 'List the account’s donations',
    description:
      'Returns the donations of the signed-in account, newest first, in minor units; `before` gets the next page.',
    input: historyFilters.extend({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: z.string().max(80).optional(),
    }),
    output: z.object({ donations: z.array(historyDonation), next: z.string().nullable() }),
  }),
  'GET /v4/account/donations/:donationId': endpoint({
    access: 'signed-in',
    scope: 'own-donations:read',
    summary: 'Get a donation of the account',
    description: 'Returns a donation of the signed-in account with its tip and fees, in minor units.',
    input: z.object({ donationId: uuid }),
    output: historyDonation.extend({
      tip: minorUnits,
      coveredFee: minorUnits,
      processingFee: minorUnits.nullable(),
      zakatEligible: minorUnits.nullable(),
      giftAid: z.boolean(),
      taxReceipt: z.boolean(),
      isAnonymous: z.boolean(),
      quantity: z.number().int(),
      fields: shownField.array(),
      paymentMethod: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/account/giving': endpoint({
    access: 'signed-in',
    summary: 'Get the giving summary',
    description:
      'Returns the signed-in account’s totals of this Gregorian and Hijri year by currency, in minor units, its latest donations, and donations that need attention.',
    input: z.object({}),
    output: z.object({
      today: z.string(),
      gregorian: yearSum,
      hijri: yearSum,
      donationCount: z.number().int(),
      latest: z.array(historyDonation),
      attention: z.array(historyDonation),
      years: z.object({ gregorian: z.array(z.string()), hijri: z.array(z.string()) }),
      causes: z.array(
        z.object({
          campaignId: z.string(),
          name: z.string(),
          language: z.string(),
          organization: z.string(),
          organizationAr: z.string().nullable(),
          organizationSlug: z.string(),
        }),
      ),
    }),
  }),
  'POST /api/user/donationInfo': endpoint({
    access: 'signed-in',
    summary: 'Get a donation of the account (`/api`)',
    description: 'Returns a donation of the signed-in account, in decimal major units.',
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({
      id: z.string(),
      status: z.enum(donationStatuses),
      projectID: z.string(),
      projectName: z.string(),
      projectSlug: z.string(),
      organizationName: z.string(),
      amount: z.string(),
      feeAmount: z.string(),
      coveredFee: z.string(),
      total: z.string(),
      /** The refunded part of the total. */
      refunded: z.string(),
      zakatEligible: z.string().nullable(),
      currency,
      zakah: z.boolean(),
      giftAid: z.boolean(),
      anonymous: z.boolean(),
      rewardCount: z.number().int(),
      paymentMethod: z.string(),
      createdAt: instant,
    }),
    refuses: ['not-found'],
  }),
}
