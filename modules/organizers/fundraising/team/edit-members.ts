import { record } from '#modules/platform/audit/index.ts'
import { leaveTeamsOfCharity } from '#modules/causes/campaigns/index-team.ts'
import { type AccountViewer, findAccount } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { refuseClosed } from '#modules/causes/organizations/index-closing.ts'
import {
  changeMember,
  deleteMember,
  listMembers,
  lockMembers,
  memberRoleIn,
  type MemberRole,
  refuseOneFactor,
} from '#modules/causes/organizations/index-members.ts'
import { findOrganizations, type Organization } from '#modules/causes/organizations/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { peopleOf } from './edit-team.ts'
import { invite } from './invite.ts'
import type { FundraisingPorts } from '../ports.ts'
import { endInvitations, endInvitationsOfMember, openInvitations } from '../queries/invitations.ts'
import { hasResponsibleMember, memberRolesOf } from '../rules/team.ts'

/** Returns the charity and the viewer's role. Throws 404 for non-members; only owners and admins see its members. */
async function charityOf(
  ports: Ports,
  viewer: AccountViewer,
  organizationId: bigint,
  how: 'reading' | 'changing' | 'leaving' = 'changing',
): Promise<{ charity: Organization; role: MemberRole }> {
  const role = await memberRoleIn(ports.db, viewer.accountId, organizationId)
  const [charity] = role ? await findOrganizations(ports.db, [organizationId]) : []
  if (!role || !charity) throw new Problem('not-found', 'charity-not-found')
  // Every member may leave.
  if (how === 'leaving') return { charity, role }
  if (memberRolesOf(role).length === 0) throw new Problem('authorization', 'not-allowed')
  await refuseClosed(ports, organizationId, { isReading: how === 'reading', notFound: 'charity-not-found' })
  await refuseOneFactor(ports, viewer, { organizationId, role })
  return { charity, role }
}

const canGive = (own: MemberRole, role: MemberRole): void => {
  if (!memberRolesOf(own).includes(role)) throw new Problem('authorization', 'not-allowed')
}

export async function readMembers(ports: Ports, viewer: AccountViewer, organizationId: bigint) {
  const { charity, role } = await charityOf(ports, viewer, organizationId, 'reading')
  return {
    charity,
    roles: memberRolesOf(role),
    people: await peopleOf(ports.db, await listMembers(ports.db, organizationId)),
    invitations: await openInvitations(ports.db, { organizationId }, ports.clock()),
    ownId: viewer.accountId,
  }
}

export async function inviteMember(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly email: string; readonly role: MemberRole },
): Promise<void> {
  const { charity, role } = await charityOf(ports, viewer, input.organizationId)
  canGive(role, input.role)
  const request = { email: input.email, role: input.role, publicName: '', publicRole: '' }
  await invite(ports, viewer, context, {
    to: { organizationId: input.organizationId },
    title: charity.name,
    asked: request,
  })
}

export async function withdrawMemberInvitation(
  ports: Ports,
  viewer: AccountViewer,
  ids: { readonly organizationId: bigint; readonly invitationId: string },
): Promise<void> {
  await charityOf(ports, viewer, ids.organizationId)
  const ended = await ports.write((tx) =>
    endInvitations(tx, { organizationId: ids.organizationId }, { id: ids.invitationId, at: ports.clock() }),
  )
  if (!ended) throw new Problem('not-found', 'not-found')
}

/**
 * Changes a member's role. An admin can't add or remove owners, and the last owner can't change role. A lower role ends
 * the member's invitations.
 */
export async function changeMemberRole(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly accountId: string; readonly role: MemberRole },
): Promise<void> {
  const { role: own } = await charityOf(ports, viewer, input.organizationId)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const members = await lockMembers(tx, input.organizationId)
    const member = members.find(({ accountId }) => accountId === input.accountId)
    if (!member) throw new Problem('not-found', 'not-found')
    canGive(own, member.role)
    canGive(own, input.role)
    if (!hasResponsibleMember(members, input.accountId, input.role, 'owner'))
      throw new Problem('conflict', 'last-owner')
    await changeMember(tx, input)
    if (memberRolesOf(input.role).length < memberRolesOf(member.role).length)
      await endInvitations(tx, { organizationId: input.organizationId }, { invitedBy: input.accountId, at: instant })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.role-changed',
      object: `organization:${input.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { accountId: input.accountId, from: member.role, to: input.role },
    })
  })
}

/**
 * Removes a member, or lets them leave; the last owner can't. Also removes them from the teams of the charity's own
 * fundraisers, with invitations sent and received.
 */
export async function leaveCharity(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly accountId: string },
): Promise<void> {
  const isOwn = ids.accountId === viewer.accountId
  const { role: own } = await charityOf(ports, viewer, ids.organizationId, isOwn ? 'leaving' : 'changing')
  await ports.write(async (tx) => {
    const members = await lockMembers(tx, ids.organizationId)
    const member = members.find(({ accountId }) => accountId === ids.accountId)
    if (!member) throw new Problem('not-found', 'not-found')
    if (!isOwn) canGive(own, member.role)
    if (!hasResponsibleMember(members, ids.accountId, undefined, 'owner')) throw new Problem('conflict', 'last-owner')
    await deleteMember(tx, ids)
    const teams = await leaveTeamsOfCharity(tx, ids)
    const email = (await findAccount(tx, ids.accountId))?.email ?? ''
    await endInvitationsOfMember(tx, { ...ids, emailKey: normalizeEmail(email), at: ports.clock() })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: isOwn ? 'fundraising.left' : 'fundraising.removed',
      object: `organization:${ids.organizationId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { accountId: ids.accountId, role: member.role, teams: teams.map(String) },
    })
  })
}
