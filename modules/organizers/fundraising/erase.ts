import type { Tx } from '#shared/ports.ts'
import { eraseInvitations } from './queries/invitations.ts'
import './tables.ts'

/** Anonymizes what an erased person wrote for fundraisers, and deletes invitations to their address. */
export async function eraseFundraising(
  tx: Tx,
  of: { readonly accountId: string; readonly provenEmails: readonly string[] },
): Promise<void> {
  await eraseInvitations(tx, of)
  await tx.updateTable('fundraising.draft').set({ changed_by: null }).where('changed_by', '=', of.accountId).execute()
  await tx.updateTable('fundraising.revision').set({ author_id: null }).where('author_id', '=', of.accountId).execute()
  await tx
    .updateTable('fundraising.submission')
    .set({ submitted_by: null })
    .where('submitted_by', '=', of.accountId)
    .execute()
  await tx
    .updateTable('fundraising.submission')
    .set({ decided_by: null })
    .where('decided_by', '=', of.accountId)
    .execute()
}
