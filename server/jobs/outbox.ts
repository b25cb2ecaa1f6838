import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import { isProblem } from '#shared/problem.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import { isRetryable } from '../database/db.ts'
import type { OutboxEvent } from './outbox-event.ts'
import { reactions } from './reactions.ts'

const batch = 500

/** After this many failed attempts, about 45 minutes, an event moves to the manual review queue. */
export const attemptsMax = 10
const firstWaitSeconds = 5

/**
 * Takes a batch of events and runs all their reactions in one transaction. An event is deleted together with its
 * effects, so they happen exactly once, and several workers share the queue (ADR-0008). Returns the number of events
 * taken.
 */
export const drainOutbox = (app: App): Promise<number> => processEvents(app)

/**
 * Processes a batch. A batch that fails is halved until the failing events are alone, so the others proceed; failing
 * events are retried with increasing delays (ADR-0036). If the database is unavailable, nothing is halved and no
 * attempt is counted.
 */
async function processEvents(app: App, only?: readonly OutboxEvent[]): Promise<number> {
  let events: readonly OutboxEvent[] = []
  try {
    await app.write(async (tx) => {
      events = await lockEvents(tx, app.clock(), only)
      await runReactions(app, tx, events)
    })
  } catch (error) {
    if (events.length === 0 || isRetryable(error) || (isProblem(error) && error.code === 'database-unavailable'))
      throw error
    if (events.length === 1) await recordFailure(app, one(events), error)
    else {
      const half = Math.ceil(events.length / 2)
      await processEvents(app, events.slice(0, half))
      await processEvents(app, events.slice(half))
    }
  }
  return events.length
}

/** Locks the oldest due events, or those of `only`, and skips rows that another worker has locked. */
async function lockEvents(tx: Tx, now: Date, only?: readonly OutboxEvent[]): Promise<OutboxEvent[]> {
  const ids = only?.map(({ id }) => id)
  const { rows } = await sql<OutboxEvent>`
    select id, kind, payload, occurred_at, attempts from outbox.event
    where failed_at is null and (next_attempt_at is null or next_attempt_at <= ${now})
      ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
    order by id limit ${batch} for update skip locked`.execute(tx)
  return rows
}

async function runReactions(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  await acquireOutboxLock(tx, events)
  const ready = await excludeBlocked(tx, events)
  for (const group of groupInOrder(ready)) {
    const { kind } = one(group)
    const following = reactions[kind]
    if (!following) throw new Error(`the event kind ${kind} has no reactions`)
    for (const reaction of following) await reaction(app, tx, group)
  }
  await sql`delete from outbox.event where id = any(${ready.map(({ id }) => id)}::bigint[])`.execute(tx)
}

const isDonation = ({ kind }: OutboxEvent): boolean => kind === 'donation.succeeded'

/**
 * Batches of donations only lock rows in one order and run concurrently. A batch with a refund locks the same rows more
 * than once and reads rows that others may be writing, so it takes an exclusive lock before it touches a row.
 */
async function acquireOutboxLock(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.every(isDonation)) await sql`select pg_advisory_xact_lock_shared(hashtext('outbox.event'))`.execute(tx)
  else await sql`select pg_advisory_xact_lock(hashtext('outbox.event'))`.execute(tx)
}

/**
 * Leaves out events that must wait for an earlier event of their payment, which another worker is processing, which
 * waits for a retry, or which is in the manual review queue. A donation is the first event of its payment.
 */
async function excludeBlocked(tx: Tx, events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]> {
  if (events.every(isDonation)) return events
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{ id: bigint }>`
    select e.id from outbox.event e where e.id = any(${ids}::bigint[]) and exists (
      select from outbox.event earlier where earlier.id < e.id and earlier.id <> all(${ids}::bigint[])
        and earlier.payload ->> 'intentId' = e.payload ->> 'intentId')`.execute(tx)
  const blocked = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !blocked.has(id))
}

/**
 * Groups events by kind. Refunds and failed refunds stay in order, because a released level would otherwise end up
 * claimed. Donations have no order among themselves and are many, so they form one group.
 */
function groupInOrder(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const groups: OutboxEvent[][] = []
  for (const event of events.filter((event) => !isDonation(event))) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === event.kind) last.push(event)
    else groups.push([event])
  }
  const donations = events.filter(isDonation)
  return donations.length > 0 ? [...groups, donations] : groups
}

/**
 * Schedules the next attempt, or moves the event to manual review. If two workers saw the same failure, it counts once.
 */
async function recordFailure(app: App, event: OutboxEvent, error: unknown): Promise<void> {
  const attempts = event.attempts + 1
  const now = app.clock()
  const isLast = attempts >= attemptsMax
  const nextAt = new Date(now.getTime() + firstWaitSeconds * 1000 * 2 ** event.attempts)
  const errorText = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  await app.db
    .updateTable('outbox.event')
    .set({
      attempts,
      next_attempt_at: isLast ? null : nextAt,
      failed_at: isLast ? now : null,
      last_error: errorText.slice(0, 500),
    })
    .where('id', '=', event.id)
    .where('attempts', '=', event.attempts)
    .execute()
  const context = { error, eventId: event.id, kind: event.kind, attempts }
  if (isLast) app.log.error(context, 'an outbox event failed at its last attempt and needs review')
  else app.log.warn(context, 'an outbox event failed and will be retried')
}

/**
 * Upper limit of the increasing pause after failures: an outage of an hour doesn't fill the log, and work resumes soon
 * after it.
 */
const pauseMsMax = 5000

/** Runs work repeatedly: without a pause while there is more, otherwise with one. Failures are logged and retried. */
export function startLoop(
  app: App,
  name: string,
  pauseMs: number,
  work: () => Promise<number>,
  full = batch,
): { stop(): Promise<void> } {
  let isStopped = false
  let wake = () => {}
  const running = (async () => {
    let failedInARow = 0
    while (!isStopped) {
      let done = 0
      try {
        done = await work()
        failedInARow = 0
      } catch (error) {
        failedInARow += 1
        if (!isStopped) app.log.error({ error, loop: name }, 'a background loop failed and continues')
      }
      if (!isStopped && done < full) {
        await new Promise<void>((resume) => {
          const timer = setTimeout(
            resume,
            failedInARow === 0 ? pauseMs : Math.max(pauseMs, Math.min(pauseMs * 2 ** failedInARow, pauseMsMax)),
          )
          wake = () => {
            clearTimeout(timer)
            resume()
          }
        })
      }
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      wake()
      await running
    },
  }
}
