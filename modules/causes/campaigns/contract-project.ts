import { z } from 'zod'
import { instant, rowCount } from '#shared/wire/codecs.ts'
import { numericId, numericIdInput } from '#shared/id-schemas.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'
import { minimalProject, projectReward } from './contract-for-donation.ts'
import { richNode } from './contract-rich-text.ts'
import { zakatCategories } from './rules/zakat.ts'

const id = numericIdInput
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
  CurrencyCode: z.string().refine(isCurrency),
  Goal: major.nullable(),
  PledgeAmount: major,
  DonationCount: rowCount,
  DonorCount: rowCount,
  FundedPercentage: z.number().int().nullable(),
  DaysLeft: z.number().int().nullable(),
  EndDate: instant.nullable(),
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
z.globalRegistry.add(campaignDetails, {
  id: 'CampaignDetails',
  description: 'A campaign in the spelling of `/api`. Amounts are in decimal major units.',
})
export type CampaignDetails = z.output<typeof campaignDetails>

const timelineItem = z.object({
  id: z.string(),
  kind: z.enum(['news', 'started', 'ended']),
  title: z.string(),
  /** News as nodes, like `story` of the page. */
  body: z.array(richNode),
  date: instant,
  author: z.string().nullable(),
})
z.globalRegistry.add(timelineItem, { id: 'TimelineItem', description: 'An entry of a campaign’s timeline.' })

/** Calls of a fundraiser's page (S2 §7 "Campaign"). */
export const projectContract = {
  'POST /api/projectapi/view': endpoint({
    access: 'anyone',
    summary: 'View a campaign',
    description:
      'Returns a public campaign and counts the visitor’s page view at most once an hour, with its source and kind of device; amounts are in decimal major units. Anyone may call it.',
    input: z.object({
      slug,
      /** The query of the page’s URL, whose `src` names the source. */
      query: z.string().max(4000).default(''),
      /** The URL that led to the page, as the browser gives it. */
      from: z.string().max(4000).default(''),
    }),
    output: campaignDetails,
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/campaign': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get a campaign by its slug',
    description:
      'Returns a public campaign and counts no page view; amounts are in decimal major units. Anyone may call it.',
    input: z.object({ slug }),
    output: campaignDetails,
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/projectSocialMedia': endpoint({
    access: 'anyone',
    summary: 'Get the link preview of a campaign',
    description:
      'Returns the title, description and image of the link preview, which don’t depend on the user agent. Anyone may call it.',
    input: z.object({ slug, agent: z.string().max(500).default('') }),
    output: z.object({ title: z.string(), description: z.string(), image: z.string(), url: z.string() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/statsPanel': endpoint({
    access: 'anyone',
    summary: 'Get the figures of a campaign',
    description:
      'Returns totals, averages and page views of a campaign; amounts are in decimal major units of `currency`. Anyone may call it.',
    input: z.object({ id }),
    output: z.object({
      currency: z.string().refine(isCurrency),
      raised: major,
      goal: major.nullable(),
      fundedPercentage: z.number().int().nullable(),
      donationCount: rowCount,
      donorCount: rowCount,
      /** Rounded half up; `null` before the first donation. */
      averageDonation: major.nullable(),
      lastDonationAt: instant.nullable(),
      endsAt: instant.nullable(),
      daysLeft: z.number().int().nullable(),
      open: z.boolean(),
      views: z.number().int(),
      viewsInSevenDays: z.number().int(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/timeline': endpoint({
    access: 'anyone',
    summary: 'Get the timeline of a campaign',
    description: 'Returns at most 100 updates of a campaign, newest first, and its start. Anyone may call it.',
    input: z.object({ slug }),
    output: z.object({ timeline: z.array(timelineItem) }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/shareInfo': endpoint({
    access: 'anyone',
    summary: 'Get share links',
    description:
      'Returns the links for sharing a campaign, and the amount that a share is expected to raise if the operator has configured one, in decimal major units. Anyone may call it.',
    input: z.object({ id }),
    output: z.object({
      url: z.string(),
      title: z.string(),
      links: z.object({ whatsapp: z.string(), facebook: z.string(), x: z.string(), email: z.string() }),
      couldRaise: z.object({ amount: major, currency: z.string().refine(isCurrency), source: z.string() }).nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/instagramShare': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get images for sharing',
    description:
      'Returns the URLs of a story image (1080 × 1920 pixels) and a post image (1080 × 1080 pixels) in the language of the campaign. The URLs change with the cover and the title. Anyone may call it.',
    input: z.object({ slug }),
    output: z.object({ story: z.string(), post: z.string() }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/zakat': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get the zakat status of a campaign',
    description:
      'Returns whether a campaign may receive zakat, its categories and the policy. Anyone may call it; clients may cache the response for two minutes.',
    input: z.object({ slug }),
    output: z.object({
      zakatVerified: z.boolean(),
      categories: z.array(z.enum(zakatCategories)),
      policyUrl: z.string(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/projectapi/donationDetails/:id': endpoint({
    access: 'anyone',
    summary: 'Get donation details',
    description:
      'Returns the fields of a campaign that a donation form needs, with its giving levels; amounts are in decimal major units. Anyone may call it.',
    input: z.object({ id: numericId }),
    output: minimalProject.extend({ Rewards: z.array(projectReward) }),
    refuses: ['campaign-not-found'],
  }),
}
