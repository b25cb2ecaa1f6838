import type { Db, Tx } from '#shared/ports.ts'
import type { OwnershipChangeState, OwnershipDecision } from '../rules/ownership.ts'
import type { MemberRole } from '../rules/roles.ts'
import '../tables.ts'

/** A change that takes an owner their role, or gives a charity without an owner a new one (accounts-15). */
export type OwnershipChange = {
  readonly id: string
  readonly organizationId: bigint
  /** The owner concerned; null if the charity has none. */
  readonly ownerId: string | null
  /** Their role afterwards; null if they leave the charity. */
  readonly role: MemberRole | null
  /** The member who becomes an owner with it. */
  readonly successorId: string | null
  readonly requestedById: string
  readonly requestedAt: Date
  readonly state: OwnershipChangeState
  /** When it takes effect; null if staff decide. */
  readonly effectiveAt: Date | null
  readonly proposedDecision: OwnershipDecision | null
  readonly proposedById: string | null
}

const pendingStates = ['delayed', 'staff'] as const

const changes = (db: Db) =>
  db
    .selectFrom('organizations.ownership_change')
    .select([
      'id',
      'organization_id as organizationId',
      'owner_account_id as ownerId',
      'role',
      'successor_account_id as successorId',
      'requested_by_account_id as requestedById',
      'requested_at as requestedAt',
      'state',
      'effective_at as effectiveAt',
      'proposed_decision as proposedDecision',
      'proposed_by_account_id as proposedById',
    ])

/** Returns the pending change of a charity, of which there is at most one. */
export const findPendingChange = (db: Db, organizationId: bigint): Promise<OwnershipChange | undefined> =>
  changes(db).where('organization_id', '=', organizationId).where('state', 'in', pendingStates).executeTakeFirst()

export const findOwnershipChange = (db: Db, id: string): Promise<OwnershipChange | undefined> =>
  changes(db).where('id', '=', id).executeTakeFirst()

/** Locks a pending change; undefined if it has ended. */
export const lockPendingChange = (tx: Tx, id: string): Promise<OwnershipChange | undefined> =>
  changes(tx).where('id', '=', id).where('state', 'in', pendingStates).forUpdate().executeTakeFirst()

/** Lists changes that wait for staff, oldest first. */
export const listChangesForStaff = (db: Db, limit: number): Promise<OwnershipChange[]> =>
  changes(db).where('state', '=', 'staff').orderBy('requested_at').orderBy('id').limit(limit).execute()

/** Lists changes that take effect by now, oldest first. */
export const listDueChanges = (db: Db, now: Date, limit: number): Promise<OwnershipChange[]> =>
  changes(db)
    .where('state', '=', 'delayed')
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Adds a pending change, and stops the charity's bank details that aren't used yet. Returns false if the charity has a
 * pending change.
 */
export async function insertOwnershipChange(
  tx: Tx,
  change: Omit<OwnershipChange, 'proposedDecision' | 'proposedById'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('organizations.ownership_change')
    .values({
      id: change.id,
      organization_id: change.organizationId,
      owner_account_id: change.ownerId,
      role: change.role,
      successor_account_id: change.successorId,
      requested_by_account_id: change.requestedById,
      requested_at: change.requestedAt,
      state: change.state,
      effective_at: change.effectiveAt,
    })
    .onConflict((conflict) => conflict.column('organization_id').where('state', 'in', pendingStates).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const details = tx.updateTable('organizations.bank_details').where('organization_id', '=', change.organizationId)
  await details.set({ state: 'replaced' }).where('state', '=', 'pending').execute()
  await details
    .set({ state: 'stopped' })
    .where('state', '=', 'approved')
    .where('active_from', '>', change.requestedAt)
    .execute()
  return true
}

/** Sends a pending change to staff. */
export const sendChangeToStaff = (tx: Tx, id: string) =>
  tx
    .updateTable('organizations.ownership_change')
    .set({ state: 'staff', effective_at: null })
    .where('id', '=', id)
    .execute()

/** Records the decision of the first of two staff members. */
export const proposeDecision = (
  tx: Tx,
  id: string,
  proposal: { readonly decision: OwnershipDecision; readonly byId: string },
) =>
  tx
    .updateTable('organizations.ownership_change')
    .set({ proposed_decision: proposal.decision, proposed_by_account_id: proposal.byId })
    .where('id', '=', id)
    .execute()

/** Ends a pending change. `byId` null: by the clock. */
export const endOwnershipChange = (
  tx: Tx,
  id: string,
  end: { readonly state: 'done' | 'stopped' | 'refused' | 'void'; readonly at: Date; readonly byId: string | null },
) =>
  tx
    .updateTable('organizations.ownership_change')
    .set({ state: end.state, ended_at: end.at, ended_by_account_id: end.byId })
    .where('id', '=', id)
    .execute()

/** Ends the pending changes that an account requested or that concern it, of one charity or all, and returns them. */
export const endChangesOfAccount = (
  tx: Tx,
  {
    accountId,
    organizationId,
    at,
  }: { readonly accountId: string; readonly organizationId?: bigint; readonly at: Date },
): Promise<{ readonly id: string; readonly organizationId: bigint }[]> =>
  tx
    .updateTable('organizations.ownership_change')
    .set({ state: 'void', ended_at: at, ended_by_account_id: accountId })
    .where('state', 'in', pendingStates)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? 0n))
    .where((e) =>
      e.or([
        e('owner_account_id', '=', accountId),
        e('successor_account_id', '=', accountId),
        e('requested_by_account_id', '=', accountId),
      ]),
    )
    .returning(['id', 'organization_id as organizationId'])
    .execute()

/** Locks a charity and returns what its ownership depends on. */
export const lockOwnership = (
  tx: Tx,
  organizationId: bigint,
): Promise<
  | {
      readonly id: bigint
      readonly name: string
      readonly nameAr: string | null
      readonly verifiedAt: Date | null
      readonly closedAt: Date | null
    }
  | undefined
> =>
  tx
    .selectFrom('organizations.organization')
    .select(['id', 'name', 'name_ar as nameAr', 'verified_at as verifiedAt', 'closed_at as closedAt'])
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
