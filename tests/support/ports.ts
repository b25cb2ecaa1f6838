import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import type { Database } from '#server/database/db.ts'
import { createBatcher } from '#server/jobs/batcher.ts'
import { silentLog } from './database.ts'

/** A clock that changes only when it is set. */
export function manualClock(start = new Date('2026-11-20T12:00:00Z')) {
  let now = start
  return {
    now: () => now,
    move: (by: { seconds?: number; minutes?: number; days?: number }) => {
      now = new Date(
        now.getTime() + (by.seconds ?? 0) * 1000 + (by.minutes ?? 0) * 60_000 + (by.days ?? 0) * 86_400_000,
      )
    },
  }
}

/** Returns the common ports for a test database, with a settable clock. */
export const testPorts = (database: Database, clock: () => Date = manualClock().now): Ports => ({
  db: database.db,
  write: database.write,
  statement: database.statement,
  batch: createBatcher(),
  clock,
  newId: () => uuidv7(clock(), randomBytes(16)),
  newToken: (bytes) => randomBytes(bytes).toString('base64url'),
  log: silentLog,
  enqueue: async (tx, task, payload) => {
    await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json)`.execute(tx)
  },
  failpoint: () => Promise.resolve(),
})
