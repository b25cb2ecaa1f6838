import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'
import { reward } from '#modules/causes/campaigns/contract.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { frequencies, planTypes } from './rules/plan.ts'
import { programmes } from './rules/schedule.ts'

const campaignId = numericId
const day = z.iso.date()

const preferences = z.object({ enabledOnCampaignPage: z.boolean(), requestPhoneNumber: z.boolean() })
z.globalRegistry.add(preferences, { id: 'PlanPreferences', description: 'Settings of a giving plan.' })
/** S2 §3 "Giving plan", without its campaign. */
const simplePlan = z.object({
  id: z.string(),
  givingPlanId: z.string(),
  type: z.enum(planTypes),
  programme: z.enum(programmes).nullable(),
  frequency: z.enum(frequencies),
  enabled: z.boolean(),
  campaignId: z.string().nullable(),
  preferences,
})
z.globalRegistry.add(simplePlan, {
  id: 'GivingPlanSummary',
  description: 'A giving plan without the details of its campaign.',
})
/** S2 §3 "Giving plan". `metadata` is null for the platform's programmes. */
const plan = simplePlan.extend({
  /** Whether the viewer already has this plan. */
  signedUp: z.boolean(),
  /** Whether a referral code counts for this plan. */
  takesCodes: z.boolean(),
  metadata: z
    .object({
      campaignName: z.string(),
      tags: z.array(z.string()),
      slug: z.string(),
      taxId: z.string(),
      zakatEligible: z.boolean(),
      /** Receipt regime of the charity: `uk`, `us`, `ca` or `plain`. */
      nonprofitType: z.string(),
      authenticityVerified: z.boolean(),
      userImage: z.string().nullable(),
      rewards: z.array(reward),
    })
    .nullable(),
})
z.globalRegistry.add(plan, { id: 'GivingPlan', description: 'A giving plan with the details of its campaign.' })
export type PlanView = Omit<z.output<typeof plan>, 'signedUp' | 'takesCodes'>
export type SimplePlanView = z.output<typeof simplePlan>

const basics = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  currencyCode: z.string().refine(isCurrency),
  status: z.number().int(),
  endDate: instant.nullable(),
  /** Whether the campaign accepts donations now. */
  open: z.boolean(),
  organizationName: z.string(),
  zakatVerified: z.boolean(),
  /** The part of a zakat donation that counts as zakat, in basis points. */
  zakatEligibleBps: z.number().int(),
  giftAid: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
})
z.globalRegistry.add(basics, {
  id: 'CampaignBasics',
  description: 'The fields of a campaign that a recurring donation needs.',
})
export type CampaignBasics = z.output<typeof basics>

const hijriMonth = z.object({
  year: z.number().int(),
  month: z.number().int(),
  startsOn: day,
  days: z.number().int(),
  isAnnounced: z.boolean(),
  source: z.string().nullable(),
})
z.globalRegistry.add(hijriMonth, { id: 'HijriMonth', description: 'A Hijri month and the day it begins.' })

/** Names a Hijri month of a group of countries. */
export const hijriMonthKey = {
  calendar: z.enum(calendarGroups),
  year: z.number().int().min(1300).max(1599),
  month: z.number().int().min(1).max(12),
}

export const plansContract = {
  'GET /v4/plans': endpoint({
    access: 'anyone',
    summary: 'List giving plans',
    description:
      'Returns the giving plans of fundraisers (`CHARITY`) or of the platform (`INTERNAL`). Anyone may call it.',
    input: z.object({
      type: z.enum(planTypes).default('INTERNAL'),
      limit: z.coerce.number().int().min(1).max(50).default(20),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    output: z.object({ plans: z.array(plan) }),
  }),
  'GET /v4/plans/by-campaign/:campaignId': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List the giving plans of a campaign',
    description: 'Returns the giving plans of one campaign without the details of the campaign. Anyone may call it.',
    input: z.object({ campaignId }),
    output: z.object({ plans: z.array(simplePlan) }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/plans/by-slug/:slug': endpoint({
    access: 'anyone',
    summary: 'Get the giving plan of a campaign',
    description:
      'Returns the giving plan with the given `frequencyType`, otherwise the weekly one, otherwise the first. Anyone may call it.',
    input: z.object({
      slug: z.string().min(1).max(200),
      frequencyType: z.enum(frequencies).optional().catch(undefined),
    }),
    output: plan,
    refuses: ['plan-not-found'],
  }),
  'GET /v4/plans/:givingPlanId': endpoint({
    access: 'anyone',
    summary: 'Get a giving plan',
    description: 'Returns one giving plan. Anyone may call it.',
    input: z.object({ givingPlanId: uuid }),
    output: plan,
    refuses: ['plan-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/basics': endpoint({
    access: 'anyone',
    summary: 'Get campaign basics',
    description: 'Returns the fields of a campaign that a recurring donation needs. Anyone may call it.',
    input: z.object({ campaignId }),
    output: basics,
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/plans': endpoint({
    access: 'signed-in',
    summary: 'List the offered frequencies',
    description:
      'Returns the giving plan of each frequency of a fundraiser, including ended ones. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId }),
    output: z.object({ plans: z.array(simplePlan) }),
    refuses: ['campaign-not-found'],
  }),
  'PUT /v4/campaigns/:campaignId/plans/:frequency': endpoint({
    access: 'signed-in',
    summary: 'Offer a frequency',
    description:
      'Offers a frequency of recurring donations to a fundraiser, or changes or ends the offer; existing subscriptions continue. Requires an account that may edit the fundraiser.',
    input: z.object({
      campaignId,
      frequency: z.enum(['day', 'week', 'month']),
      enabled: z.boolean(),
      enabledOnCampaignPage: z.boolean().default(false),
      requestPhoneNumber: z.boolean().default(false),
    }),
    output: z.object({ plans: z.array(simplePlan) }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/hijri/months': endpoint({
    access: 'anyone',
    summary: 'List Hijri months',
    description:
      'Returns the twelve months of a Hijri year in the calendar of a group of countries. Anyone may call it.',
    input: z.object({
      calendar: z.enum(calendarGroups).default('SA'),
      year: z.coerce.number().int().min(1300).max(1599),
    }),
    output: z.object({ months: z.array(hijriMonth) }),
  }),
  'PUT /v4/staff/hijri/months': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Announce a Hijri month',
    description:
      'Proposes the announced first day of a Hijri month for a group of countries; the same call by another person saves it. Requires the admin role.',
    input: z.object({ ...hijriMonthKey, startsOn: day, source: z.string().trim().min(1).max(300) }),
    output: z.object({
      months: z.array(hijriMonth),
      /** Whether it is saved, rather than proposed. */
      isAnnounced: z.boolean(),
    }),
    refuses: ['announced-too-far', 'announced-impossible', 'announced-too-late'],
  }),
  'GET /v4/staff/hijri/proposals': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List proposed Hijri months',
    description:
      'Returns the announcements of a group of countries that wait for a second person, and how many must agree. Requires the admin role.',
    input: z.object({ calendar: z.enum(calendarGroups) }),
    output: z.object({
      proposals: z.array(
        z.object({
          calendar: z.enum(calendarGroups),
          year: z.number().int(),
          month: z.number().int(),
          startsOn: day,
          source: z.string(),
          isOwn: z.boolean(),
          proposedAt: instant,
        }),
      ),
      approvals: z.union([z.literal(1), z.literal(2)]),
    }),
  }),
  'POST /v4/staff/hijri/months/undo': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Undo an announced Hijri month',
    description:
      'Withdraws the proposal for a month, or undoes its announcement until the month begins; its nights move back. Requires the admin role.',
    input: z.object(hijriMonthKey),
    output: z.object({ months: z.array(hijriMonth) }),
    refuses: ['not-found', 'announced-too-late'],
  }),
}
