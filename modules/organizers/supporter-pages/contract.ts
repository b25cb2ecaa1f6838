import { z } from 'zod'
import { instant, minorUnits, rowCount } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { campaignKinds } from '#modules/causes/campaigns/rules/kinds.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { supporterPageStates } from './rules/page-states.ts'

const campaignId = numericId
const pageId = uuid
const text = z.string().max(8000)
const kind = z.enum(['team', 'supporter'])

const listedPage = z.object({
  campaignId: z.string(),
  slug: z.string(),
  kind,
  title: z.string(),
  supporterName: z.string(),
  language: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  currency,
  goal: minorUnits.nullable(),
  raised: minorUnits,
  donorCount: rowCount,
  /** Whole per cent of the goal; null without a goal. */
  percentage: z.number().int().nullable(),
  /** Number of public pages of a team's members. */
  members: z.number().int(),
})
z.globalRegistry.add(listedPage, {
  id: 'ListedSupporterPage',
  description:
    'A team or supporter’s page in a list. Amounts are in minor units of `currency`; a team’s include its members’.',
})
export type ListedPageView = z.output<typeof listedPage>

const ownPage = z.object({
  id: z.string(),
  campaignId: z.string(),
  slug: z.string(),
  kind: z.enum(campaignKinds),
  /** `waiting`: awaits approval; `hidden`: by the organizers of its parent. */
  state: z.enum(supporterPageStates),
  /** Whether the page is public now; it isn't while its parent is paused. */
  isPublic: z.boolean(),
  /** Whether staff paused it. */
  isPausedByStaff: z.boolean(),
  title: z.string(),
  supporterName: z.string(),
  /** Plain text. */
  story: z.string(),
  language: z.string(),
  goal: minorUnits.nullable(),
  currency,
  /** Id of its picture; empty: generated artwork. */
  picture: z.string(),
  pictureAlt: z.string(),
  imageUrl: z.string(),
  isOnLeaderboard: z.boolean(),
  parent: z.object({
    campaignId: z.string(),
    slug: z.string(),
    title: z.string(),
    language: z.string(),
    hasLeaderboard: z.boolean(),
  }),
  /** The page of its team; null: none. */
  teamId: z.string().nullable(),
  /** Whether it can join or leave a team, which is possible before its first donation. */
  mayMove: z.boolean(),
  raised: minorUnits,
  donorCount: rowCount,
  openedAt: instant,
})
z.globalRegistry.add(ownPage, {
  id: 'SupporterPage',
  description: 'A supporter’s page as its supporter and its parent’s organizers see it. Amounts are in minor units.',
})
export type SupporterPageView = z.output<typeof ownPage>

const settings = z.object({
  isOn: z.boolean(),
  /** Whether each new page needs approval. */
  needsApproval: z.boolean(),
  hasLeaderboard: z.boolean(),
})
const settingsWithPages = settings.extend({ pages: z.array(ownPage) })

/** The form of a supporter's page. */
const written = {
  title: text,
  supporterName: text,
  /** Plain text; empty lines separate paragraphs. */
  story: text.default(''),
  /** Minor units, in whole major units; null: no goal. */
  goal: z.number().nullable().default(null),
  picture: z.string().max(64).default(''),
  pictureAlt: text.default(''),
  /** The page of the team to join; null: no team, or leave it. */
  teamId: pageId.nullable().default(null),
  isOnLeaderboard: z.boolean().default(false),
}
const refusesFields = ['team-not-found', 'picture-not-found', 'goal-not-whole', 'title-missing', 'cover-alt-missing']

export const supporterPagesContract = {
  'GET /v4/campaigns/:campaignId/supporters': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List supporters’ pages',
    description:
      'Returns the public teams and supporters’ pages below a campaign, newest first, and its leaderboard if it has one; amounts are in minor units. Anyone may call it.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(60).default(12),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({
      supporters: z.array(listedPage),
      total: z.number().int(),
      teams: z.array(listedPage),
      /** At most ten supporters who agreed to be listed, by the amount raised; null: turned off. */
      leaderboard: z.array(listedPage).nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/supporters/teams': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List teams to join',
    description: 'Returns the teams below a campaign that a supporter’s page may join, by name. Anyone may call it.',
    input: z.object({ campaignId }),
    output: z.object({
      takesSupporters: z.boolean(),
      hasLeaderboard: z.boolean(),
      needsApproval: z.boolean(),
      currency,
      teams: z.array(z.object({ id: z.string(), campaignId: z.string(), title: z.string(), language: z.string() })),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/supporter-settings': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'Get settings of supporters’ pages',
    description:
      'Returns whether supporters may open pages below a campaign, and all these pages. Requires an account that may edit the campaign.',
    input: z.object({ campaignId }),
    output: settingsWithPages,
    refuses: ['campaign-not-found'],
  }),
  'PUT /v4/campaigns/:campaignId/supporter-settings': endpoint({
    access: 'signed-in',
    summary: 'Change settings of supporters’ pages',
    description:
      'Turns supporters’ pages below a campaign, their approval and the leaderboard on or off. Requires an account that may edit the campaign.',
    input: settings.extend({ campaignId }),
    output: settingsWithPages,
    refuses: ['campaign-not-found', 'supporters-off'],
  }),
  'POST /v4/campaigns/:campaignId/supporters/:pageId/state': endpoint({
    access: 'signed-in',
    summary: 'Approve, hide or show a supporter’s page',
    description: 'Approves a page, hides it, or shows it again. Requires an account that may edit its parent campaign.',
    input: z.object({ campaignId, pageId, state: z.enum(['live', 'hidden']) }),
    output: ownPage,
    refuses: ['campaign-not-found', 'supporter-page-not-found', 'state-not-allowed'],
  }),
  'POST /v4/supporter-pages': endpoint({
    access: 'signed-in',
    summary: 'Open a supporter’s page',
    description:
      'Opens a supporter’s or team’s page below a campaign that allows them; amounts are in minor units. Requires an account with a confirmed email address; each account has one page below a campaign.',
    input: z.object({ ...written, parentId: campaignId, kind: kind.default('supporter') }),
    output: ownPage,
    refuses: [
      'campaign-not-found',
      'confirm-email-first',
      'supporters-off',
      'supporter-page-exists',
      'too-many-supporter-pages',
      ...refusesFields,
    ],
  }),
  'GET /v4/account/supporter-pages': endpoint({
    access: 'signed-in',
    summary: 'List the account’s supporter pages',
    description: 'Returns the pages that the signed-in account opened, newest first; amounts are in minor units.',
    input: z.object({}),
    output: z.object({ pages: z.array(ownPage) }),
  }),
  'GET /v4/account/supporter-pages/:pageId': endpoint({
    access: 'signed-in',
    summary: 'Get a supporter’s page of the account',
    description: 'Returns a page of the signed-in account; amounts are in minor units. Everyone else gets 404.',
    input: z.object({ pageId }),
    output: ownPage,
    refuses: ['supporter-page-not-found'],
  }),
  'PUT /v4/account/supporter-pages/:pageId': endpoint({
    access: 'signed-in',
    summary: 'Change a supporter’s page',
    description:
      'Replaces the content of a page, and joins or leaves a team before its first donation; amounts are in minor units. With `loaded`, a field that was also changed elsewhere is refused with 409. Requires the account that opened it; everyone else gets 404.',
    input: z.object({
      ...written,
      pageId,
      /** The page as it was read; fields that equal it keep what was saved since. */
      loaded: z.object(written).optional(),
    }),
    output: ownPage,
    refuses: ['edited-meanwhile', 'supporter-page-not-found', 'supporter-page-fixed', ...refusesFields],
  }),
  'POST /v4/account/supporter-pages/:pageId/state': endpoint({
    access: 'signed-in',
    summary: 'End or reopen a supporter’s page',
    description: 'Ends or reopens a page. Requires the account that opened it; everyone else gets 404.',
    input: z.object({ pageId, state: z.enum(['live', 'ended']) }),
    output: ownPage,
    refuses: ['supporter-page-not-found', 'state-not-allowed'],
  }),
}
