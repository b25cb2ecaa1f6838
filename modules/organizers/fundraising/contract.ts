import { z } from 'zod'
import { richNode } from '#modules/causes/campaigns/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { charitiesCalls } from './contract-charities.ts'
import { memberRoles, teamRoles } from './rules/team.ts'

const campaignId = z.string().regex(/^\d{1,18}$/)
/** `/api` takes it as a number, too. */
const projectId = z.union([campaignId, z.number().int().min(1)]).transform(String)
const currency = z.string().regex(/^[A-Z]{3}$/)
const params = z.record(z.string(), z.union([z.string(), z.number()]))
const faults = z.array(z.object({ field: z.string(), code: z.string(), params }))
const state = z.enum(['draft', 'review', 'active', 'paused', 'closed'])
const nodes = z.array(richNode)

const content = z.object({
  title: z.string().max(300),
  tagline: z.string().max(400),
  category: z.string().max(20),
  location: z.string().max(200),
  country: z.string().max(2),
  language: z.string().max(5),
  /** Whole major units in digits. */
  goal: z.string().max(20),
  /** `2027-03-31`; kept as 23:59:59 of that day in the charity's time zone. */
  endDate: z.string().max(10),
  /** HTML; cleaned before it is kept. */
  story: z.string().max(40_000),
  coverId: z.string().max(36),
  coverAlt: z.string().max(400),
  zakatAsked: z.boolean(),
  minimumGift: z.string().max(20),
  tipsEnabled: z.boolean(),
})
z.globalRegistry.add(content, { id: 'FundraiserContent', description: 'The text and settings of a draft.' })

const draft = z.object({
  campaignId: z.string(),
  slug: z.string(),
  /** Sent back with the next change; another one since then is a conflict. */
  version: z.number().int(),
  savedAt: z.string().nullable(),
  /** Whether the fundraiser says the same in public. */
  published: z.boolean(),
  state,
  content,
  /** The story as it is drawn. */
  story: nodes,
  coverUrl: z.string().nullable(),
  currency,
  timeZone: z.string(),
  giftAid: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  zakatVerified: z.boolean(),
  organizerName: z.string(),
  organizationName: z.string(),
  organizationId: z.string(),
  /** What must still be there before it may be sent. */
  missing: faults,
  /** What is there and cannot stay so. */
  wrong: faults,
  /** The last time it was sent, unless it was taken back. */
  review: z
    .object({ decision: z.enum(['open', 'approved', 'rejected', 'withdrawn']), reason: z.string(), at: z.string() })
    .nullable(),
})
z.globalRegistry.add(draft, { id: 'FundraiserDraft', description: 'The draft of a fundraiser.' })
export type DraftView = z.output<typeof draft>

const levelForm = z.object({
  amount: z.string().max(20),
  title: z.string().max(300),
  description: z.string().max(2000).default(''),
  limit: z.string().max(10).default(''),
  benefitValue: z.string().max(20).default(''),
  hidden: z.boolean().default(false),
  includeNote: z.boolean().default(false),
  requireNote: z.boolean().default(false),
  noteDescription: z.string().max(1000).default(''),
  includeEmail: z.boolean().default(false),
  requireEmail: z.boolean().default(false),
  emailDescription: z.string().max(1000).default(''),
  requireShipping: z.boolean().default(false),
  requireEmergencyContact: z.boolean().default(false),
  requireMedical: z.boolean().default(false),
})

const ownLevel = z.object({
  id: z.string(),
  /** Sent back with the next change; another one since then is a conflict. */
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  amount: z.number().int(),
  amountText: z.string(),
  limit: z.number().int().nullable(),
  claimed: z.number().int(),
  reserved: z.number().int(),
  benefitText: z.string(),
  hidden: z.boolean(),
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
z.globalRegistry.add(ownLevel, {
  id: 'EditableGivingLevel',
  description: 'A giving level for its editors. Amounts are in minor units.',
})
export type OwnLevelView = z.output<typeof ownLevel>
const ownLevels = z.object({ currency, levels: z.array(ownLevel) })
z.globalRegistry.add(ownLevels, {
  id: 'EditableGivingLevels',
  description: 'The giving levels of a fundraiser for its editors.',
})

const news = z.object({
  id: z.string(),
  title: z.string(),
  /** Cleaned HTML, to be edited. */
  body: z.string(),
  /** The same, to be drawn. */
  nodes,
  publishedAt: z.string(),
  changedAt: z.string().nullable(),
})
z.globalRegistry.add(news, { id: 'EditableNews', description: 'An update of a fundraiser for its editors.' })
const writtenNews = { title: z.string().max(400), body: z.string().max(40_000) }

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  publicName: z.string(),
  publicRole: z.string(),
  expiresAt: z.string(),
})
z.globalRegistry.add(invitation, { id: 'Invitation', description: 'An open invitation to a team or a charity.' })
const email = z.string().max(320)
const done = z.object({ done: z.literal(true) })
const teamRole = z.enum(teamRoles)
const memberRole = z.enum(memberRoles)
const publicWords = z.string().max(200).default('')

export const fundraisingContract = {
  ...charitiesCalls,
  'GET /v4/fundraisers/own': endpoint({
    access: 'signed-in',
    summary: 'List own fundraisers',
    description:
      'Returns the fundraisers of the signed-in account’s teams and charities, last changed first, and the charities it works for; amounts are in minor units.',
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
          goal: z.number().int().nullable(),
          raised: z.number().int(),
          donorCount: z.number().int(),
          endsAt: z.string().nullable(),
          organizationName: z.string(),
          imageUrl: z.string().nullable(),
          changedAt: z.string(),
          role: z.string(),
          /** Whether the asker may write it. */
          mayEdit: z.boolean(),
        }),
      ),
      charities: z.array(z.object({ id: z.string(), name: z.string(), role: memberRole })),
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
          /** Whether the asker may tell one in the charity's own name. */
          isOwn: z.boolean(),
        }),
      ),
    }),
  }),
  'POST /v4/fundraisers': endpoint({
    access: 'signed-in',
    summary: 'Create a fundraiser',
    description:
      'Creates a draft whose organizer is the signed-in account, or a draft of a charity that the account edits. Requires an account.',
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
      'Saves the draft as far as it is written; a newer version elsewhere is answered with 409 and the member `draft`, and nothing changes. Requires an account that may edit it.',
    input: content.partial().extend({ campaignId, version: z.number().int().min(0) }),
    output: draft,
    refuses: ['campaign-not-found', 'draft-changed', 'fundraiser-in-review'],
  }),
  'POST /v4/campaigns/:campaignId/draft/publish': endpoint({
    access: 'signed-in',
    summary: 'Publish a draft',
    description:
      'Publishes the draft of a fundraiser that is already public and keeps the previous version for reviewers. Requires an account that may edit it.',
    input: z.object({ campaignId, version: z.number().int().min(0) }),
    output: draft,
    refuses: ['campaign-not-found', 'draft-changed', 'state-not-allowed'],
  }),
  'POST /api/projectadmin/requirementsCheck': endpoint({
    access: 'signed-in',
    summary: 'Check the requirements of a fundraiser',
    description:
      'Returns what a fundraiser lacks before it can be sent for review, each with its field and a sentence. Requires an account that may manage the fundraiser.',
    input: z.object({ id: projectId }),
    output: z.object({
      id: z.string(),
      state,
      ready: z.boolean(),
      missing: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectadmin/changeProjectState': endpoint({
    access: 'signed-in',
    summary: 'Change the state of a fundraiser',
    description:
      'Sends a draft for review, withdraws it, pauses, resumes or closes a fundraiser; a general fund can’t be closed, and every other transition is a conflict. Requires an account that may manage the fundraiser.',
    input: z.object({ id: projectId, state, reason: z.string().max(2000).default('') }),
    output: z.object({ id: z.string(), state }),
    refuses: ['campaign-not-found', 'state-not-allowed', 'requirements-missing', 'fundraiser-held'],
  }),
  'GET /v4/campaigns/:campaignId/levels': endpoint({
    access: 'signed-in',
    summary: 'List giving levels for editors',
    description:
      'Returns the giving levels of a fundraiser, hidden ones too; amounts are in minor units. Requires an account that may edit it.',
    input: z.object({ campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/levels': endpoint({
    access: 'signed-in',
    summary: 'Add a giving level',
    description:
      'Adds a giving level; its amount is in whole major units, as digits. Requires an account that may edit the fundraiser, and adds one level for each Idempotency-Key.',
    takesKey: true,
    input: levelForm.extend({ campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'too-many-levels'],
  }),
  'PATCH /v4/campaigns/:campaignId/levels/:levelId': endpoint({
    access: 'signed-in',
    summary: 'Edit a giving level',
    description:
      'Changes a giving level, whose limit can’t fall below what is claimed or reserved; an outdated `version` is answered with 409 and the current level. Requires an account that may edit the fundraiser.',
    input: levelForm.extend({ campaignId, levelId: campaignId, version: z.number().int().min(0).optional() }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'level-not-found', 'level-changed', 'limit-below-taken'],
  }),
  'DELETE /v4/campaigns/:campaignId/levels/:levelId': endpoint({
    access: 'signed-in',
    summary: 'Delete a giving level',
    description:
      'Deletes a giving level; donations that chose it keep it. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, levelId: campaignId }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'level-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/levels/order': endpoint({
    access: 'signed-in',
    summary: 'Reorder giving levels',
    description: 'Puts the giving levels in the order of `ids`. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, ids: z.array(campaignId).max(100) }),
    output: ownLevels,
    refuses: ['campaign-not-found', 'levels-changed'],
  }),
  'GET /v4/campaigns/:campaignId/news': endpoint({
    access: 'signed-in',
    summary: 'List news for editors',
    description:
      'Returns the news of a fundraiser, newest first, with the number of donors who were mailed. Requires a member of its team or its charity.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: z.uuid().optional(),
    }),
    output: z.object({ news: z.array(news.extend({ mailed: z.number().int() })), next: z.string().nullable() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/news': endpoint({
    access: 'signed-in',
    summary: 'Publish news',
    description:
      'Publishes an update on the page and, with `mailDonors`, mails it to donors who asked for updates. Requires an account that may edit the fundraiser, and publishes once for each Idempotency-Key.',
    takesKey: true,
    perMinute: 20,
    input: z.object({ campaignId, ...writtenNews, mailDonors: z.boolean().default(false) }),
    output: news,
    refuses: ['campaign-not-found', 'fundraiser-not-public', 'fundraiser-held'],
  }),
  'GET /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Get news for editors',
    description: 'Returns one update of a fundraiser. Requires an account that may edit it.',
    input: z.object({ campaignId, newsId: z.uuid() }),
    output: news,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'PATCH /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Correct news',
    description:
      'Replaces the title and the text of an update; nobody is mailed again. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, newsId: z.uuid(), ...writtenNews }),
    output: news,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/news/:newsId': endpoint({
    access: 'signed-in',
    summary: 'Delete news',
    description: 'Removes an update from the page. Requires an account that may edit the fundraiser.',
    input: z.object({ campaignId, newsId: z.uuid() }),
    output: done,
    refuses: ['campaign-not-found', 'news-not-found'],
  }),
  'GET /v4/unsubscribe/:token': endpoint({
    access: 'anyone',
    summary: 'Get a news subscription',
    description:
      'Returns which fundraiser the unsubscribe link of a news mail is for; it changes nothing. Requires the token of the mail.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ title: z.string(), slug: z.string(), language: z.string(), isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/unsubscribe/:token': endpoint({
    access: 'anyone',
    summary: 'Unsubscribe from news',
    description: 'Stops the news of this fundraiser for the mailbox. Requires the token of the mail, and no login.',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ title: z.string(), slug: z.string(), language: z.string(), isUnsubscribed: z.boolean() }),
    refuses: ['code-not-valid'],
  }),
  'GET /v4/campaigns/:campaignId/team': endpoint({
    access: 'signed-in',
    summary: 'Get a team',
    description:
      'Returns the team of a fundraiser, with addresses and open invitations for members who may change it. Requires a member of the team or the charity.',
    input: z.object({ campaignId }),
    output: z.object({
      mayChange: z.boolean(),
      ownId: z.string(),
      members: z.array(
        z.object({
          accountId: z.string(),
          name: z.string(),
          email: z.string(),
          role: teamRole,
          publicName: z.string(),
          publicRole: z.string(),
        }),
      ),
      invitations: z.array(invitation),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/team/invitations': endpoint({
    access: 'signed-in',
    summary: 'Invite to a team',
    description:
      'Mails an invitation to the team and answers the same for every address. Requires an account that may change the team.',
    perMinute: 20,
    input: z.object({ campaignId, email, role: teamRole, publicName: publicWords, publicRole: publicWords }),
    output: done,
    refuses: ['campaign-not-found', 'too-many-invitations', 'confirm-email-first'],
  }),
  'DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a team invitation',
    description: 'Withdraws an open invitation to the team. Requires an account that may change the team.',
    input: z.object({ campaignId, invitationId: z.uuid() }),
    output: done,
    refuses: ['campaign-not-found'],
  }),
  'PATCH /v4/campaigns/:campaignId/team/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Edit a team member',
    description:
      'Changes the role, public name or public role of a team member. Requires an account that may change the team; every member may change their own public name.',
    input: z.object({
      campaignId,
      accountId: z.uuid(),
      role: teamRole,
      publicName: publicWords,
      publicRole: publicWords,
    }),
    output: done,
    refuses: ['campaign-not-found', 'last-organizer'],
  }),
  'DELETE /v4/campaigns/:campaignId/team/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Remove a team member',
    description:
      'Removes a member from the team, or lets the signed-in member leave; the last organizer can’t be removed. Requires an account that may change the team.',
    input: z.object({ campaignId, accountId: z.uuid() }),
    output: done,
    refuses: ['campaign-not-found', 'last-organizer'],
  }),
  'GET /v4/organizations/:organizationId/members': endpoint({
    access: 'signed-in',
    summary: 'List charity members',
    description: 'Returns the members and open invitations of a charity. Requires an owner or admin of the charity.',
    input: z.object({ organizationId: campaignId }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string() }),
      ownId: z.string(),
      /** Roles the asker may give. */
      roles: z.array(memberRole),
      members: z.array(z.object({ accountId: z.string(), name: z.string(), email: z.string(), role: memberRole })),
      invitations: z.array(invitation),
    }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/members/invitations': endpoint({
    access: 'signed-in',
    summary: 'Invite to a charity',
    description:
      'Mails an invitation to work for a charity and answers the same for every address. Requires an owner or admin of the charity.',
    perMinute: 20,
    input: z.object({ organizationId: campaignId, email, role: memberRole }),
    output: done,
    refuses: ['charity-not-found', 'too-many-invitations', 'confirm-email-first'],
  }),
  'DELETE /v4/organizations/:organizationId/members/invitations/:invitationId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a charity invitation',
    description: 'Withdraws an open invitation to a charity. Requires an owner or admin of the charity.',
    input: z.object({ organizationId: campaignId, invitationId: z.uuid() }),
    output: done,
    refuses: ['charity-not-found'],
  }),
  'PATCH /v4/organizations/:organizationId/members/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Change a member’s role',
    description:
      'Changes the role of a charity’s member. Requires an owner or admin of the charity; only owners change owners.',
    input: z.object({ organizationId: campaignId, accountId: z.uuid(), role: memberRole }),
    output: done,
    refuses: ['charity-not-found', 'last-owner'],
  }),
  'DELETE /v4/organizations/:organizationId/members/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Remove a charity member',
    description:
      'Removes a member from a charity, or lets the signed-in member leave; the last owner can’t be removed. Requires an owner or admin of the charity.',
    input: z.object({ organizationId: campaignId, accountId: z.uuid() }),
    output: done,
    refuses: ['charity-not-found', 'last-owner'],
  }),
  'POST /v4/invitations/look': endpoint({
    access: 'anyone',
    summary: 'Get an invitation',
    description: 'Returns what an invitation is for, with a masked address. Requires the code of the mail.',
    perMinute: 60,
    input: z.object({ code: z.string().max(100) }),
    output: z.object({
      title: z.string(),
      kind: z.enum(['fundraiser', 'charity']),
      role: z.string(),
      email: z.string(),
      isYours: z.boolean(),
      isConfirmed: z.boolean(),
    }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/invitations/accept': endpoint({
    access: 'signed-in',
    summary: 'Accept an invitation',
    description:
      'Joins the team or charity once. Requires the code of the mail and an account that has confirmed the invited address.',
    perMinute: 60,
    input: z.object({ code: z.string().max(100).default('') }),
    output: z.object({ path: z.string() }),
    refuses: ['code-not-valid', 'invitation-for-another', 'confirm-email-first', 'last-organizer', 'last-owner'],
  }),
}
