import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { DeliveryState } from '../tables.ts'
import '../tables.ts'

/** An endpoint to send to, with its encrypted secrets. */
export type Receiver = {
  readonly id: string
  readonly organizationId: bigint
  readonly url: string
  readonly secret: Buffer
  readonly formerSecret: Buffer | null
  readonly formerValidUntil: Date | null
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
}

/** Returns the endpoints with an event that is due. */
export const endpointsWithDue = async (db: Db, now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select p.id
      from webhooks.endpoint p
      where exists (
        select from webhooks.delivery v where v.endpoint_id = p.id and v.state = 'pending' and v.due_at <= ${now}
      )
    `.execute(db)
  ).rows.map(({ id }) => id)

export const findReceiver = (db: Db, id: string): Promise<Receiver | undefined> =>
  db
    .selectFrom('webhooks.endpoint')
    .select([
      'id',
      'organization_id as organizationId',
      'url',
      'secret',
      'former_secret as formerSecret',
      'former_valid_until as formerValidUntil',
      'failing_since as failingSince',
      'disabled_at as disabledAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/** An event that is due for an endpoint. */
export type DueDelivery = {
  readonly id: string
  readonly attempts: number
  readonly firstAttemptAt: Date
  readonly eventId: string
  readonly kind: string
  readonly organizationId: bigint
  readonly occurredAt: Date
  readonly sequence: bigint
  readonly data: object
}

/**
 * Claims due events of an endpoint until `leasedUntil`, after which another worker may send them, oldest first. Skips
 * those that another worker claims.
 */
export async function claimDue(
  db: Db,
  input: {
    readonly endpointId: string
    readonly now: Date
    readonly leasedUntil: Date
    readonly limit: number
  },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select id
      from webhooks.delivery
      where endpoint_id = ${input.endpointId} and state = 'pending' and due_at <= ${input.now}
      order by due_at
      limit ${input.limit}
      for update skip locked
    )
    update webhooks.delivery v
    set due_at = ${input.leasedUntil},
      attempts = v.attempts + 1,
      first_attempt_at = coalesce(v.first_attempt_at, ${input.now}),
      last_attempt_at = ${input.now}
    from due, webhooks.event e
    where v.id = due.id and e.id = v.event_id
    returning
      v.id,
      v.attempts,
      v.first_attempt_at as "firstAttemptAt",
      e.id as "eventId",
      e.kind,
      e.organization_id as "organizationId",
      e.occurred_at as "occurredAt",
      e.sequence,
      e.data
  `.execute(db)
  return rows.toSorted((one, other) => Number(one.sequence - other.sequence))
}

/** The result of one attempt. */
export type Attempt = {
  readonly id: string
  readonly state: DeliveryState
  /** When it is sent again; null if it is over. */
  readonly dueAt: Date | null
  readonly status: number | null
  readonly response: string
  readonly error: string | null
  readonly durationMs: number
}

/** Records attempts in one statement. */
export const recordAttempts = (db: Db, attempts: readonly Attempt[]) =>
  sql`
    update webhooks.delivery v
    set state = x.state,
      due_at = x."dueAt",
      status = x.status,
      response = x.response,
      error = x.error,
      duration_ms = x."durationMs"
    from json_to_recordset(${JSON.stringify(attempts)}::json) as x(
      id uuid, state text, "dueAt" timestamptz, status smallint, response text, error text, "durationMs" integer
    )
    where v.id = x.id
  `.execute(db)

/** Notes that an endpoint fails since an instant, or (null) that it works; writes only a change. */
export const saveFailingSince = (db: Db, id: string, failingSince: Date | null) =>
  db
    .updateTable('webhooks.endpoint')
    .set({ failing_since: failingSince })
    .where('id', '=', id)
    .where('failing_since', failingSince === null ? 'is not' : 'is', null)
    .execute()

/** Disables an enabled endpoint; returns false if it already was or is deleted. */
export const disableEndpoint = async (
  tx: Tx,
  input: { readonly id: string; readonly reason: 'failing' | 'gone'; readonly at: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('webhooks.endpoint')
      .set({ disabled_at: input.at, disabled_reason: input.reason })
      .where('id', '=', input.id)
      .where('disabled_at', 'is', null)
      .returning('id')
      .execute()
  ).length > 0

/** Deletes events before an instant with their deliveries; returns their number, at most `limit`. */
export const deleteEventsBefore = async (db: Db, before: Date, limit: number): Promise<number> =>
  (
    await sql`
      delete from webhooks.event
      where id in (select id from webhooks.event where occurred_at < ${before} limit ${limit})
      returning id
    `.execute(db)
  ).rows.length
