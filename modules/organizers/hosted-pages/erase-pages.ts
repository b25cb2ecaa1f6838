import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/** Removes an erased author from pages and versions, which still belong to their charity. */
export async function eraseHostedPages(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('hosted_pages.page')
    .set({ created_by_account_id: null })
    .where('created_by_account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('hosted_pages.version')
    .set({ published_by_account_id: null })
    .where('published_by_account_id', '=', accountId)
    .execute()
}
