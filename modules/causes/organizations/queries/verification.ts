import type { Db, Tx } from '#shared/ports.ts'
import type { CharityVerification, VerificationState, WarningDays } from '../rules/verification.ts'
import '../tables.ts'

export type VerifiedOrganization = CharityVerification & {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly timeZone: string
  /** When it was last verified. */
  readonly verifiedAt: Date | null
  readonly closedAt: Date | null
}

const selected = (db: Db) =>
  db
    .selectFrom('organizations.organization')
    .select([
      'id',
      'name',
      'name_ar as nameAr',
      'time_zone as timeZone',
      'verified_at as verifiedAt',
      'verification_state as verificationState',
      'verified_until as verifiedUntil',
      'closed_at as closedAt',
    ])

/** Locks the charity until the transaction ends, so that decisions are serialized. */
export const lockVerification = (tx: Tx, id: bigint): Promise<VerifiedOrganization | undefined> =>
  selected(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const saveVerification = (
  tx: Tx,
  id: bigint,
  verification: CharityVerification & { readonly verifiedAt: Date | null },
) =>
  tx
    .updateTable('organizations.organization')
    .set({
      verification_state: verification.verificationState,
      verified_until: verification.verifiedUntil,
      verified_at: verification.verifiedAt,
    })
    .where('id', '=', id)
    .execute()

export type VerificationProposal = {
  readonly state: VerificationState
  readonly until: string
  readonly byId: string
}

/** Returns the decision that an admin proposed for a charity; null: none. */
export const findProposal = async (db: Db, id: bigint): Promise<VerificationProposal | null> =>
  (await db
    .selectFrom('organizations.verification_proposal')
    .select(['state', 'until', 'proposed_by_account_id as byId'])
    .where('organization_id', '=', id)
    .executeTakeFirst()) ?? null

/** Replaces the proposed decision; null removes it. */
export async function saveProposal(
  tx: Tx,
  id: bigint,
  verificationProposal: (VerificationProposal & { readonly at: Date }) | null,
): Promise<void> {
  await tx.deleteFrom('organizations.verification_proposal').where('organization_id', '=', id).execute()
  if (verificationProposal)
    await tx
      .insertInto('organizations.verification_proposal')
      .values({
        organization_id: id,
        state: verificationProposal.state,
        until: verificationProposal.until,
        proposed_at: verificationProposal.at,
        proposed_by_account_id: verificationProposal.byId,
      })
      .execute()
}

/** Returns verified charities whose verification ends between two moments. */
export const verificationsEnding = (db: Db, from: Date, until: Date): Promise<VerifiedOrganization[]> =>
  selected(db)
    .where('verification_state', '=', 'verified')
    .where('verified_until', '>', from)
    .where('verified_until', '<', until)
    .orderBy('id')
    .execute()

/** Records warnings about the end of a verification. Returns those that no process has recorded before. */
export async function insertWarnings(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly verifiedUntil: Date
    readonly days: readonly WarningDays[]
    readonly at: Date
  },
): Promise<WarningDays[]> {
  const inserted = await tx
    .insertInto('organizations.expiry_warning')
    .values(
      input.days.map((days) => ({
        organization_id: input.organizationId,
        verified_until: input.verifiedUntil,
        days_before: days,
        sent_at: input.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('days_before as days')
    .execute()
  return inserted.map(({ days }) => days)
}
