import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  changeTeamMember,
  insertTeamMembers,
  lockTeam,
  type TeamRole,
  findCampaigns,
} from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { maskedEmail } from '#modules/platform/identity/rules/mask.ts'
import {
  insertMembers,
  memberRoleIn,
  type MemberRole,
  requireControl,
  assertNoPendingChange,
  findOrganizations,
} from '#modules/causes/organizations/index.ts'
import { isControlChange } from '#modules/causes/organizations/rules/ownership.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { assertOrganizerRemains } from './edit-team.ts'
import { hashOfCode, objectOf } from './invite.ts'
import { changeOwnership, lowerRole } from '../ownership/change-ownership.ts'
import { lockCharity } from '../ownership/end-change.ts'
import { mailMemberChange } from '../ownership/mail-change.ts'
import type { FundraisingPorts } from '../ports.ts'
import { findInvitation, type Invitation, type InvitedTo, markInvitationUsed } from '../queries/invitations.ts'
import { hasResponsibleMember } from '../rules/team.ts'

const targetOf = (invitation: Invitation): InvitedTo =>
  invitation.campaignId === null
    ? { organizationId: required(invitation.organizationId, 'organization') }
    : { campaignId: invitation.campaignId }

async function findOpenInvitation(ports: Ports, code: string): Promise<Invitation> {
  const invitation = await findInvitation(ports.db, hashOfCode(code), ports.clock())
  // Unknown, used, withdrawn and expired codes have the same response (security-10).
  if (!invitation) throw new Problem('not-found', 'code-not-valid')
  return invitation
}

const nameOf = async (db: Db, to: InvitedTo): Promise<string> =>
  'campaignId' in to
    ? ((await findCampaigns(db, [to.campaignId]))[0]?.name ?? '')
    : ((await findOrganizations(db, [to.organizationId]))[0]?.name ?? '')

/** Returns the target of an invitation before it is accepted, with the address masked. */
export async function previewInvitation(ports: Ports, viewer: Viewer, code: string) {
  const invitation = await findOpenInvitation(ports, code)
  return {
    title: await nameOf(ports.db, targetOf(invitation)),
    kind: invitation.campaignId === null ? ('charity' as const) : ('fundraiser' as const),
    role: invitation.role,
    email: maskedEmail(invitation.email),
    isYours: viewer.kind === 'account' && isTheirs(invitation, viewer),
    isConfirmed: viewer.kind === 'account' && viewer.isEmailConfirmed,
  }
}

const isTheirs = (invitation: Invitation, viewer: AccountViewer): boolean =>
  normalizeEmail(viewer.email) === invitation.emailKey

/**
 * Accepts an invitation, once, for an account that has verified the invited address. A charity's role with control
 * needs a recent proof of identity (accounts-15). Returns the page to open.
 */
export async function acceptInvitation(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  code: string,
): Promise<{ path: string }> {
  const invitation = await findOpenInvitation(ports, code)
  if (!isTheirs(invitation, viewer))
    throw new Problem('conflict', 'invitation-for-another', { params: { email: maskedEmail(invitation.email) } })
  if (!viewer.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
  const instant = ports.clock()
  const to = targetOf(invitation)
  const { accountId } = viewer
  if ('organizationId' in to) await assertControl(ports, viewer, to.organizationId, invitation.role as MemberRole)
  let isWaiting = false
  await ports.write(async (tx) => {
    if (!(await markInvitationUsed(tx, invitation.id, instant))) throw new Problem('not-found', 'code-not-valid')
    if ('campaignId' in to) {
      const team = await lockTeam(tx, to.campaignId)
      const role = invitation.role as TeamRole
      const publicName = invitation.publicName || `${viewer.firstName} ${viewer.lastName}`.trim()
      await assertOrganizerRemains(tx, to.campaignId, team, accountId, role)
      if (!team.some((member) => member.accountId === accountId))
        await insertTeamMembers(tx, [
          { campaignId: to.campaignId, accountId, role, publicName, publicRole: invitation.publicRole, at: instant },
        ])
      else
        await changeTeamMember(tx, {
          campaignId: to.campaignId,
          accountId,
          role,
          publicName,
          publicRole: invitation.publicRole,
        })
    } else isWaiting = await joinCharity(ports, tx, viewer, context, { ...to, role: invitation.role as MemberRole })
    if (isWaiting) return
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'fundraising.joined',
      object: objectOf(to),
      at: instant,
      ip: context.ip,
      details: { invitationId: invitation.id, role: invitation.role },
    })
  })
  return { path: 'campaignId' in to ? `/organize/${to.campaignId}` : `/organize${isWaiting ? '?waits=staff' : ''}` }
}

/** Throws if a role with control would change hands without a recent proof of identity. */
async function assertControl(
  ports: Ports,
  viewer: AccountViewer,
  organizationId: bigint,
  role: MemberRole,
): Promise<void> {
  const own = await memberRoleIn(ports.db, viewer.accountId, organizationId)
  if (isControlChange(own, role)) await requireControl(ports, viewer)
}

/**
 * Adds the account to the charity with this role, and mails the owners about a role with control. Returns true if two
 * of staff must decide first: a new owner of a verified charity without one, or another role for an owner (accounts-15).
 */
async function joinCharity(
  ports: FundraisingPorts,
  tx: Tx,
  { accountId }: AccountViewer,
  { ip }: RequestContext,
  { organizationId, role }: { readonly organizationId: bigint; readonly role: MemberRole },
): Promise<boolean> {
  const instant = ports.clock()
  const { charity, members } = await lockCharity(tx, organizationId)
  await assertNoPendingChange(tx, organizationId)
  const from = members.find((member) => member.accountId === accountId)?.role
  if (from === role) return false
  if (!hasResponsibleMember(members, accountId, role, 'owner')) throw new Problem('conflict', 'last-owner')
  if (from === 'owner') {
    const change = { ownerId: accountId, role, successorId: null }
    return (await changeOwnership(ports, tx, { charity, members, byId: accountId, ip, change })).state !== 'done'
  }
  if (role === 'owner' && !members.some((member) => member.role === 'owner') && charity.verifiedAt !== null) {
    const change = { ownerId: null, role: null, successorId: accountId }
    return (await changeOwnership(ports, tx, { charity, members, byId: accountId, ip, change })).state !== 'done'
  }
  if (from === undefined) await insertMembers(tx, [{ organizationId, accountId, role, at: instant }])
  else await lowerRole(tx, { organizationId, accountId, role, from, at: instant })
  if (isControlChange(from, role))
    await mailMemberChange(ports, tx, charity, {
      kind: from === undefined ? 'member-joined' : 'member-changed',
      byId: accountId,
      accountId,
      role,
      ...(from === undefined ? {} : { from }),
    })
  return false
}
