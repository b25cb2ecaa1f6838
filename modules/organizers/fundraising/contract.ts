import { z } from 'zod'
import { instant, minorUnits, rowCount } from '#shared/wire/codecs.ts'
import { numericId, numericIdInput, uuid } from '#shared/id-schemas.ts'
import { richNode } from '#modules/causes/campaigns/contract.ts'
import { impactsMax } from '#modules/causes/campaigns/rules/impact.ts'
import { galleryMax } from '#modules/causes/campaigns/rules/gallery.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { charitiesCalls } from './contract-charities.ts'
import { levelsCalls } from './contract-levels.ts'
import { newsCalls } from './contract-news.ts'
import { teamCalls } from './contract-team.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'

const campaignId = numericId
/** `/api` also accepts a number. */
const projectId = numericIdInput
const params = z.record(z.string(), z.union([z.string(), z.number()]))
const faults = z.array(z.object({ field: z.string(), code: z.string(), params }))
const state = z.enum(['draft', 'review', 'active', 'paused', 'closed'])
const nodes = z.array(richNode)

const percent = z.number().int().min(0).max(100)
const galleryPicture = z.object({ id: uuid, alt: z.string().max(400), x: percent, y: percent })
const content = z.object({
  title: z.string().max(300),
  tagline: z.string().max(400),
  category: z.string().max(20),
  location: z.string().max(200),
  country: z.string().max(2),
  language: z.string().max(5),
  /** Digits in whole major units. */
  goal: z.string().max(20),
  /** A date such as `2027-03-31`; stored as 23:59:59 of that day in the charity's time zone. */
  endDate: z.string().max(10),
  /** HTML; sanitized before it is stored. */
  story: z.string().max(40_000),
  coverId: z.string().max(36),
  coverAlt: z.string().max(400),
  /** `x` and `y` are the focal point in per cent from the left and top edges. */
  gallery: z.array(galleryPicture).max(galleryMax),
  isZakatRequested: z.boolean(),
  minimumDonation: z.string().max(20),
  tipsEnabled: z.boolean(),
  /** What certain amounts do (content-41); `amount`: digits in whole major units. */
  impacts: z.array(z.object({ amount: z.string().max(20), text: z.string().max(200) })).max(impactsMax),
})
z.globalRegistry.add(content, { id: 'FundraiserContent', description: 'The text and settings of a draft.' })

/** The draft of a fundraiser, with what its preview shows. */
export const draft = z.object({
  campaignId: z.string(),
  slug: z.string(),
  /** Must be sent with the next change, which is a conflict if the version has changed. */
  version: z.number().int(),
  savedAt: instant.nullable(),
  /** Whether the public fundraiser has the same content. */
  published: z.boolean(),
  state,
  content,
  /** The story as nodes for rendering. */
  story: nodes,
  coverUrl: z.string().nullable(),
  currency,
  /** Minor units raised so far. */
  raised: minorUnits,
  timeZone: z.string(),
  giftAid: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  zakatVerified: z.boolean(),
  organizerName: z.string(),
  organizationName: z.string(),
  organizationId: z.string(),
  /** Fields that are required for submission and still empty. */
  missing: faults,
  /** Fields with invalid values. */
  wrong: faults,
  /** Whether it waits for its charity to accept it, before staff review it. */
  isCharityAsked: z.boolean(),
  /** The last submission, unless it was withdrawn; `refused`: by the charity. */
  review: z
    .object({
      decision: z.enum(['open', 'approved', 'rejected', 'withdrawn', 'refused']),
      reason: z.string(),
      at: instant,
    })
    .nullable(),
})
z.globalRegistry.add(draft, { id: 'FundraiserDraft', description: 'The draft of a fundraiser.' })
export type DraftView = z.output<typeof draft>

/** Missing requirements, by field. */
const sentences = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }))

export const fundraisingContract = {
  ...charitiesCalls,
  'GET /v4/fundraisers/own': endpoint({
    access: 'signed-in',
    summary: 'List own fundraisers',
    description:
      'Returns the fundraisers of the signed-in account’s teams and charities, last changed first, and its charities; amounts are in minor units.',
    input: z.object({}),
    output: z.object({
      fundraisers: z.array(
        z.object({
          id: z.string(),
          slug: z.string(),
          title: z.string(),
          kind: z.enum(['fundraiser', 'general-fund']),
          language: z.string(),
          state,
          currency,
          goal: minorUnits.nullable(),
          raised: minorUnits,
          donorCount: rowCount,
          endsAt: instant.nullable(),
          organizationName: z.string(),
          imageUrl: z.string(),
          changedAt: instant,
          role: z.string(),
          /** Whether the viewer can edit it. */
          canEdit: z.boolean(),
        }),
      ),
      charities: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(memberRoles) })),
    }),
  }),
  'GET /v4/fundraisers/charities': endpoint({
    access: 'signed-in',
    summary: 'List charities for a new fundraiser',
    description:
      'Returns every charity that may receive the donations of a new fundraiser, by name. Requires an account.',
    input: z.object({}),
    output: z.object({
      charities: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          nameAr: z.string().nullable(),
          country: z.string(),
          verified: z.boolean(),
          /** Whether the viewer can start one in the charity's own name. */
          isOwn: z.boolean(),
        }),
      ),
    }),
  }),
  'POST /v4/fundraisers': endpoint({
    access: 'signed-in',
    summary: 'Create a fundraiser',
    description:
      'Creates a draft organized by the signed-in account, or by a charity for which it may edit. Requires an account.',
    perMinute: 20,
    input: z.object({
      organizationId: z.string().max(20).default(''),
      title: z.string().max(300).default(''),
      category: z.string().max(20).default(''),
      currency: z.string().max(3).default(''),
      by: z.enum(['person', 'charity']).default('person'),
    }),
    output: z.object({ id: z.string(), slug: z.string() }),
    refuses: ['too-many-drafts'],
  }),
  'POST /v4/campaigns/:campaignId/duplicate': endpoint({
    access: 'signed-in',
    summary: 'Duplicate a fundraiser',
    description:
      'Creates a draft with the story, picture, goal and giving levels of a fundraiser, without its donations, updates, team and end date. Requires an account that may edit it.',
    perMinute: 20,
    input: z.object({ campaignId }),
    output: z.object({ id: z.string(), slug: z.string() }),
    refuses: ['campaign-not-found', 'too-many-drafts'],
  }),
  'GET /v4/campaigns/:campaignId/draft': endpoint({
    access: 'signed-in',
    summary: 'Get a draft',
    description: 'Returns the draft of a fundraiser. Requires an account that may edit it.',
    input: z.object({ campaignId }),
    output: draft,
    refuses: ['campaign-not-found'],
  }),
  'PATCH /v4/campaigns/:campaignId/draft': endpoint({
    access: 'signed-in',
    summary: 'Save a draft',
    description:
      'Saves the draft, which may be incomplete. If a newer version exists, nothing changes and it answers 409 with that version as `draft`. Requires an account that may edit it.',
    input: content.partial().extend({ campaignId, version: z.number().int().min(0) }),
    output: draft,
    refuses: ['campaign-not-found', 'draft-changed', 'fundraiser-in-review'],
  }),
  'POST /v4/campaigns/:campaignId/draft/publish': endpoint({
    access: 'signed-in',
    summary: 'Publish a draft',
    description:
      'Publishes changes of a public fundraiser and keeps the previous version for reviewers. Requires an account that may edit it.',
    input: z.object({ campaignId, version: z.number().int().min(0) }),
    output: draft,
    refuses: ['campaign-not-found', 'draft-changed', 'state-not-allowed'],
  }),
  'POST /api/projectadmin/requirementsCheck': endpoint({
    access: 'signed-in',
    summary: 'Check the requirements of a fundraiser',
    description:
      'Returns the requirements that a fundraiser must still meet before review, each with its field and a message. Requires an account that may manage the fundraiser.',
    input: z.object({ id: projectId }),
    output: z.object({
      id: z.string(),
      state,
      ready: z.boolean(),
      missing: sentences,
      /** Requirements that its charity must still meet for payouts in the currency of the fundraiser. */
      payout: z.object({ ready: z.boolean(), missing: sentences }),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectadmin/changeProjectState': endpoint({
    access: 'signed-in',
    summary: 'Change the state of a fundraiser',
    description:
      'Submits a fundraiser for review, withdraws, pauses, resumes or closes it, or publishes, unpublishes or ends a hosted page. Other transitions, such as closing a general fund, are a conflict. Requires an account that may manage the fundraiser.',
    input: z.object({ id: projectId, state, reason: z.string().max(2000).default('') }),
    output: z.object({ id: z.string(), state }),
    refuses: [
      'campaign-not-found',
      'state-not-allowed',
      'requirements-missing',
      'fundraiser-paused-by-staff',
      'hosted-page-invalid',
      'too-many-publications',
    ],
  }),
  ...levelsCalls,
  ...newsCalls,
  ...teamCalls,
}
