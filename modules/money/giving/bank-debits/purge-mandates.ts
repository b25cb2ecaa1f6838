import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import '../tables.ts'

/** Two years, plus the time in which the bank can pay and the donor can dispute the debit. */
const retentionDays = 2 * 366 + 90

/** Deletes bank debit mandates that are no longer needed as evidence; returns their number (payments-27). */
export async function purgeMandates(ports: Ports): Promise<number> {
  const { numDeletedRows } = await ports.db
    .deleteFrom('giving.bank_debit_mandate')
    .where('agreed_at', '<', new Date(ports.clock().getTime() - retentionDays * dayMs))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
