import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'
import { reactions } from './reactions.ts'

const batch = 500

/**
 * Takes a batch of facts and lets everything that follows from them follow, in one transaction: a fact is gone only
 * together with its consequences, so they happen exactly once, and N workers share the rows without meeting (ADR-0008).
 * Answers how many were taken.
 */
export async function drainOutbox(app: App): Promise<number> {
  return app.write(async (tx) => {
    const events = await takeEvents(tx)
    await goAloneOrTogether(tx, events)
    for (const of of inTurn(events)) {
      const react = reactions[one(of).kind]
      if (!react) throw new Error(`nothing reacts to ${one(of).kind}`)
      for (const reaction of react) await reaction(app, tx, of)
    }
    return events.length
  })
}

/**
 * Batches of gifts alone meet every row in one order and go on beside each other. One in which something goes back or
 * comes again meets the same rows more than once, and reads what others are about to write: it waits for all others,
 * and they for it, before any of them has touched a row.
 */
async function goAloneOrTogether(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  if (events.every(({ kind }) => kind === 'gift.succeeded'))
    await sql`select pg_advisory_xact_lock_shared(hashtext('outbox.event'))`.execute(tx)
  else await sql`select pg_advisory_xact_lock(hashtext('outbox.event'))`.execute(tx)
}

/**
 * Facts of one kind together. What goes back, comes again and goes back once more stays in that order, or a place that
 * is free would be taken at its end; gifts know no order among each other and are many, so they are one.
 */
function inTurn(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const turns: OutboxEvent[][] = []
  for (const event of events.filter(({ kind }) => kind !== 'gift.succeeded')) {
    const last = turns.at(-1)
    if (last?.[0]?.kind === event.kind) last.push(event)
    else turns.push([event])
  }
  const gifts = events.filter(({ kind }) => kind === 'gift.succeeded')
  return gifts.length > 0 ? [...turns, gifts] : turns
}

async function takeEvents(tx: Tx): Promise<OutboxEvent[]> {
  const taken = await sql<OutboxEvent>`
    delete from outbox.event where id = any(array(select id from outbox.event order by id limit ${batch} for update skip locked))
    returning id, kind, payload, occurred_at`.execute(tx)
  return taken.rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Work that fails waits longer each time, up to this: what is away for an hour fills no log, and is missed for moments
 * only.
 */
const pauseMsMax = 5000

/**
 * Runs work again and again: at once while there is more, else after a pause. Failures are logged and tried again,
 * never fatal.
 */
export function loop(
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
        if (!isStopped) app.log.error({ error, loop: name }, 'a background loop failed and goes on')
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
