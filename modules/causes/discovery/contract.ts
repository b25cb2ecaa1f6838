import { z } from 'zod'
import { instant, rowCount } from '#shared/wire/codecs.ts'
import { numericIdInput } from '#shared/id-schemas.ts'
import { campaignCard } from '#modules/causes/campaigns/contract.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { endpoint } from '#shared/endpoint.ts'
import { hintsContract } from './contract-hints.ts'
import { groups, offsetMax, resultsPerPage, sorts } from './rules/filters.ts'

const flag = z.union([
  z.boolean(),
  z.enum(['', '1', 'true', '0', 'false']).transform((text) => text !== '0' && text !== 'false'),
])
const listId = numericIdInput
const adSpot = z.string().regex(/^[a-z0-9_-]{1,40}$/)
/** `PK,SD`, or the parameter several times. */
const listOf = <Out extends string>(one: z.ZodType<Out>) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((parameter) => [parameter].flat().flatMap((text) => (text === '' ? [] : text.split(','))))
    .pipe(z.array(one as z.ZodType<Out, string>).max(50))
const countries = listOf(z.string().regex(/^[A-Z]{2}$/)).default([])
const offset = z.coerce.number().int().min(0).max(offsetMax).default(0)

/** S1 §3 "Campaign card", v4 spelling; amounts in minor units of `currencyCode`. */
const cards = z.array(campaignCard)

/** S1 §3 "Featured card": the older spelling. Amounts in decimal major units of `CurrencyCode`. */
const olderCard = z.object({
  ID: z.string(),
  Name: z.string(),
  Slug: z.string(),
  Tags: z.array(z.string()),
  PledgeAmount: z.string(),
  Goal: z.string().nullable(),
  ModifiedDate: instant,
  /** Degrees. The centre of the country that benefits; null if none. */
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  CurrencyCode: z.string(),
  CurrencySymbol: z.string(),
  EndDate: instant.nullable(),
  /** 1: active. */
  Status: z.number().int(),
  /** Always 1: the campaign keeps the donations even if it doesn't reach its goal. */
  FundingOption: z.literal(1),
  IsFeatured: z.boolean(),
  /** Whether it has ad variants in the requested ad spot. */
  IsSponsored: z.boolean(),
  /** The organizer's account; for a charity's own fundraiser the charity's id. */
  UserID: z.string(),
  UserName: z.string(),
  UserImageURL: z.string().nullable(),
  DaysLeft: z.number().int().nullable(),
  DonationCount: rowCount,
  FundedPercentage: z.number().int().nullable(),
  ZakatApproved: z.boolean(),
  Location: z.string(),
  ImageURL: z.string().nullable(),
  AdVariants: z.array(z.object({ CreativeType: z.string(), CreativeURL: z.string() })),
  Seed: z.literal(0),
  IsFavorite: z.literal(false),
})
z.globalRegistry.add(olderCard, {
  id: 'FeaturedCard',
  description: 'A campaign as a card in the older spelling. Amounts are in decimal major units of `CurrencyCode`.',
})
export type OlderCard = z.output<typeof olderCard>

/** S1 §3 "Organization card". */
const organizationCard = z.object({
  id: z.string(),
  slug: z.string(),
  imageUrl: z.string(),
  name: z.string(),
  nameAr: z.string().nullable(),
})
z.globalRegistry.add(organizationCard, { id: 'OrganizationCard', description: 'A charity as a card.' })
export type OrganizationCard = z.output<typeof organizationCard>
const olderOrganizationCard = z.object({
  ID: z.string(),
  Slug: z.string(),
  ImageURL: z.string().nullable(),
  Name: z.string(),
})
z.globalRegistry.add(olderOrganizationCard, {
  id: 'FeaturedOrganization',
  description: 'A charity as a card in the older spelling.',
})
export type OlderOrganizationCard = z.output<typeof olderOrganizationCard>

/** Filters (content-13). Several values of a group are alternatives. */
const searched = z.object({
  q: z.string().max(200).default(''),
  category: listOf(z.enum(categories)).default([]),
  country: countries,
  charity: listOf(z.string().refine(groups.charities.isOne)).default([]),
  /** Schools of law whose ruling accepts zakat to it. */
  school: listOf(z.enum(zakatSchools)).default([]),
  /** Recipients of its zakat. */
  recipients: listOf(z.enum(zakatCategories)).default([]),
  zakat: flag.default(false),
  giftAid: flag.default(false),
  /** Between 75 and 99 per cent of its goal. */
  nearGoal: flag.default(false),
  /** Within seven days. */
  endingSoon: flag.default(false),
  /** Started within thirty days. */
  new: flag.default(false),
  sort: z.enum(sorts).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(resultsPerPage),
  offset,
  adSpotType: adSpot.default('general'),
})

/** S1 §7 "Featured cards"; `type` and `docType` are the same. */
const featured = z.object({
  type: z.enum(['campaign', 'organization']).optional(),
  docType: z.enum(['campaign', 'organization']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  offset,
  adSpotType: adSpot.default('general'),
  /** Includes closed and ended campaigns. */
  closed: flag.default(false),
  zakatVerified: flag.default(false),
  countries,
  sort: z.enum(['featured', 'newest', 'ending']).default('featured'),
})
export type FeaturedQuery = z.output<typeof featured>

/** The number of results, up to 300; `isMore` beyond. */
const counted = { total: z.number().int(), isMore: z.boolean() }
/** How the query was interpreted: `corrected` is the corrected spelling; `anyWord`: no result has all words. */
const understood = { corrected: z.string().nullable(), anyWord: z.boolean() }

export const discoveryContract = {
  'GET /v4/discovery/cards': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Search campaigns',
    description:
      'Searches, filters and sorts campaigns that accept donations; a search text also finds general funds and tolerates typing errors. Amounts are in minor units. Anyone may call it.',
    input: searched,
    output: z.object({ results: cards, ...counted, next: z.number().int().nullable(), ...understood }),
  }),
  'GET /api/cards/card': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Search campaigns (older spelling)',
    description:
      'Searches campaigns like `/v4/discovery/cards` and returns cards in the older spelling; amounts are in decimal major units. `query` is the same filter as `q`. Anyone may call it.',
    input: searched.extend({ query: z.string().max(200).optional() }),
    output: z.object({ results: z.array(olderCard), ...counted, next: z.number().int().nullable(), ...understood }),
  }),
  'GET /v4/discovery/choices': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List filter options',
    description:
      'Returns the countries, categories and charities of the filters, each with its number of open campaigns. Updated at most once a minute. Anyone may call it.',
    input: z.object({}),
    output: z.object({
      countries: z.array(z.object({ code: z.string(), count: z.number().int() })),
      categories: z.array(z.object({ code: z.string(), count: z.number().int() })),
      charities: z.array(
        z.object({ slug: z.string(), name: z.string(), nameAr: z.string().nullable(), count: z.number().int() }),
      ),
    }),
  }),
  ...hintsContract,
  'GET /v4/discovery/featured': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List featured campaigns',
    description:
      'Returns featured campaigns, the operator’s selection first; amounts are in minor units. `/v4/discovery/organizations` returns organizations. Anyone may call it.',
    input: featured
      .omit({ type: true, docType: true })
      .extend({ type: z.literal('campaign').optional(), docType: z.literal('campaign').optional() }),
    output: z.object({ results: cards }),
  }),
  'GET /v4/discovery/organizations': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List organizations',
    description: 'Returns charities that accept donations, the operator’s selection first. Anyone may call it.',
    input: featured.pick({ limit: true, offset: true, zakatVerified: true, countries: true, adSpotType: true }),
    output: z.object({ results: z.array(organizationCard) }),
  }),
  'GET /api/cards/featured': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List featured cards (older spelling)',
    description:
      'Returns featured campaigns in the older spelling, or charities if `type` or `docType` is `organization`; amounts are in decimal major units. Anyone may call it.',
    input: featured,
    output: z.object({ results: z.array(z.union([olderCard, olderOrganizationCard])) }),
  }),
  'GET /cards/campaigns/by-id-list': endpoint({
    access: 'signed-in',
    summary: 'List campaigns by id',
    description:
      'Returns the public campaigns with the given ids, separated by commas, in that order; amounts are in minor units. Requires an account.',
    input: z.object({
      id_list: z.string().regex(/^\d{1,18}(,\d{1,18}){0,99}$/),
      limit: z.coerce.number().int().min(1).max(100).default(100),
      adSpotType: adSpot.default('general'),
    }),
    output: z.object({ results: cards }),
    refuses: ['invalid-authorization'],
  }),
  'GET /api/projectapi/fetchProjectListItems': endpoint({
    access: 'signed-in',
    summary: 'List the campaigns of a list',
    description:
      'Returns the campaigns of a curated list in its order, in the older spelling of cards; amounts are in decimal major units. Requires an account.',
    input: z.object({ listId }),
    output: z.object({ ID: z.string(), Title: z.string(), Items: z.array(olderCard) }),
    refuses: ['list-not-found', 'invalid-authorization'],
  }),
  'GET /v4/discovery/events': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List events',
    description: 'Returns current and future events that have campaigns to show, by their end. Anyone may call it.',
    input: z.object({}),
    output: z.object({
      events: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          titleAr: z.string().nullable(),
          startsOn: z.string(),
          endsOn: z.string(),
        }),
      ),
    }),
  }),
  'GET /v4/events/by-slug/:slug': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get an event',
    description: 'Returns an event with the cards of its campaigns; amounts are in minor units. Anyone may call it.',
    input: z.object({ slug: z.string().min(1).max(80) }),
    output: z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      titleAr: z.string().nullable(),
      about: z.string(),
      aboutAr: z.string().nullable(),
      startsOn: z.string(),
      endsOn: z.string(),
      campaigns: cards,
    }),
    refuses: ['event-not-found'],
  }),
  'POST /api/communitypage/communityListByEventId': endpoint({
    access: 'anyone',
    summary: 'List the campaigns of an event',
    description:
      'Returns the campaigns of an event, or the supporters’ pages below a campaign (`campaign-{id}`), newest first, in the older spelling of cards; amounts are in decimal major units. Anyone may call it.',
    input: z.object({
      eventId: z.union([listId, z.string().regex(/^campaign-\d{1,18}$/)]),
      limit: z.coerce.number().int().min(1).max(100).default(100),
      offset,
    }),
    output: z.object({
      Event: z.object({
        ID: z.string(),
        Slug: z.string(),
        Title: z.string(),
        StartDate: z.string(),
        EndDate: z.string(),
      }),
      results: z.array(olderCard),
      total: z.number().int(),
    }),
    refuses: ['event-not-found', 'campaign-not-found'],
  }),
}
export type SearchInterpretation = { readonly corrected: string | null; readonly anyWord: boolean }
