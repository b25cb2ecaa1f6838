import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import '../tables.ts'

/** Two years, and the time in which a bank may pay and a donor may dispute the debit. */
const keptDays = 2 * 366 + 90

/** Deletes mandates of bank debits that are evidence no more; returns how many (payments-27). */
export async function purgeMandates(ports: Ports): Promise<number> {
  const { numDeletedRows } = await ports.db
    .deleteFrom('giving.bank_debit_mandate')
    .where('agreed_at', '<', new Date(ports.clock().getTime() - keptDays * dayMs))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
