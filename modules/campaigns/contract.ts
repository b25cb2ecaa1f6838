import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const minor = z.number().int()
const currency = z.string().regex(/^[A-Z]{3}$/)
/** A bare `?featured` means yes. */
const flag = z.union([z.boolean(), z.enum(['', '1', 'true', '0', 'false']).transform((text) => text !== '0' && text !== 'false')])

/** S1 §3 "Campaign card", v4 spelling; amounts in minor units of `currencyCode`. */
export const campaignCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.number().int(),
  endDate: z.string().nullable(),
  imageUrl: z.string().nullable(),
  userName: z.string(),
  userImageUrl: z.string().nullable(),
  donationCount: z.number().int(),
  donorCount: z.number().int(),
  daysLeft: z.number().int().nullable(),
  fundedPercentage: z.number().int().nullable(),
  pledgeAmount: minor,
  goal: minor.nullable(),
  currencyCode: currency,
  zakatApproved: z.boolean(),
  giftAid: z.boolean(),
  adVariants: z.array(z.object({ creativeType: z.string(), creativeUrl: z.string() })),
  category: z.string(),
  organizationName: z.string(),
  tagline: z.string(),
  location: z.string(),
  country: z.string().nullable(),
  language: z.string(),
})
export type CampaignCard = z.output<typeof campaignCard>

/** S1 §3 and S2 §3 "Giving level"; amounts in minor units of the campaign's currency. */
const levelView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  amount: minor,
  /** `null`: as many as are wanted. */
  limit: z.number().int().nullable(),
  claimed: z.number().int(),
  remaining: z.number().int().nullable(),
  soldOut: z.boolean(),
  includeNote: z.boolean(),
  requireNote: z.boolean(),
  noteDescription: z.string(),
  includeEmail: z.boolean(),
  requireEmail: z.boolean(),
  emailDescription: z.string(),
  requireShipping: z.boolean(),
  requireEmergencyContact: z.boolean(),
  requireMedical: z.boolean(),
})
export type LevelView = z.output<typeof levelView>

const campaignPage = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(['fundraiser', 'general-fund']),
  title: z.string(),
  tagline: z.string(),
  story: z.array(z.string()),
  language: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  location: z.string(),
  country: z.string().nullable(),
  organizer: z.object({ name: z.string() }),
  organization: z.object({
    name: z.string(),
    nameAr: z.string().nullable(),
    slug: z.string(),
    verified: z.boolean(),
    registration: z.string(),
    country: z.string(),
    website: z.string().nullable(),
    about: z.string(),
  }),
  status: z.number().int(),
  /** Whether it takes gifts now: active, and not past its end (S1 §4). */
  open: z.boolean(),
  endsAt: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  currency,
  goal: minor.nullable(),
  /** The campaign's own least gift; `null`: the currency's. */
  minimumGift: minor.nullable(),
  totals: z.object({
    raised: minor,
    donationCount: z.number().int(),
    donorCount: z.number().int(),
    percentage: z.number().int().nullable(),
    lastGiftAt: z.string().nullable(),
  }),
  zakatVerified: z.boolean(),
  giftAid: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  tipsEnabled: z.boolean(),
  levels: z.array(levelView),
  imageUrl: z.string().nullable(),
  /** What the generated artwork grows from. */
  artSeed: z.string(),
  createdAt: z.string(),
})
export type CampaignPage = z.output<typeof campaignPage>

/** S1 §3 "Giving level" and S2 §3 "Giving level (reward)", in their spelling. Amounts in minor units of the campaign's currency. */
const reward = z.object({
  ID: z.string(),
  Title: z.string(),
  Description: z.string(),
  /** Zero: the donor names the amount. */
  ChallengeAmount: minor,
  /** 0: as many as are wanted. */
  Limit: z.number().int(),
  PrizeAwarded: z.number().int(),
  /** Neither claimed nor held by somebody who is paying; `null`: without a limit. */
  Remaining: z.number().int().nullable(),
  SoldOut: z.boolean(),
  IncludeNote: z.boolean(),
  RequireNote: z.boolean(),
  NoteDescription: z.string(),
  IncludeEmailNote: z.boolean(),
  RequireEmail: z.boolean(),
  NoteEmail: z.string(),
  RequireShipping: z.boolean(),
  RequireEmergencyContact: z.boolean(),
  RequireMedicalInfo: z.boolean(),
})
export type Reward = z.output<typeof reward>

const minimalProject = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  currencyCode: currency,
  status: z.number().int(),
  endDate: z.string().nullable(),
  zakatVerified: z.boolean(),
  giftAid: z.boolean(),
  taxDeductible: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  tipsEnabled: z.boolean(),
  /** Decimal major units; `null`: the currency's own least gift. */
  minimumAmount: z.string().nullable(),
})
export type MinimalProject = z.output<typeof minimalProject>

export const campaignsContract = {
  'GET /v4/campaigns': endpoint({
    access: 'anyone',
    summary: 'Fundraisers that take gifts now, newest first, or the featured ones in their order. Page on with `before`.',
    input: z.object({
      featured: flag.default(false),
      limit: z.coerce.number().int().min(1).max(60).default(24),
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.object({ campaigns: z.array(campaignCard), next: z.string().nullable() }),
  }),
  'GET /v4/campaigns/by-slug/:slug': endpoint({
    access: 'anyone',
    summary: 'Everything the page of one fundraiser, or of an organization’s general fund, shows. Drafts are not found.',
    input: z.object({ slug: z.string().min(1).max(200) }),
    output: campaignPage,
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/rewards': endpoint({
    access: 'anyone',
    summary: 'The giving levels of a campaign in their order, without hidden and deleted ones.',
    input: z.object({ id: z.union([z.string().regex(/^\d{1,18}$/), z.number().int().min(1)]).transform(String) }),
    output: z.object({ Rewards: z.array(reward) }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/donate/minimumProjectForDonation/:id': endpoint({
    access: 'anyone',
    summary: 'The little a donate form must know of a campaign.',
    input: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    output: minimalProject,
    refuses: ['campaign-not-found'],
  }),
}
