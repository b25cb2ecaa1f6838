import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'
import { givingStyles } from './rules/giving-style.ts'
import { deedsShapes } from './rules/share-text.ts'

const hijriYear = z.coerce.number().int().min(1300).max(1600)
const minor = z.number().int()
const count = z.number().int().min(0)
const rating = z.coerce.number().int().min(1).max(5)

/** The field names and their order are those of S1 §3. */
const wrappedData = z.object({
  userName: z.string(),
  hijriYear: z.number().int(),
  currencyCode: z.string().refine(isCurrency),
  currencySymbol: z.string(),
  globalStats: z.object({
    isTop10Donor: z.boolean(),
    isTop10FrequentDonor: z.boolean(),
    /** All donors including guests; the amount is in US cents. */
    totalStats: z.object({ uniqueDonors: count, amount: minor }),
  }),
  /** The campaign that the donor gave most to, if its page is public. */
  topFundraiser: z
    .object({
      /** Path of its cover. */
      imageUrl: z.string().nullable(),
      /** Absolute address of the charity's logo. */
      iconUrl: z.string().nullable(),
      charityName: z.string(),
      title: z.string(),
    })
    .nullable(),
  userStats: z.object({
    /** Distinct fundraisers. */
    count,
    amount: minor,
    userType: z.enum(givingStyles),
    streak: count,
    /** Hijri month, 1 to 12. */
    mostActiveMonth: z.object({ amount: minor, month: z.number().int().min(1).max(12) }),
    topCampaign: z.object({ name: z.string(), amount: minor }),
    referralStats: z.object({ count, amount: minor }),
    donationStats: z.object({
      topCategories: z.array(z.string()).max(3),
      totalCategories: count,
      totalCountries: count,
      topCountry: z.string().nullable(),
      topCountryFlag: z.string().nullable(),
      topCountryName: z.string().nullable(),
    }),
    zakatStats: z.object({ amount: minor, fundraisers: count }),
    scheduledGivingStats: z.object({
      dailyGivingStats: z.object({ totalDaysDonated: count }),
      fridayGiversStats: z.object({ totalFridaysDonated: count, totalAmountDonated: minor }),
      ramadanChallengeStats: z.object({ totalAmountDonated: minor }),
      dhcStats: z.object({ totalAmountDonated: minor }),
    }),
    qurbaniStats: z.object({
      totalAnimals: count,
      animals: z.array(z.object({ type: z.enum(['Sheep', 'Goat', 'Cow', 'Camel']) })),
    }),
  }),
})

const styleReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('anonymous'), anonymous: count, donations: count }),
  z.object({ code: z.literal('sacred'), percent: count }),
  z.object({ code: z.literal('emergency'), emergency: count, donations: count }),
  z.object({ code: z.literal('months'), months: count }),
  z.object({ code: z.literal('weeks'), weeks: count }),
  z.object({ code: z.literal('plan'), days: count }),
  z.object({ code: z.literal('generous') }),
  z.object({ code: z.literal('referrals'), referrals: count }),
])

export const deedsContract = {
  'GET /v4/deeds': endpoint({
    access: 'signed-in',
    summary: 'Get the Deeds of a Hijri year',
    description:
      'Returns the Deeds of the signed-in account for the last completed Hijri year or an earlier one. Amounts are in minor units of `currencyCode`. They require the account’s consent; `wrappedData` is null unless the state is `data`.',
    input: z.object({ hijriYear: hijriYear.optional() }),
    output: z.object({
      state: z.enum(['data', 'consent-needed', 'no-deeds']),
      hijriYear: z.number().int().nullable(),
      wrappedData: wrappedData.nullable(),
      isApproximate: z.boolean().nullable(),
      styleReason: styleReason.nullable(),
      /** Consecutive Fridays with a Friday Givers donation. */
      fridayStreak: count.nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/deeds/image': endpoint({
    access: 'signed-in',
    summary: 'Get an image of Deeds to share',
    description:
      'Returns a PNG of the signed-in account’s Deeds in the caller’s language, for a story (1080 × 1920 pixels) or a post (1080 × 1080 pixels), without amounts unless `amounts` is 1. Without Deeds of that year it answers 404.',
    input: z.object({ hijriYear, shape: z.enum(deedsShapes), amounts: z.literal('1').optional() }),
    sends: ['image/png'],
    output: z.object({ text: z.string() }),
    refuses: ['not-found'],
    perMinute: 30,
  }),
  'POST /v4/deeds/survey': endpoint({
    access: 'signed-in',
    summary: 'Answer the Deeds survey',
    description:
      'Saves the signed-in account’s rating of its Deeds, from 1 to 5, and replaces an earlier one. Without Deeds of that year it answers 404.',
    input: z.object({ hijriYear, rating, comment: z.string().trim().max(1000).default('') }),
    output: z.object({ saved: z.literal(true) }),
    refuses: ['not-found'],
    perMinute: 20,
  }),
  'GET /v4/staff/deeds-survey': endpoint({
    access: 'staff',
    roles: ['support'],
    summary: 'Get the results of the Deeds survey',
    description:
      'Returns the number of each rating for a Hijri year (default: the last completed one) and the latest 100 comments, without names. Requires the support role.',
    input: z.object({ hijriYear: hijriYear.optional() }),
    output: z.object({
      hijriYear: z.number().int(),
      ratings: z.array(z.object({ rating: z.number().int(), count })),
      comments: z.array(z.object({ rating: z.number().int(), comment: z.string(), answeredAt: instant })),
    }),
  }),
}
