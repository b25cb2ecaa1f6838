import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import { toJson } from '#shared/wire/to-json.ts'
import type { WebhookPorts } from '../ports.ts'
import { testEventKind } from '../rules/event-kinds.ts'
import { objectReaders } from './read-objects.ts'
import '../tables.ts'

const batch = 500

type NewEvent = {
  readonly id: string
  readonly kind: string
  readonly objectId: string
  readonly organizationId: bigint
  readonly subdomain: string
  readonly timeZone: string
}

/**
 * Adds data and sequence numbers to new events, and queues their deliveries. Types of objects are independent, so one
 * that can't be read doesn't delay the others. Returns the number of events.
 */
export async function addEventData(ports: WebhookPorts): Promise<number> {
  const { rows } = await sql<{ type: string }>`
    select distinct split_part(kind, '.', 1) as type from webhooks.event where sequence is null
  `.execute(ports.db)
  let done = 0
  let failure: unknown
  for (const { type } of rows)
    try {
      done += await ports.write((tx) => addDataOfType(ports, tx, type))
    } catch (error) {
      failure = error
    }
  if (failure !== undefined) throw failure
  return done
}

/**
 * Handles events of one type in the order in which they were written. One worker does this at a time, so that sequence
 * numbers are committed in their order.
 */
async function addDataOfType(ports: WebhookPorts, tx: Tx, type: string): Promise<number> {
  const { rows: locked } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('webhooks.event')) as "isLocked"
  `.execute(tx)
  if (locked[0]?.isLocked !== true) return 0
  const { rows: events } = await sql<NewEvent>`
    select
      e.id,
      e.kind,
      e.object_id as "objectId",
      e.organization_id as "organizationId",
      o.slug as subdomain,
      o.time_zone as "timeZone"
    from webhooks.event e
    join organizations.organization o on o.id = e.organization_id
    where e.sequence is null and split_part(e.kind, '.', 1) = ${type}
    order by e.number
    limit ${batch}
  `.execute(tx)
  const data = await readData(ports, tx, type, events)
  const complete = events.flatMap((event) => {
    const object = data.get(keyOf(event))
    return object === undefined ? [] : [{ id: event.id, data: object }]
  })
  // An object that was deleted meanwhile, such as a page, has nothing that could be sent.
  const gone = events.filter((event) => !data.has(keyOf(event))).map(({ id }) => id)
  if (gone.length > 0) await sql`delete from webhooks.event where id = any(${gone}::uuid[])`.execute(tx)
  await saveData(tx, complete)
  await queueDeliveries(
    tx,
    complete.map(({ id }) => id),
    ports.clock(),
  )
  return events.length
}

const keyOf = ({ organizationId, objectId }: NewEvent): string => `${organizationId}.${objectId}`

async function readData(
  ports: WebhookPorts,
  tx: Tx,
  type: string,
  events: readonly NewEvent[],
): Promise<Map<string, object>> {
  const data = new Map<string, object>()
  for (const [organizationId, ofCharity] of Map.groupBy(events, (event) => event.organizationId)) {
    const [first] = ofCharity
    const reader = objectReaders[type]
    if (!first || !reader) continue
    const { subdomain, timeZone } = first
    const ids = [...new Set(ofCharity.map(({ objectId }) => objectId))]
    const objects = await reader(ports, tx, { organizationId, subdomain, timeZone, ids })
    for (const [id, object] of objects) data.set(`${organizationId}.${id}`, object)
  }
  return data
}

/** Saves data with sequence numbers that rise in the order of the events. */
async function saveData(tx: Tx, events: readonly { readonly id: string; readonly data: object }[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    with numbers as materialized (
      select row_number() over (order by n) as place, n
      from (
        select nextval('webhooks.event_sequence') as n from generate_series(1, ${events.length}::integer)
      ) taken
    )
    update webhooks.event e
    set data = x.data, sequence = numbers.n
    from json_to_recordset(${toJson(events.map((event, index) => ({ ...event, place: index + 1 })))}::json)
      as x(id uuid, data jsonb, place integer)
    join numbers on numbers.place = x.place
    where e.id = x.id
  `.execute(tx)
}

/** Queues events for the enabled endpoints that chose them; a test only for the endpoint that is tested. */
const queueDeliveries = (tx: Tx, eventIds: readonly string[], now: Date) =>
  sql`
    insert into webhooks.delivery (event_id, endpoint_id, due_at)
    select e.id, p.id, ${now}
    from webhooks.event e
    join webhooks.endpoint p on p.organization_id = e.organization_id
      and case when e.kind = ${testEventKind} then p.id::text = e.object_id
        else p.disabled_at is null and e.kind = any(p.events) end
    where e.id = any(${[...eventIds]}::uuid[])
    on conflict on constraint delivery_once do nothing
  `.execute(tx)
