import { hourMs } from '#shared/time.ts'
import type { MemberRole } from './roles.ts'

/** Roles that control a charity: its members, money or donors' data. */
const controlRoles: readonly MemberRole[] = ['owner', 'admin', 'finance']

/** Whether a change between two roles changes who controls a charity; undefined: not a member (accounts-15). */
export const isControlChange = (from: MemberRole | undefined, to: MemberRole | undefined): boolean =>
  from !== to && [from, to].some((role) => role !== undefined && controlRoles.includes(role))

/** Hours in which an owner can stop a change that takes an owner their role (accounts-15). */
const ownershipWaitHours = 72

export const ownershipEffectiveAt = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + ownershipWaitHours * hourMs)

/** `delayed` takes effect after 72 hours, `staff` waits for two of staff; the others have ended. */
export type OwnershipChangeState = 'delayed' | 'staff' | 'done' | 'stopped' | 'refused' | 'void'
/** Decisions of staff on a change of ownership. */
export type OwnershipDecision = 'apply' | 'refuse'

type RankedMember = {
  readonly accountId: string
  readonly role: MemberRole
  /** Null: from before this was stored. */
  readonly ownerSince: Date | null
}

/**
 * Returns how a change that takes an owner their role takes effect (accounts-15): `at-once` for a charity that was
 * never verified; `delayed` if another owner remains who was an owner at the latest verification or as early as the one
 * concerned; otherwise `staff`, because it hands the charity over to people whom neither knew. `ownerId` null: the
 * charity has no owner. `verifiedAt` is the latest verification.
 */
export function routeOfOwnershipChange(
  members: readonly RankedMember[],
  ownerId: string | null,
  verifiedAt: Date | null,
): 'at-once' | 'delayed' | 'staff' {
  if (verifiedAt === null) return 'at-once'
  const owner = members.find(({ accountId }) => accountId === ownerId)
  const remains = members.some(
    ({ accountId, role, ownerSince }) =>
      role === 'owner' &&
      accountId !== ownerId &&
      (ownerSince === null ||
        ownerSince <= verifiedAt ||
        (owner?.ownerSince !== null && owner !== undefined && ownerSince <= owner.ownerSince)),
  )
  return remains ? 'delayed' : 'staff'
}

type PartiesOfChange = {
  readonly ownerId: string | null
  readonly successorId: string | null
  readonly requestedById: string
}

/**
 * Returns what a press of "Stop" by an owner does (accounts-15): the requester withdraws the change, the owner concerned
 * sends it to staff, any other owner ends it. Undefined: an objection that staff already decide on.
 */
export function effectOfStop(
  change: PartiesOfChange & { readonly state: OwnershipChangeState },
  byId: string,
): 'withdraw' | 'contest' | 'stop' | undefined {
  if (byId === change.requestedById) return 'withdraw'
  if (byId !== change.ownerId) return 'stop'
  return change.state === 'delayed' ? 'contest' : undefined
}

/**
 * Returns whether a change can still take effect: the charity is open, and everyone concerned still has the role that
 * they had at the request (accounts-15).
 */
export function isStillPossible(change: PartiesOfChange, members: readonly RankedMember[], isClosed: boolean): boolean {
  const roleOf = (id: string) => members.find(({ accountId }) => accountId === id)?.role
  if (isClosed) return false
  // Without an owner, a person invited by staff joins.
  if (change.ownerId === null) return !members.some(({ role }) => role === 'owner')
  if (roleOf(change.ownerId) !== 'owner' || roleOf(change.requestedById) !== 'owner') return false
  if (change.successorId !== null) return roleOf(change.successorId) !== undefined
  return members.some(({ accountId, role }) => role === 'owner' && accountId !== change.ownerId)
}
