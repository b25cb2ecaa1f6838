import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { minimalProject, projectReward } from './contract-for-gift.ts'
import { richNode } from './contract-rich-text.ts'
import { zakatCategories } from './rules/zakat.ts'

const id = z.union([z.string().regex(/^\d{1,18}$/), z.number().int().min(1)]).transform(String)
const slug = z.string().min(1).max(200)
/** Decimal major units, as everywhere on `/api`. */
const major = z.string()

/** S1 §3 "Campaign details", in its spelling. */
const campaignDetails = z.object({
  ID: z.string(),
  Name: z.string(),
  Slug: z.string(),
  Tagline: z.string(),
  Status: z.number().int(),
  CurrencyCode: z.string(),
  Goal: major.nullable(),
  PledgeAmount: major,
  DonationCount: z.number().int(),
  DonorCount: z.number().int(),
  FundedPercentage: z.number().int().nullable(),
  DaysLeft: z.number().int().nullable(),
  EndDate: z.string().nullable(),
  ZakatVerified: z.boolean(),
  GiftAid: z.boolean(),
  TaxDeductible: z.boolean(),
  Category: z.string(),
  Tags: z.array(z.string()),
  Location: z.string(),
  Country: z.string().nullable(),
  ImageURL: z.string().nullable(),
  OrganizationName: z.string(),
  Team: z.array(z.object({ DisplayName: z.string(), Role: z.string() })),
})
z.globalRegistry.add(campaignDetails, { id: 'CampaignDetails', description: 'A campaign in the spelling of `/api`. Amounts are in decimal major units.' })
export type CampaignDetails = z.output<typeof campaignDetails>

const timelineItem = z.object({
  id: z.string(),
  kind: z.enum(['news', 'started', 'ended']),
  title: z.string(),
  /** News element by element, as `story` of the page. */
  body: z.array(richNode),
  date: z.string(),
  author: z.string().nullable(),
})
z.globalRegistry.add(timelineItem, { id: 'TimelineItem', description: 'An entry of a campaign’s timeline.' })

/** What a fundraiser's page asks for (S2 §7 "Campaign"). */
export const projectContract = {
  'POST /api/projectapi/view': endpoint({
    access: 'anyone',
    summary: 'A fundraiser in public; the visitor’s view of its page is counted once an hour.',
    input: z.object({ slug }),
    output: campaignDetails,
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/projectSocialMedia': endpoint({
    access: 'anyone',
    summary: 'What a link preview shows of a fundraiser; the same for every agent that asks.',
    input: z.object({ slug, agent: z.string().max(500).default('') }),
    output: z.object({ title: z.string(), description: z.string(), image: z.string(), url: z.string() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/statsPanel': endpoint({
    access: 'anyone',
    summary: 'The figures of a fundraiser. Amounts in decimal major units of `currency`.',
    input: z.object({ id }),
    output: z.object({
      currency: z.string(),
      raised: major,
      goal: major.nullable(),
      fundedPercentage: z.number().int().nullable(),
      donationCount: z.number().int(),
      donorCount: z.number().int(),
      /** Rounded half up; `null` before the first gift. */
      averageGift: major.nullable(),
      lastGiftAt: z.string().nullable(),
      endsAt: z.string().nullable(),
      daysLeft: z.number().int().nullable(),
      open: z.boolean(),
      views: z.number().int(),
      viewsInSevenDays: z.number().int(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/timeline': endpoint({
    access: 'anyone',
    summary: 'What a fundraiser told, newest first, down to its start; at most a hundred pieces of news.',
    input: z.object({ slug }),
    output: z.object({ timeline: z.array(timelineItem) }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/shareInfo': endpoint({
    access: 'anyone',
    summary: 'What is shared of a fundraiser, where, and what a share could raise, where the operator knows.',
    input: z.object({ id }),
    output: z.object({
      url: z.string(),
      title: z.string(),
      links: z.object({ whatsapp: z.string(), facebook: z.string(), x: z.string(), email: z.string() }),
      couldRaise: z.object({ amount: major, currency: z.string(), source: z.string() }).nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/instagramShare': endpoint({
    access: 'anyone',
    summary:
      'Addresses of the images to share: a story of 1080 × 1920 and a post of 1080 × 1080 pixels, in the fundraiser’s own language, with its cover where it has one. Another cover or title is another address.',
    input: z.object({ slug }),
    output: z.object({ story: z.string(), post: z.string() }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/zakat': endpoint({
    access: 'anyone',
    summary: 'Whether a fundraiser may receive zakat, what it goes to, and the policy. To be kept for two minutes.',
    input: z.object({ slug }),
    output: z.object({ zakatVerified: z.boolean(), categories: z.array(z.enum(zakatCategories)), policyUrl: z.string() }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/donationDetails/:id': endpoint({
    access: 'anyone',
    summary: 'The little a donate form must know of a campaign, with its giving levels.',
    input: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    output: minimalProject.extend({ Rewards: z.array(projectReward) }),
    refuses: ['campaign-not-found'],
  }),
}
