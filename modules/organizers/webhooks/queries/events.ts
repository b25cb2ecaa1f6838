import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** A stored event with its data, as endpoints get it. */
type StoredEvent = {
  readonly id: string
  readonly kind: string
  readonly sequence: bigint
  readonly occurredAt: Date
  readonly data: object
}

/**
 * Lists a charity's events of these kinds in the order of their sequence numbers. Numbers are committed in their order
 * (`add-data.ts`), so a reader that continues after one misses none.
 */
export const listEvents = async (
  db: Db,
  input: {
    readonly organizationId: bigint
    readonly kinds: readonly string[]
    /** Only events that occurred at this instant or later. */
    readonly since: Date | undefined
    /** Only events with a greater sequence number. */
    readonly after: bigint
    readonly limit: number
  },
): Promise<StoredEvent[]> =>
  (
    await sql<StoredEvent>`
      select e.id, e.kind, e.sequence, e.occurred_at as "occurredAt", e.data
      from webhooks.event e
      where e.organization_id = ${input.organizationId}
        and e.sequence > ${input.after}
        and e.kind = any(${[...input.kinds]}::text[])
        and (${input.since ?? null}::timestamptz is null or e.occurred_at >= ${input.since ?? null}::timestamptz)
      order by e.sequence
      limit ${input.limit}
    `.execute(db)
  ).rows
