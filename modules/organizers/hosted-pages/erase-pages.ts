import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/** Pages and versions stay their charity's; who wrote them is removed. */
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
