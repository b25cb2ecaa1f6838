import type { Part } from '#shared/statement.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** An outbox event that has no retries left, so its totals, receipts and emails are missing. */
export type FailedEvent = {
  readonly id: bigint
  readonly kind: string
  readonly intentId: string
  readonly attempts: number
  readonly error: string
  readonly occurredAt: Date
  readonly failedAt: Date
}

/** Lists the failed events in the manual review queue, oldest first. */
export const listFailedEvents = async (db: Db, limit: number): Promise<FailedEvent[]> => {
  const { rows } = await sql<FailedEvent>`
    select
      id,
      kind,
      coalesce(payload ->> 'intentId', '') as "intentId",
      attempts,
      last_error as error,
      occurred_at as "occurredAt",
      failed_at as "failedAt"
    from outbox.event
    where failed_at is not null
    order by failed_at, id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Returns a failed event to the outbox and resets its attempts; undefined if it hasn't failed. */
export const retryFailedEvent = async (tx: Tx, id: bigint): Promise<{ intentId: string } | undefined> => {
  const { rows } = await sql<{ intentId: string }>`
    update outbox.event set attempts = 0, next_attempt_at = null, failed_at = null
    where id = ${id} and failed_at is not null returning coalesce(payload ->> 'intentId', '') as "intentId"`.execute(tx)
  return rows[0]
}

/** Builds the part that inserts one event per settled attempt for all its handlers, which run in batches (ledger-8). */
export const outboxPart = (
  kind: string,
  rows: readonly { readonly attemptId: string; readonly payload: object; readonly at: Date }[],
): Part => ({
  name: 'outbox_event',
  sql: `insert into outbox.event (kind, payload, occurred_at)
    select $1, f.payload, f.at from json_to_recordset($2::json) as f("attemptId" uuid, payload jsonb, at timestamptz)
    where f."attemptId" in (select id from concluded) returning id`,
  values: [kind, JSON.stringify(rows)],
})
