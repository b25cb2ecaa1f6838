import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'
import { teamRoles } from './rules/team.ts'

const campaignId = numericId
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  publicName: z.string(),
  publicRole: z.string(),
  expiresAt: instant,
})
z.globalRegistry.add(invitation, { id: 'Invitation', description: 'An open invitation to a team or a charity.' })
const email = z.string().max(320)
const done = z.object({ done: z.literal(true) })
/** `pending`: in effect after 72 hours, unless an owner stops it. `requested`: two staff members decide first. */
const controlResult = z.object({
  state: z.enum(['done', 'pending', 'requested']),
  effectiveAt: instant.nullable(),
})
const control = ['reauthentication-required', 'factor-removed-lately', 'ownership-change-pending'] as const
const ownershipChange = z.object({
  id: z.string(),
  state: z.enum(['pending', 'requested']),
  requestedById: z.string(),
  /** The owner who loses the role; null if the charity has none. */
  ownerId: z.string().nullable(),
  /** Their role afterwards; null if they leave. */
  role: z.enum(memberRoles).nullable(),
  /** Who becomes an owner. */
  successorId: z.string().nullable(),
  effectiveAt: instant.nullable(),
  /** What the viewer can do: withdraw it, stop it, or send it to staff. */
  stop: z.enum(['withdraw', 'stop', 'contest']).nullable(),
})
z.globalRegistry.add(ownershipChange, {
  id: 'OwnershipChange',
  description: 'A change of a charity’s ownership that waits for 72 hours or for staff.',
})
const teamRole = z.enum(teamRoles)
const memberRole = z.enum(memberRoles)
const publicWords = z.string().max(200).default('')

/** Calls for members of fundraisers and charities, and their invitations. */
export const teamCalls = {
  'GET /v4/campaigns/:campaignId/team': endpoint({
    access: 'signed-in',
    summary: 'Get a team',
    description:
      'Returns the team of a fundraiser; members who may change it also get email addresses and open invitations. Requires a member of the team or the charity.',
    input: z.object({ campaignId }),
    output: z.object({
      canChange: z.boolean(),
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
      'Mails an invitation to the team; the response is the same for every address. Requires an account that may change the team.',
    perMinute: 20,
    input: z.object({ campaignId, email, role: teamRole, publicName: publicWords, publicRole: publicWords }),
    output: done,
    refuses: ['campaign-not-found', 'too-many-invitations', 'confirm-email-first'],
  }),
  'DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a team invitation',
    description: 'Withdraws an open invitation to the team. Requires an account that may change the team.',
    input: z.object({ campaignId, invitationId: uuid }),
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
      accountId: uuid,
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
      'Removes a member from the team; the last organizer can’t be removed. Requires an account that may change the team, or the member, who leaves.',
    input: z.object({ campaignId, accountId: uuid }),
    output: done,
    refuses: ['campaign-not-found', 'last-organizer'],
  }),
  'GET /v4/organizations/:organizationId/members': endpoint({
    access: 'signed-in',
    summary: 'List charity members',
    description:
      'Returns the members and open invitations of a charity, and the change of its ownership that waits. Requires an owner or admin of the charity.',
    input: z.object({ organizationId: campaignId }),
    output: z.object({
      charity: z.object({ id: z.string(), name: z.string() }),
      ownId: z.string(),
      /** Roles that the viewer can assign. */
      roles: z.array(memberRole),
      members: z.array(z.object({ accountId: z.string(), name: z.string(), email: z.string(), role: memberRole })),
      invitations: z.array(invitation),
      change: ownershipChange.nullable(),
    }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/members/invitations': endpoint({
    access: 'signed-in',
    summary: 'Invite to a charity',
    description:
      'Mails an invitation to work for a charity; the response is the same for every address. Requires an owner or admin of the charity and, for the roles owner, admin and finance, a recent proof of identity; the owners are mailed.',
    perMinute: 20,
    input: z.object({ organizationId: campaignId, email, role: memberRole }),
    output: done,
    refuses: ['charity-not-found', 'too-many-invitations', 'confirm-email-first', ...control],
  }),
  'DELETE /v4/organizations/:organizationId/members/invitations/:invitationId': endpoint({
    access: 'signed-in',
    summary: 'Withdraw a charity invitation',
    description: 'Withdraws an open invitation to a charity. Requires an owner or admin of the charity.',
    input: z.object({ organizationId: campaignId, invitationId: uuid }),
    output: done,
    refuses: ['charity-not-found'],
  }),
  'PATCH /v4/organizations/:organizationId/members/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Change a member’s role',
    description:
      'Changes the role of a charity’s member; only owners change owners. Requires an owner or admin of the charity and, if the role is or becomes owner, admin or finance, a recent proof of identity. The role of an owner of a verified charity changes after 72 hours or a decision of staff.',
    input: z.object({ organizationId: campaignId, accountId: uuid, role: memberRole }),
    output: controlResult,
    refuses: ['charity-not-found', 'last-owner', ...control],
  }),
  'DELETE /v4/organizations/:organizationId/members/:accountId': endpoint({
    access: 'signed-in',
    summary: 'Remove a charity member',
    description:
      'Removes a member from a charity; the last owner can’t be removed, and another owner of a verified charity after 72 hours or a decision of staff. Requires an owner or admin of the charity, or the member, who leaves; for owners, admins and finance members a recent proof of identity.',
    input: z.object({ organizationId: campaignId, accountId: uuid }),
    output: controlResult,
    refuses: ['charity-not-found', 'last-owner', ...control],
  }),
  'POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop': endpoint({
    access: 'signed-in',
    summary: 'Stop a change of ownership',
    description:
      'Ends a change of ownership that waits; a stop by the owner concerned sends it to two staff members instead. Requires an owner of the charity.',
    input: z.object({ organizationId: campaignId, changeId: uuid }),
    output: z.object({ state: z.enum(['stopped', 'requested']) }),
    refuses: ['charity-not-found', 'ownership-change-ended', 'ownership-change-pending'],
  }),
  'POST /v4/invitations/look': endpoint({
    access: 'anyone',
    summary: 'Get an invitation',
    description:
      'Returns the team or charity of an invitation and its masked email address. Requires the code of the mail.',
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
      'Adds the signed-in account to the team or charity, once. Requires the code of the mail and an account with the invited, confirmed email address and, for the roles owner, admin and finance of a charity, a recent proof of identity.',
    perMinute: 60,
    input: z.object({ code: z.string().max(100).default('') }),
    output: z.object({ path: z.string() }),
    refuses: [
      'code-not-valid',
      'invitation-for-another',
      'confirm-email-first',
      'last-organizer',
      'last-owner',
      ...control,
    ],
  }),
}
