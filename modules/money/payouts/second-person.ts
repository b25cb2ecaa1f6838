import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { Tx } from '#shared/ports.ts'
import type { PayoutPorts } from './ports.ts'
import './tables.ts'

/** What the caller of a decision that needs a second person learns. */
export type Decision = 'proposed' | 'done'

/**
 * Returns whether a decision applies now: the same decision was proposed by another person, or `STAFF_APPROVALS` is 1.
 * Otherwise it stores the viewer's proposal, which replaces a different one (payouts-13). `details` must be JSON.
 */
export async function isConfirmed(
  ports: Pick<PayoutPorts, 'clock' | 'staffApprovals'>,
  tx: Tx,
  viewer: AccountViewer,
  { subject, details }: { readonly subject: string; readonly details: Readonly<Record<string, string>> },
): Promise<boolean> {
  const proposal = await findProposal(tx, subject)
  const isSame = proposal !== undefined && sameDetails(proposal.details, details)
  if (ports.staffApprovals === 1 || (isSame && proposal.proposedById !== viewer.accountId)) {
    await tx.deleteFrom('payouts.proposal').where('subject', '=', subject).execute()
    return true
  }
  if (!isSame) await saveProposal(tx, { subject, details, byId: viewer.accountId, at: ports.clock() })
  return false
}

/** Stores a proposal in place of an earlier one about the same subject. */
export async function saveProposal(
  tx: Tx,
  proposal: {
    readonly subject: string
    readonly details: Readonly<Record<string, string>>
    readonly byId: string | null
    readonly at: Date
  },
): Promise<void> {
  const values = { details: JSON.stringify(proposal.details), proposed_by: proposal.byId, proposed_at: proposal.at }
  await tx
    .insertInto('payouts.proposal')
    .values({ subject: proposal.subject, ...values })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
}

async function findProposal(tx: Tx, subject: string) {
  const row = await tx
    .selectFrom('payouts.proposal')
    .select(['details', 'proposed_by as proposedById'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, details: row.details as Readonly<Record<string, string>> }
}

const sameDetails = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value)
