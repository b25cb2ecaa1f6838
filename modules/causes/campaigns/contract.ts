import { z } from 'zod'
import { instant, minorUnits, rowCount } from '#shared/wire/codecs.ts'
import { numericId, numericIdInput } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { minimalProject, projectReward } from './contract-for-donation.ts'
import { levelOptions } from './contract-level-fields.ts'
import { richNode } from './contract-rich-text.ts'
import { runningActs } from './rules/acts.ts'
import { campaignKinds } from './rules/kinds.ts'
import { zakatCategories } from './rules/zakat.ts'

export { richNode }

export { type ProjectReward, reward } from './contract-for-donation.ts'
export { projectContract } from './contract-project.ts'

/** `?featured` without a value means true. */
const flag = z.union([
  z.boolean(),
  z.enum(['', '1', 'true', '0', 'false']).transform((text) => text !== '0' && text !== 'false'),
])

/** S1 §3 "Campaign card", v4 spelling; amounts in minor units of `currencyCode`. */
export const campaignCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.number().int(),
  endDate: instant.nullable(),
  imageUrl: z.string().nullable(),
  userName: z.string(),
  userImageUrl: z.string().nullable(),
  donationCount: rowCount,
  donorCount: rowCount,
  daysLeft: z.number().int().nullable(),
  fundedPercentage: z.number().int().nullable(),
  pledgeAmount: minorUnits,
  goal: minorUnits.nullable(),
  currencyCode: currency,
  zakatApproved: z.boolean(),
  giftAid: z.boolean(),
  adVariants: z.array(z.object({ creativeType: z.string(), creativeUrl: z.string() })),
  category: z.string(),
  organizationName: z.string(),
  organizationNameAr: z.string().nullable(),
  tagline: z.string(),
  location: z.string(),
  country: z.string().nullable(),
  language: z.string(),
})
z.globalRegistry.add(campaignCard, {
  id: 'CampaignCard',
  description: 'A campaign as a card. Amounts are in minor units of `currencyCode`.',
})
export type CampaignCard = z.output<typeof campaignCard>

/** S1 §3 and S2 §3 "Giving level"; amounts in minor units of the campaign's currency. */
const levelView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  amount: minorUnits,
  /** `null`: unlimited. */
  limit: z.number().int().nullable(),
  claimed: z.number().int(),
  remaining: z.number().int().nullable(),
  soldOut: z.boolean(),
  /** The only frequency that may choose this level; null: any. */
  frequency: z.enum(['onetime', 'day', 'week', 'month', 'year']).nullable(),
  /** The value of what the donor receives for one unit; the list that refreshes a page leaves it out. */
  benefitValue: minorUnits.optional(),
  ...levelOptions,
})
z.globalRegistry.add(levelView, {
  id: 'GivingLevel',
  description: 'A giving level. Amounts are in minor units of the campaign’s currency.',
})
export type LevelView = z.output<typeof levelView>

const news = z.object({
  id: z.string(),
  title: z.string(),
  body: z.array(richNode),
  publishedAt: instant,
  /** `null`: the team doesn't show the author. */
  author: z.string().nullable(),
})
z.globalRegistry.add(news, { id: 'News', description: 'An update of a campaign.' })
export type News = z.output<typeof news>

const campaignPage = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(campaignKinds),
  title: z.string(),
  tagline: z.string(),
  /** The story as nodes: strings, and objects with a `tag` and its `children`. */
  story: z.array(richNode),
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
    legalName: z.string(),
    country: z.string(),
    website: z.string().nullable(),
    about: z.string(),
  }),
  status: z.number().int(),
  /** Whether it accepts donations now: active and before its end (S1 §4). */
  open: z.boolean(),
  endsAt: instant.nullable(),
  daysLeft: z.number().int().nullable(),
  currency,
  goal: minorUnits.nullable(),
  /** The campaign's minimum donation; `null`: the currency's. */
  minimumDonation: minorUnits.nullable(),
  totals: z.object({
    raised: minorUnits,
    donationCount: rowCount,
    donorCount: rowCount,
    percentage: z.number().int().nullable(),
    lastDonationAt: instant.nullable(),
  }),
  zakatVerified: z.boolean(),
  /** The part of a zakat donation that counts as zakat, in basis points. */
  zakatEligibleBps: z.number().int(),
  giftAid: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  tipsEnabled: z.boolean(),
  /** The frequencies that a hosted page offers; null: one-time, and those of its plans. */
  frequencies: z.array(z.enum(['onetime', 'day', 'week', 'month', 'year'])).nullable(),
  /** The payment methods that a hosted page accepts; null: all. */
  paymentMethods: z.array(z.enum(['card', 'applepay', 'googlepay'])).nullable(),
  /** What certain amounts do, in the campaign's language and by amount; at most three (content-41). */
  impacts: z.array(z.object({ amount: z.number().int(), text: z.string() })),
  levels: z.array(levelView),
  /** At most eight; `x` and `y` are the focal point in per cent, which stays visible in a cropped picture. */
  gallery: z.array(z.object({ url: z.string(), alt: z.string(), x: z.number().int(), y: z.number().int() })),
  /** Recipients of its zakat among the eight categories; empty if not specified. */
  zakatCategories: z.array(z.enum(zakatCategories)),
  team: z.array(z.object({ name: z.string(), role: z.string(), part: z.enum(['organizer', 'editor', 'viewer']) })),
  /** The newest three updates and the total; `POST /api/projectapi/timeline` returns all. */
  news: z.object({ items: z.array(news), total: z.number().int() }),
  /** The parent of a team or supporter's page, then the parent's parent; empty for other campaigns. */
  parents: z.array(
    z.object({ slug: z.string(), title: z.string(), kind: z.enum(campaignKinds), language: z.string() }),
  ),
  /** Whether supporters may open pages below it. */
  takesSupporters: z.boolean(),
  /** Number of public pages directly below the campaign; `totals` includes their donations. */
  supporterCount: z.number().int(),
  /** At most three other open campaigns: first of the same charity, then of the same cause. */
  related: z.array(campaignCard),
  imageUrl: z.string(),
  /** Description of a cover; empty for artwork. */
  imageAlt: z.string(),
  /** For link previews: 1200 by 630, with the title; its URL changes with its content. */
  previewImageUrl: z.string(),
  /** Seed of the generated artwork. */
  artSeed: z.string(),
  createdAt: instant,
})
z.globalRegistry.add(campaignPage, {
  id: 'CampaignPage',
  description: 'The content of a campaign page. Amounts are in minor units of `currency`.',
})
export type CampaignPage = z.output<typeof campaignPage>

/** A fundraiser as its team sees it, including before publication. */
const runCampaign = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  kind: z.enum(campaignKinds),
  language: z.string(),
  /** 0 draft · 1 active · 2 paused · 3 closed */
  status: z.number().int(),
  /** Active, but past its last day: it accepts no donations. */
  hasEnded: z.boolean(),
  currency,
  organizationId: z.string(),
  /** Paused by staff: until they resume it, it accepts no donations and can't mail its donors. */
  isPausedByStaff: z.boolean(),
  /** The viewer's permissions. */
  acts: z.array(z.enum(runningActs)),
})
z.globalRegistry.add(runCampaign, { id: 'ManagedCampaign', description: 'A campaign as the people who run it see it.' })

export const campaignsContract = {
  'GET /v4/campaigns/:campaignId/running': endpoint({
    access: 'signed-in',
    act: 'look',
    summary: 'Get a managed campaign',
    description:
      'Returns a campaign that the signed-in account or its charity runs, with the account’s permissions. Everyone else gets 404.',
    input: z.object({ campaignId: numericId }),
    output: runCampaign,
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List campaigns',
    description:
      'Returns campaigns that accept donations, newest first, or the featured ones in their order; amounts are in minor units. Anyone may call it, and `before` gets the next page.',
    input: z.object({
      featured: flag.default(false),
      /** Three by default (S2 §9). */
      limit: z.coerce.number().int().min(1).max(60).default(3),
      before: numericId.optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.object({ campaigns: z.array(campaignCard), next: z.string().nullable() }),
  }),
  'GET /v4/campaign-pages/:slug': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get a campaign page',
    description:
      'Returns the content of the page of a campaign or general fund; amounts are in minor units. Anyone may call it; drafts get 404.',
    input: z.object({ slug: z.string().min(1).max(200) }),
    output: campaignPage,
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/rewards': endpoint({
    access: 'anyone',
    summary: 'List giving levels',
    description:
      'Returns the giving levels of a campaign in their order, without hidden and deleted ones; amounts are in decimal major units. Anyone may call it.',
    input: z.object({ id: numericIdInput }),
    output: z.object({ Rewards: z.array(projectReward) }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/donate/minimumProjectForDonation/:id': endpoint({
    access: 'anyone',
    summary: 'Get the minimal project',
    description:
      'Returns the minimal fields of a campaign that a donation form needs; amounts are in decimal major units. Anyone may call it.',
    input: z.object({ id: numericId }),
    output: minimalProject,
    refuses: ['campaign-not-found'],
  }),
}
