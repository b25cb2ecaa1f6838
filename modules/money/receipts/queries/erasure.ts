import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Deletes statements and the count of copies, which exist for the donor only. Receipts stay (privacy-4). */
export async function eraseStatements(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('receipts.statement').where('account_id', '=', accountId).execute()
  await sql`delete from receipts.copy where account_id = ${accountId}`.execute(tx)
}

/**
 * Removes the donor from the receipts of anonymized donations and deletes their documents; numbers, days and amounts
 * stay.
 */
export const purgeReceipts = (tx: Tx, donationIds: readonly string[], instant: Date) =>
  sql`select receipts.purge_of_donations(${donationIds}::uuid[], ${instant}::timestamptz)`.execute(tx)

/** Returns whether a receipt belongs to an erased donor and is only kept for the books. */
export const isRetainedForAccountingOnly = async (ports: Ports, receiptId: string): Promise<boolean> =>
  (
    await ports.statement(
      'receipts.for_books_alone',
      'select 1 from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = $1::uuid and d.retained_until is not null limit 1',
      [receiptId],
    )
  ).length > 0
