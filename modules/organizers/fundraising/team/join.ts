import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { changeTeamMember, insertTeamMembers, lockTeam, type TeamRole } from '#modules/causes/campaigns/index-team.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { normaliseEmail } from '#modules/platform/identity/rules/email.ts'
import { maskedEmail } from '#modules/platform/identity/rules/mask.ts'
import {
  changeMember,
  insertMembers,
  lockMembers,
  type MemberRole,
} from '#modules/causes/organizations/index-members.ts'
import { findOrganizations } from '#modules/causes/organizations/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { refuseWithoutOrganizer } from './edit-team.ts'
import { hashOfCode, objectOf } from './invite.ts'
import { findInvitation, type Invitation, type InvitedTo, useInvitation } from '../queries/invitations.ts'
import { hasResponsibleMember } from '../rules/team.ts'

const toOf = (invitation: Invitation): InvitedTo =>
  invitation.campaignId === null
    ? { organizationId: required(invitation.organizationId, 'organization') }
    : { campaignId: invitation.campaignId }

async function holdInvitation(ports: Ports, code: string): Promise<Invitation> {
  const held = await findInvitation(ports.db, hashOfCode(code), ports.clock())
  // Unknown, used, withdrawn and expired have the same response (security-10).
  if (!held) throw new Problem('not-found', 'code-not-valid')
  return held
}

const nameOf = async (db: Db, to: InvitedTo): Promise<string> =>
  'campaignId' in to
    ? ((await findCampaigns(db, [to.campaignId]))[0]?.name ?? '')
    : ((await findOrganizations(db, [to.organizationId]))[0]?.name ?? '')

/** Returns the target of an invitation before it is accepted; its address is masked. */
export async function previewInvitation(ports: Ports, viewer: Viewer, code: string) {
  const held = await holdInvitation(ports, code)
  return {
    title: await nameOf(ports.db, toOf(held)),
    kind: held.campaignId === null ? ('charity' as const) : ('fundraiser' as const),
    role: held.role,
    email: maskedEmail(held.email),
    isYours: viewer.kind === 'account' && isTheirs(held, viewer),
    isConfirmed: viewer.kind === 'account' && viewer.isEmailConfirmed,
  }
}

const isTheirs = (held: Invitation, viewer: AccountViewer): boolean => normaliseEmail(viewer.email) === held.emailKey

/** Accepts an invitation, once, for an account that has proven the invited address; returns the page to open. */
export async function acceptInvitation(
  ports: Ports,
  viewer: AccountViewer,
  facts: RequestFacts,
  code: string,
): Promise<{ path: string }> {
  const held = await holdInvitation(ports, code)
  if (!isTheirs(held, viewer))
    throw new Problem('conflict', 'invitation-for-another', { params: { email: maskedEmail(held.email) } })
  if (!viewer.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
  const at = ports.clock()
  const to = toOf(held)
  const { accountId } = viewer
  await ports.write(async (tx) => {
    if (!(await useInvitation(tx, held.id, at))) throw new Problem('not-found', 'code-not-valid')
    if ('campaignId' in to) {
      const team = await lockTeam(tx, to.campaignId)
      const role = held.role as TeamRole
      const publicName = held.publicName || `${viewer.firstName} ${viewer.lastName}`.trim()
      await refuseWithoutOrganizer(tx, to.campaignId, team, accountId, role)
      if (!team.some((member) => member.accountId === accountId))
        await insertTeamMembers(tx, [
          { campaignId: to.campaignId, accountId, role, publicName, publicRole: held.publicRole, at },
        ])
      else
        await changeTeamMember(tx, {
          campaignId: to.campaignId,
          accountId,
          role,
          publicName,
          publicRole: held.publicRole,
        })
    } else {
      const members = await lockMembers(tx, to.organizationId)
      const role = held.role as MemberRole
      if (!hasResponsibleMember(members, accountId, role, 'owner')) throw new Problem('conflict', 'last-owner')
      if (!members.some((member) => member.accountId === accountId))
        await insertMembers(tx, [{ organizationId: to.organizationId, accountId, role, at }])
      else await changeMember(tx, { organizationId: to.organizationId, accountId, role })
    }
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'fundraising.joined',
      object: objectOf(to),
      at,
      ip: facts.ip,
      details: { invitationId: held.id, role: held.role },
    })
  })
  return { path: 'campaignId' in to ? `/organize/${to.campaignId}` : '/organize' }
}
