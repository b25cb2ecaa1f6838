import type { Tx } from '#shared/ports.ts'
import { eraseInvitations } from './queries/invitations.ts'
import './tables.ts'

/** Anonymizes what an erased person wrote for fundraisers, and deletes invitations to their email addresses. */
export async function eraseFundraising(
  tx: Tx,
  input: { readonly accountId: string; readonly confirmedEmails: readonly string[] },
): Promise<void> {
  await eraseInvitations(tx, input)
  await tx
    .updateTable('fundraising.draft')
    .set({ changed_by: null })
    .where('changed_by', '=', input.accountId)
    .execute()
  await tx
    .updateTable('fundraising.revision')
    .set({ author_id: null })
    .where('author_id', '=', input.accountId)
    .execute()
  await tx
    .updateTable('fundraising.submission')
    .set({ submitted_by: null })
    .where('submitted_by', '=', input.accountId)
    .execute()
  await tx
    .updateTable('fundraising.submission')
    .set({ decided_by: null })
    .where('decided_by', '=', input.accountId)
    .execute()
}
