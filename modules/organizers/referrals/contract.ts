import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { programmes } from '#modules/recurring/plans/rules/schedule.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { planIdsPattern } from './rules/plan-ids.ts'
import { sortDirections, sortFields } from './rules/sorting.ts'

const count = z.number().int()
/** `0` means the platform's programmes, which belong to no fundraiser. */
const campaignId = numericId
/** Comma-separated ids of giving plans, to which donations are limited. */
const givingPlanId = z.string().max(740).regex(planIdsPattern).optional()
const page = z.coerce.number().int().min(1).max(100_000).default(1)

const referer = z.object({
  id: z.string(),
  code: z.string(),
  /** Null if the link is for programmes only. */
  campaignId: z.string().nullable(),
  campaign: z.object({ slug: z.string(), name: z.string(), currencyCode: currency }).nullable(),
  /** The link to share; null for programmes, which have one for each plan. */
  link: z.string().nullable(),
  givingPlans: z.array(
    z.object({ givingPlanId: z.string(), programme: z.enum(programmes).nullable(), link: z.string().nullable() }),
  ),
  createdAt: instant,
})
z.globalRegistry.add(referer, { id: 'Referer', description: 'A referral code and its links.' })
export type RefererView = z.output<typeof referer>

const stats = z.object({
  /** Number of donors without those whose donations were fully refunded (S1 §2.1 "Share"). */
  count,
  donations: count,
  /** Number of these donations that belong to a giving plan. */
  recurring: count,
  /** Minor units by currency, most donations first. */
  amounts: z.array(z.object({ currencyCode: currency, amount: minorUnits, donations: count })),
})
z.globalRegistry.add(stats, {
  id: 'ReferralStats',
  description: 'The donations through a referral link, in minor units of each currency.',
})
export type ReferralStats = z.output<typeof stats>

const referral = z.object({
  id: z.string(),
  date: instant,
  isAnonymous: z.boolean(),
  /** The donor's public name; null if anonymous. */
  donorName: z.string().nullable(),
  /** Amount after refunds, in minor units. */
  amount: minorUnits,
  currencyCode: currency,
  frequency: z.enum(frequencies),
  givingPlanId: z.string().nullable(),
  /** The link's referral code. */
  code: z.string(),
})
z.globalRegistry.add(referral, {
  id: 'Referral',
  description: 'A donation that came through a link. `amount` is in minor units.',
})
export type ReferralView = z.output<typeof referral>

/**
 * `link`: donations through the viewer's own link; `fundraiser`: through all links, for owners and admins of its
 * charity.
 */
const scope = z.enum(['link', 'fundraiser'])

export const referralsContract = {
  'POST /v4/referers': endpoint({
    access: 'signed-in',
    summary: 'Create a referral code',
    description:
      'Returns the referral code of the signed-in account for a campaign or for giving plans of the platform; the first call creates it.',
    input: z.object({ campaignId: campaignId.default('0'), givingPlanId }),
    output: referer,
    refuses: [
      'campaign-not-found',
      'campaign-closed',
      'charity-not-verified',
      'plan-not-found',
      'nothing-to-refer',
      'too-many-referral-links',
    ],
    perMinute: 20,
  }),
  'GET /v4/referers/:campaignId': endpoint({
    access: 'signed-in',
    summary: 'Get a referral code',
    description:
      'Returns the referral code of the signed-in account for a campaign, or for the plans in `givingPlanId`.',
    input: z.object({ campaignId, givingPlanId }),
    output: referer,
    refuses: ['referral-link-not-found'],
  }),
  'GET /v4/referers/by-code/:code/:givingPlanId': endpoint({
    access: 'signed-in',
    summary: 'Look up a referral code',
    description:
      'Returns the name of the account of a referral code that is valid for a giving plan. Requires an account.',
    input: z.object({ code: z.string().max(200), givingPlanId: uuid }),
    output: z.object({ code: z.string(), name: z.string(), campaignId: z.string(), givingPlanId: z.string() }),
    refuses: ['referral-link-not-found'],
    perMinute: 60,
  }),
  'GET /v4/referral-codes/:code': endpoint({
    access: 'anyone',
    summary: 'Check a referral code',
    description:
      'Returns whether a referral code is valid for a campaign or giving plan, but not its account. Anyone may call it.',
    input: z.object({
      code: z.string().max(200),
      campaignId: campaignId.optional(),
      givingPlanId: z.string().max(40).optional(),
    }),
    output: z.object({ counts: z.boolean() }),
    perMinute: 120,
  }),
  'GET /v4/referers/:campaignId/referrals': endpoint({
    access: 'signed-in',
    summary: 'List referrals',
    description:
      'Returns the donations that came through the link of the signed-in account, in minor units; owners and admins of the charity see those of every link.',
    input: z.object({
      campaignId,
      page,
      sortField: z.enum(sortFields).default('date'),
      sortDirection: z.enum(sortDirections).optional(),
      givingPlanId,
    }),
    output: z.object({ scope, referrals: z.array(referral), page: count, pages: count, total: count }),
    refuses: ['referral-link-not-found'],
  }),
  'GET /v4/referers/:campaignId/referrals/stats': endpoint({
    access: 'signed-in',
    summary: 'Get referral statistics',
    description:
      'Returns the number of donors who used the link of the signed-in account, and the number and sum of their donations in minor units.',
    input: z.object({ campaignId, givingPlanId }),
    output: stats.extend({ scope }),
    refuses: ['referral-link-not-found'],
  }),
  'GET /v4/referers/:campaignId/referrals/download/csv': endpoint({
    access: 'signed-in',
    summary: 'Export referrals',
    description:
      'Returns the referrals of a campaign as a CSV file and writes an audit entry. Requires the account of the link, or an owner or admin of the charity.',
    input: z.object({ campaignId, givingPlanId }),
    sends: ['text/csv'],
    output: z.object({ filename: z.string(), rows: count, isComplete: z.boolean(), csv: z.string() }),
    refuses: ['referral-link-not-found', 'ownership-change-pending'],
    perMinute: 10,
  }),
  'GET /v4/account/referrals': endpoint({
    access: 'signed-in',
    summary: 'List own referral links',
    description:
      'Returns every referral link of the signed-in account with its statistics in minor units, and the programmes that can have a link.',
    input: z.object({}),
    output: z.object({
      referers: z.array(referer.extend({ stats })),
      programmes: z.array(z.object({ givingPlanId: z.string(), programme: z.enum(programmes) })),
    }),
  }),
  'GET /v4/account/referrals/:campaignId/:file': endpoint({
    access: 'signed-in',
    summary: 'Download the QR code of a referral link',
    description:
      'Returns the QR code of a referral link of the signed-in account. For a programme, `givingPlanId` is required.',
    input: z.object({ campaignId, file: z.enum(['qr.svg']), givingPlanId: z.string().max(40).optional() }),
    sends: ['image/svg+xml'],
    output: z.object({ link: z.string() }),
    refuses: ['referral-link-not-found'],
    perMinute: 60,
  }),
}
