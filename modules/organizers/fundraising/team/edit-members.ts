import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import {
  assertNotClosed,
  listMembers,
  memberRoleIn,
  type MemberRole,
  assertTwoFactors,
  requireControl,
  findPendingChange,
  assertNoPendingChange,
  findOrganizations,
  type Organization,
} from '#modules/causes/organizations/index.ts'
import { effectOfStop, isControlChange } from '#modules/causes/organizations/rules/ownership.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { peopleOf } from './edit-team.ts'
import { invite } from './invite.ts'
import {
  changeOwnership,
  type ControlResult,
  doneAtOnce,
  lowerRole,
  removeMember,
} from '../ownership/change-ownership.ts'
import { lockCharity, voidChangesOfAccount } from '../ownership/end-change.ts'
import { mailMemberChange } from '../ownership/mail-change.ts'
import type { FundraisingPorts } from '../ports.ts'
import { endInvitations, openInvitations } from '../queries/invitations.ts'
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
  await assertNotClosed(ports, organizationId, { isReading: how === 'reading', notFound: 'charity-not-found' })
  await assertTwoFactors(ports, viewer, { organizationId, role })
  return { charity, role }
}

const canGive = (own: MemberRole, role: MemberRole): void => {
  if (!memberRolesOf(own).includes(role)) throw new Problem('authorization', 'not-allowed')
}

/** Returns a charity's members, open invitations, and the change of ownership that waits. */
export async function readMembers(ports: Ports, viewer: AccountViewer, organizationId: bigint) {
  const { charity, role } = await charityOf(ports, viewer, organizationId, 'reading')
  const members = await listMembers(ports.db, organizationId)
  const change = await findPendingChange(ports.db, organizationId)
  return {
    charity,
    roles: memberRolesOf(role),
    people: await peopleOf(ports.db, members),
    invitations: await openInvitations(ports.db, { organizationId }, ports.clock()),
    ownId: viewer.accountId,
    change: change && {
      ...change,
      stop: role === 'owner' ? (effectOfStop(change, viewer.accountId) ?? null) : null,
    },
  }
}

/**
 * Invites a person to work for a charity. A role with control needs a recent proof of identity, and mails the owners
 * (accounts-15).
 */
export async function inviteMember(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly email: string; readonly role: MemberRole },
): Promise<void> {
  const { charity, role } = await charityOf(ports, viewer, input.organizationId)
  canGive(role, input.role)
  await inviteToCharity(ports, viewer, context, {
    ...input,
    charity,
    checkAgain: async (tx) => {
      const own = await memberRoleIn(tx, viewer.accountId, charity.id)
      if (!own) throw new Problem('not-found', 'charity-not-found')
      canGive(own, input.role)
    },
  })
}

/** Mails an invitation to a charity, after the caller has checked that the viewer may assign the role. */
export async function inviteToCharity(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly charity: Pick<Organization, 'id' | 'name' | 'nameAr'>
    readonly email: string
    readonly role: MemberRole
    /** Checks the inviter again, under the charity's lock. */
    readonly checkAgain?: (tx: Tx) => Promise<void>
  },
): Promise<void> {
  const { charity, role, email, checkAgain } = input
  if (isControlChange(undefined, role)) await requireControl(ports, viewer)
  await invite(ports, viewer, context, {
    to: { organizationId: charity.id },
    title: charity.name,
    asked: { email, role, publicName: '', publicRole: '' },
    checkAgain: async (tx) => {
      await lockCharity(tx, charity.id)
      await assertNoPendingChange(tx, charity.id)
      await checkAgain?.(tx)
    },
    andThen: async (tx, invited) => {
      if (isControlChange(undefined, role))
        await mailMemberChange(ports, tx, charity, {
          kind: 'member-invited',
          byId: viewer.accountId,
          role,
          email: invited,
        })
    },
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
 * Changes a member's role. An admin can't add or remove owners, and the last owner can't change role. A change of
 * control needs a recent proof of identity and mails the owners; one that takes an owner their role waits
 * (accounts-15). A lower role ends the member's invitations.
 */
export async function changeMemberRole(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly accountId: string; readonly role: MemberRole },
): Promise<ControlResult> {
  await charityOf(ports, viewer, input.organizationId)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const { charity, member, members, own } = await lockMember(tx, viewer, input)
    canGive(own, member.role)
    canGive(own, input.role)
    if (member.role === input.role) return doneAtOnce
    if (isControlChange(member.role, input.role)) await requireControl({ ...ports, db: tx }, viewer)
    await assertNoPendingChange(tx, charity.id)
    if (!hasResponsibleMember(members, input.accountId, input.role, 'owner'))
      throw new Problem('conflict', 'last-owner')
    if (member.role === 'owner') {
      const change = { ownerId: member.accountId, role: input.role, successorId: null }
      return changeOwnership(ports, tx, { charity, members, byId: viewer.accountId, ip: context.ip, change })
    }
    await lowerRole(tx, { ...input, at: instant, from: member.role })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.role-changed',
      object: `organization:${input.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { accountId: input.accountId, from: member.role, to: input.role },
    })
    if (isControlChange(member.role, input.role))
      await mailMemberChange(ports, tx, charity, {
        kind: 'member-changed',
        byId: viewer.accountId,
        accountId: input.accountId,
        role: input.role,
        from: member.role,
      })
    return doneAtOnce
  })
}

/** Locks the charity with its members, and returns the member concerned and the viewer's present role. */
async function lockMember(
  tx: Tx,
  viewer: AccountViewer,
  ids: { readonly organizationId: bigint; readonly accountId: string },
) {
  const { charity, members } = await lockCharity(tx, ids.organizationId)
  const member = members.find(({ accountId }) => accountId === ids.accountId)
  const own = members.find(({ accountId }) => accountId === viewer.accountId)?.role
  if (!own) throw new Problem('not-found', 'charity-not-found')
  if (!member) throw new Problem('not-found', 'not-found')
  return { charity, members, member, own }
}

/**
 * Removes a member, or lets them leave; the last owner can't. A change of control needs a recent proof of identity and
 * mails the owners; the removal of an owner waits (accounts-15). Also removes them from the teams of the charity's own
 * fundraisers, with invitations sent and received.
 */
export async function leaveCharity(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly accountId: string },
): Promise<ControlResult> {
  const isOwn = ids.accountId === viewer.accountId
  await charityOf(ports, viewer, ids.organizationId, isOwn ? 'leaving' : 'changing')
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const { charity, member, members, own } = await lockMember(tx, viewer, ids)
    if (!isOwn) canGive(own, member.role)
    if (isControlChange(member.role, undefined)) await requireControl({ ...ports, db: tx }, viewer)
    if (!isOwn || member.role === 'owner') await assertNoPendingChange(tx, charity.id)
    if (!hasResponsibleMember(members, ids.accountId, undefined, 'owner')) throw new Problem('conflict', 'last-owner')
    if (member.role === 'owner') {
      const change = { ownerId: member.accountId, role: null, successorId: null }
      return changeOwnership(ports, tx, { charity, members, byId: viewer.accountId, ip: context.ip, change })
    }
    await voidChangesOfAccount(tx, { ...ids, at: instant })
    const teams = await removeMember(tx, { ...ids, at: instant })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: isOwn ? 'fundraising.left' : 'fundraising.removed',
      object: `organization:${ids.organizationId}`,
      at: instant,
      ip: context.ip,
      details: { accountId: ids.accountId, role: member.role, teams: teams.map(String) },
    })
    if (isControlChange(member.role, undefined))
      await mailMemberChange(ports, tx, charity, {
        kind: 'member-removed',
        byId: viewer.accountId,
        accountId: ids.accountId,
        role: member.role,
      })
    return doneAtOnce
  })
}
