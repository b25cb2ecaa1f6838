import { sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import './tables.ts'

/** Deletes used proofs of work after a day and webhook events 90 days after they were handled. Runs every night. */
export async function deleteOldNotices(ports: Ports): Promise<void> {
  const instant = ports.clock()
  await ports.write((tx) =>
    sql`delete from payments.used_proof where used_at < ${instant}::timestamptz - interval '1 day'`.execute(tx),
  )
  await ports.write((tx) =>
    sql`delete from payments.webhook_event where handled_at < ${instant}::timestamptz - interval '90 days'`.execute(tx),
  )
}
