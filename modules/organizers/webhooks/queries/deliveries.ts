import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { DeliveryState } from '../tables.ts'
import '../tables.ts'

/** An event that was or will be sent to an endpoint, with its last attempt. */
export type Delivery = {
  readonly id: string
  readonly eventId: string
  readonly kind: string
  readonly objectId: string
  readonly sequence: bigint
  readonly occurredAt: Date
  readonly state: DeliveryState
  readonly attempts: number
  readonly lastAttemptAt: Date | null
  readonly nextAttemptAt: Date | null
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
  readonly durationMs: number | null
}

/** Lists the deliveries of an endpoint, newest event first. `before`: the sequence number of an event. */
export const listDeliveries = async (
  db: Db,
  input: {
    readonly endpointId: string
    readonly state: DeliveryState | undefined
    readonly before: bigint | undefined
    readonly limit: number
  },
): Promise<Delivery[]> =>
  (
    await sql<Delivery>`
      select
        v.id,
        e.id as "eventId",
        e.kind,
        e.object_id as "objectId",
        e.sequence,
        e.occurred_at as "occurredAt",
        v.state,
        v.attempts,
        v.last_attempt_at as "lastAttemptAt",
        v.due_at as "nextAttemptAt",
        v.status,
        v.response,
        v.error,
        v.duration_ms as "durationMs"
      from webhooks.delivery v
      join webhooks.event e on e.id = v.event_id
      where v.endpoint_id = ${input.endpointId}
        ${input.state === undefined ? sql`` : sql`and v.state = ${input.state}`}
        ${input.before === undefined ? sql`` : sql`and e.sequence < ${input.before}`}
      order by e.sequence desc
      limit ${input.limit}
    `.execute(db)
  ).rows

/** Queues a delivery of an endpoint again, at once and with all its retries; returns whether it exists. */
export const queueAgain = async (
  tx: Tx,
  input: { readonly endpointId: string; readonly deliveryId: string; readonly now: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('webhooks.delivery')
      .set({ state: 'pending', due_at: input.now, attempts: 0, first_attempt_at: null })
      .where('endpoint_id', '=', input.endpointId)
      .where('id', '=', input.deliveryId)
      .returning('id')
      .execute()
  ).length > 0

/**
 * Queues the events of a range of time again for an endpoint that chose their kinds, including those that occurred while
 * it was disabled; without `includesSucceeded` only what it hasn't accepted. Returns their number.
 */
export async function queueRangeAgain(
  tx: Tx,
  input: {
    readonly endpointId: string
    readonly organizationId: bigint
    readonly kinds: readonly string[]
    readonly from: Date
    readonly to: Date
    readonly includesSucceeded: boolean
    readonly now: Date
  },
): Promise<number> {
  const { rows } = await sql`
    insert into webhooks.delivery (event_id, endpoint_id, due_at)
    select e.id, ${input.endpointId}::uuid, ${input.now}
    from webhooks.event e
    where e.organization_id = ${input.organizationId}
      and e.sequence is not null
      and e.kind = any(${[...input.kinds]}::text[])
      and e.occurred_at >= ${input.from}
      and e.occurred_at < ${input.to}
    on conflict on constraint delivery_once do update
    set state = 'pending', due_at = ${input.now}, attempts = 0, first_attempt_at = null
    where webhooks.delivery.state = 'failed'
      or (webhooks.delivery.state = 'succeeded' and ${input.includesSucceeded}::boolean)
    returning id
  `.execute(tx)
  return rows.length
}

/** Writes a test event for one endpoint; `id` makes it unique. */
export const insertTestEvent = (
  tx: Tx,
  event: {
    readonly id: string
    readonly organizationId: bigint
    readonly kind: string
    readonly endpointId: string
    readonly at: Date
  },
) =>
  tx
    .insertInto('webhooks.event')
    .values({
      id: event.id,
      organization_id: event.organizationId,
      kind: event.kind,
      object_id: event.endpointId,
      change: event.id,
      occurred_at: event.at,
    })
    .execute()
