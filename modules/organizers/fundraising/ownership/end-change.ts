import {
  assertNotClosed,
  lockMembers,
  memberRoleIn,
  assertTwoFactors,
  endChangesOfAccount,
  endOwnershipChange,
  findOwnershipChange,
  findPendingChange,
  listDueChanges,
  lockOwnership,
  lockPendingChange,
  type OwnershipChange,
  proposeDecision,
  sendChangeToStaff,
} from '#modules/causes/organizations/index.ts'
import {
  effectOfStop,
  isStillPossible,
  type OwnershipDecision,
  routeOfOwnershipChange,
} from '#modules/causes/organizations/rules/ownership.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { FundraisingPorts } from '../ports.ts'
import { applyOwnershipChange, auditDetails, recordOwnership } from './change-ownership.ts'
import { mailChange } from './mail-change.ts'

const actOfStop = {
  withdraw: 'ownership-withdrawn',
  stop: 'ownership-stopped',
  contest: 'ownership-contested',
} as const

/**
 * Stops a pending change of ownership as an owner of the charity (accounts-15). A stop by the owner concerned sends it
 * to two of staff; any other owner, or the requester, ends it. Needs no recent proof of identity, because it changes
 * nothing. Throws 409 if the change has ended or staff already decide about this objection.
 */
export async function stopOwnershipChange(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly changeId: string },
): Promise<'stopped' | 'requested'> {
  const role = await memberRoleIn(ports.db, viewer.accountId, ids.organizationId)
  if (!role) throw new Problem('not-found', 'charity-not-found')
  await assertNotClosed(ports, ids.organizationId, { isReading: false, notFound: 'charity-not-found' })
  if (role !== 'owner') throw new Problem('authorization', 'not-allowed')
  await assertTwoFactors(ports, viewer, { organizationId: ids.organizationId, role })
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const { charity } = await lockCharity(tx, ids.organizationId)
    const change = await lockPendingChange(tx, ids.changeId)
    if (change?.organizationId !== charity.id) throw new Problem('conflict', 'ownership-change-ended')
    // The role may have ended since it was read.
    if ((await memberRoleIn(tx, viewer.accountId, charity.id)) !== 'owner')
      throw new Problem('authorization', 'not-allowed')
    const effect = effectOfStop(change, viewer.accountId)
    if (!effect) throw new Problem('conflict', 'ownership-change-pending')
    if (effect === 'contest') await sendChangeToStaff(tx, change.id)
    else await endOwnershipChange(tx, change.id, { state: 'stopped', at: instant, byId: viewer.accountId })
    const act = actOfStop[effect]
    await recordOwnership(tx, {
      organizationId: charity.id,
      act,
      byId: viewer.accountId,
      at: instant,
      ip: context.ip,
      details: auditDetails(change),
    })
    const kind = effect === 'contest' ? 'ownership-contested' : 'ownership-stopped'
    await mailChange(ports, tx, charity, { change, kind, byId: viewer.accountId })
    return effect === 'contest' ? 'requested' : 'stopped'
  })
}

/** Locks a charity, then its members. Changes of ownership are locked after them, so that transactions can't deadlock. */
export async function lockCharity(tx: Tx, organizationId: bigint) {
  const charity = required(await lockOwnership(tx, organizationId), 'charity')
  return { charity, members: await lockMembers(tx, organizationId) }
}

const batch = 50

/**
 * Applies the changes of ownership whose 72 hours are over (accounts-15); a scheduled job, safe in several processes at
 * once. A change that roles, an erasure or the closing have made impossible is void; one whose other owners have left
 * meanwhile goes to staff. Returns the number of changes that took effect.
 */
export async function applyDueOwnershipChanges(ports: FundraisingPorts): Promise<number> {
  let applied = 0
  for (const { id, organizationId } of await listDueChanges(ports.db, ports.clock(), batch))
    applied += await ports.write(async (tx) => {
      const instant = ports.clock()
      const { charity, members } = await lockCharity(tx, organizationId)
      const change = await lockPendingChange(tx, id)
      // Another process may have applied it, or an owner stopped it.
      if (change?.state !== 'delayed' || change.effectiveAt === null || change.effectiveAt > instant) return 0
      if (!isStillPossible(change, members, charity.closedAt !== null)) {
        await voidChange(ports, tx, { charity, change, at: instant })
        return 0
      }
      if (routeOfOwnershipChange(members, change.ownerId, charity.verifiedAt) === 'staff') {
        await sendChangeToStaff(tx, id)
        await recordOwnership(tx, {
          organizationId,
          act: 'ownership-requested',
          byId: null,
          at: instant,
          details: auditDetails(change),
        })
        await mailChange(ports, tx, charity, { change, kind: 'ownership-requested' })
        return 0
      }
      await endOwnershipChange(tx, id, { state: 'done', at: instant, byId: null })
      await applyOwnershipChange(ports, tx, { charity, change, byId: null })
      return 1
    })
  return applied
}

/** Ends a pending change that can't take effect any more. */
async function voidChange(
  ports: FundraisingPorts,
  tx: Tx,
  input: {
    readonly charity: Awaited<ReturnType<typeof lockCharity>>['charity']
    readonly change: OwnershipChange
    readonly at: Date
  },
): Promise<void> {
  const { charity, change, at } = input
  await endOwnershipChange(tx, change.id, { state: 'void', at, byId: null })
  await recordOwnership(tx, {
    organizationId: charity.id,
    act: 'ownership-void',
    byId: null,
    at,
    details: auditDetails(change),
  })
  await mailChange(ports, tx, charity, { change, kind: 'ownership-void' })
}

/** Ends the pending change of a charity that closes (content-34). */
export async function voidChangeOfCharity(ports: FundraisingPorts, tx: Tx, organizationId: bigint): Promise<void> {
  const { charity } = await lockCharity(tx, organizationId)
  const pending = await findPendingChange(tx, organizationId)
  const change = pending && (await lockPendingChange(tx, pending.id))
  if (change) await voidChange(ports, tx, { charity, change, at: ports.clock() })
}

/**
 * Ends the pending changes that an account requested or that concern it, because it is erased or leaves. The caller has
 * locked the members.
 */
export async function voidChangesOfAccount(
  tx: Tx,
  input: { readonly accountId: string; readonly organizationId?: bigint; readonly at: Date },
): Promise<void> {
  for (const { id, organizationId } of await endChangesOfAccount(tx, input))
    await recordOwnership(tx, {
      organizationId,
      act: 'ownership-void',
      byId: input.accountId,
      at: input.at,
      details: { change: id },
    })
}

/**
 * Decides a change of ownership as staff (accounts-15). Two staff members must agree: the first call proposes the
 * decision, the same call by another person makes it, and a different one replaces the proposal. The people concerned
 * can't decide. Mails the owners the message.
 */
export async function decideOwnershipChange(
  ports: FundraisingPorts,
  tx: Tx,
  input: {
    readonly changeId: string
    readonly decision: OwnershipDecision
    readonly message: string
    readonly reviewerId: string
  },
): Promise<'waits' | 'decided'> {
  const { changeId, decision, reviewerId, message } = input
  const instant = ports.clock()
  const found = await findOwnershipChange(tx, changeId)
  if (!found) throw new Problem('not-found', 'case-not-found')
  const { charity, members } = await lockCharity(tx, found.organizationId)
  const change = await lockPendingChange(tx, changeId)
  if (change?.state !== 'staff') throw new Problem('conflict', 'case-decided')
  if ([change.ownerId, change.successorId, change.requestedById].includes(reviewerId))
    throw new Problem('conflict', 'own-charity')
  const details = { ...auditDetails(change), decision }
  const isConfirmed =
    ports.staffApprovals === 1 ||
    (change.proposedDecision === decision && change.proposedById !== null && change.proposedById !== reviewerId)
  if (!isConfirmed) {
    await proposeDecision(tx, change.id, { decision, byId: reviewerId })
    await recordOwnership(tx, {
      organizationId: charity.id,
      act: 'ownership-proposed',
      byId: reviewerId,
      at: instant,
      details,
    })
    return 'waits'
  }
  if (decision === 'apply' && !isStillPossible(change, members, charity.closedAt !== null))
    throw new Problem('conflict', 'state-not-allowed')
  await endOwnershipChange(tx, change.id, {
    state: decision === 'apply' ? 'done' : 'refused',
    at: instant,
    byId: reviewerId,
  })
  await recordOwnership(tx, {
    organizationId: charity.id,
    act: 'ownership-decided',
    byId: reviewerId,
    at: instant,
    details,
  })
  if (decision === 'apply') await applyOwnershipChange(ports, tx, { charity, change, byId: reviewerId, message })
  else await mailChange(ports, tx, charity, { change, kind: 'ownership-refused', message })
  return 'decided'
}
