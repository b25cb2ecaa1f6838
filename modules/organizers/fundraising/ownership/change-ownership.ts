import { leaveTeamsOfCharity } from '#modules/causes/campaigns/index.ts'
import {
  changeMember,
  deleteMember,
  insertMembers,
  type lockMembers,
  insertOwnershipChange,
  type lockOwnership,
  type OwnershipChange,
} from '#modules/causes/organizations/index.ts'
import { ownershipEffectiveAt, routeOfOwnershipChange } from '#modules/causes/organizations/rules/ownership.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { FundraisingPorts } from '../ports.ts'
import { endInvitations, endInvitationsOfMember } from '../queries/invitations.ts'
import { memberRolesOf } from '../rules/team.ts'
import { mailChange } from './mail-change.ts'

type LockedCharity = NonNullable<Awaited<ReturnType<typeof lockOwnership>>>
type Members = Awaited<ReturnType<typeof lockMembers>>

/** The state of a requested change: in effect, waiting for 72 hours (`pending`), or for staff (`requested`). */
export type ControlResult = {
  readonly state: 'done' | 'pending' | 'requested'
  readonly effectiveAt: Date | null
}

export const doneAtOnce: ControlResult = { state: 'done', effectiveAt: null }

/**
 * Takes an owner their role, and makes another member an owner if it is a transfer (accounts-15, ADR-0042): at once in
 * a charity that was never verified, otherwise after 72 hours or a decision of two staff members. The caller has
 * checked the requester, and locked charity and members. Audits, and mails the owners and everyone concerned. Throws
 * `ownership-change-pending` if another change waits.
 */
export async function changeOwnership(
  ports: FundraisingPorts,
  tx: Tx,
  input: {
    readonly charity: LockedCharity
    readonly members: Members
    readonly byId: string
    readonly ip: string
    readonly change: Pick<OwnershipChange, 'ownerId' | 'role' | 'successorId'>
  },
): Promise<ControlResult> {
  const { charity, members, byId } = input
  const instant = ports.clock()
  const route = routeOfOwnershipChange(members, input.change.ownerId, charity.verifiedAt)
  const change = {
    ...input.change,
    id: ports.newId(),
    organizationId: charity.id,
    requestedById: byId,
    requestedAt: instant,
  }
  if (route === 'at-once') {
    await applyOwnershipChange(ports, tx, { charity, change, byId, ip: input.ip })
    return doneAtOnce
  }
  const effectiveAt = route === 'delayed' ? ownershipEffectiveAt(instant) : null
  if (!(await insertOwnershipChange(tx, { ...change, state: route, effectiveAt })))
    throw new Problem('conflict', 'ownership-change-pending')
  await recordOwnership(tx, {
    organizationId: charity.id,
    act: route === 'delayed' ? 'ownership-delayed' : 'ownership-requested',
    byId,
    at: instant,
    ip: input.ip,
    details: auditDetails(change),
  })
  await mailChange(ports, tx, charity, {
    change: { ...change, effectiveAt },
    kind: route === 'delayed' ? 'ownership-delayed' : 'ownership-requested',
    byId,
  })
  return { state: route === 'delayed' ? 'pending' : 'requested', effectiveAt }
}

export const auditDetails = (change: Pick<OwnershipChange, 'id' | 'ownerId' | 'role' | 'successorId'>) => ({
  change: change.id,
  owner: change.ownerId,
  role: change.role,
  successor: change.successorId,
})

/** Writes what happened to a change of ownership to the audit log; `byId` null: by the clock. */
export const recordOwnership = (
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly act: string
    readonly byId: string | null
    readonly at: Date
    readonly ip?: string | undefined
    readonly details: object
  },
) =>
  record(tx, {
    actor: input.byId === null ? { kind: 'system' } : { kind: 'account', id: input.byId },
    act: `charities.${input.act}`,
    object: `organization:${input.organizationId}`,
    at: input.at,
    ...(input.ip === undefined ? {} : { ip: input.ip }),
    details: { ...input.details },
  })

/** Applies a change of ownership now. Audits, and mails the owners before and after it. */
export async function applyOwnershipChange(
  ports: FundraisingPorts,
  tx: Tx,
  input: {
    readonly charity: LockedCharity
    readonly change: Omit<OwnershipChange, 'state' | 'effectiveAt' | 'proposedDecision' | 'proposedById'>
    /** Who decided; null: the clock. */
    readonly byId: string | null
    readonly ip?: string
    /** Message of staff to the charity. */
    readonly message?: string
  },
): Promise<void> {
  const { charity, change, byId, ip, message = '' } = input
  const { organizationId, ownerId, successorId, role } = change
  const instant = ports.clock()
  if (successorId) {
    await insertMembers(tx, [{ organizationId, accountId: successorId, role: 'owner', at: instant }])
    await changeMember(tx, { organizationId, accountId: successorId, role: 'owner', at: instant })
  }
  const teams =
    ownerId && role === null ? await removeMember(tx, { organizationId, accountId: ownerId, at: instant }) : []
  if (ownerId && role !== null) await lowerRole(tx, { organizationId, accountId: ownerId, role, at: instant })
  await recordOwnership(tx, {
    organizationId,
    act: successorId ? 'ownership-transferred' : 'owner-removed',
    byId,
    at: instant,
    ip,
    details: { ...auditDetails(change), requestedBy: change.requestedById, teams: teams.map(String) },
  })
  await mailChange(ports, tx, charity, {
    change: { ...change, effectiveAt: null },
    kind: successorId ? 'ownership-transferred' : 'owner-removed',
    message,
  })
}

/** Removes a member with their teams in the charity's own fundraisers, and the invitations they sent and received. */
export async function removeMember(
  tx: Tx,
  ids: { readonly organizationId: bigint; readonly accountId: string; readonly at: Date },
): Promise<bigint[]> {
  await deleteMember(tx, ids)
  const teams = await leaveTeamsOfCharity(tx, ids)
  const email = (await findAccount(tx, ids.accountId))?.email ?? ''
  await endInvitationsOfMember(tx, { ...ids, emailKey: normalizeEmail(email) })
  return teams
}

/** Changes a member's role; one who can invite fewer roles than before loses the invitations they sent. */
export async function lowerRole(
  tx: Tx,
  input: Parameters<typeof changeMember>[1] & { readonly from?: string },
): Promise<void> {
  await changeMember(tx, input)
  if (memberRolesOf(input.role).length < memberRolesOf(input.from ?? 'owner').length)
    await endInvitations(tx, { organizationId: input.organizationId }, { invitedBy: input.accountId, at: input.at })
}
