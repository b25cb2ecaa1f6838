import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { findNewestDay } from './queries/days.ts'
import { insertDay, takeUnpublished } from './queries/publishing.ts'
import { fileRowsOf, fileText, firstHead } from './rules/daily-file.ts'
import { daysToPublish } from './rules/days-to-publish.ts'

/** The key of the lock that publishing takes, so that days are published one after the other. Any number would do. */
const lockKey = 8_230_266

/**
 * Publishes each day that is missing (ledger-15), each in its own transaction, and returns them. Several workers may
 * call it at once: each day is published by one of them. Charges never wait for it.
 */
export async function publishDays(ports: Ports): Promise<LocalDate[]> {
  const published: LocalDate[] = []
  for (;;) {
    const day = await ports.write(async (tx) => {
      const next = await lockNextDay(tx, ports.clock())
      if (next) await publishDay(ports, tx, next)
      return next
    })
    if (day === undefined) return published
    published.push(day)
  }
}

/** Waits for other publishers, and returns the oldest missing day. */
async function lockNextDay(tx: Tx, instant: Date): Promise<LocalDate | undefined> {
  await sql`set local statement_timeout = '20min'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const newest = await findNewestDay(tx)
  return daysToPublish(newest?.day, instant)[0]
}

/**
 * Publishes one day: its file has all committed transactions that are in no earlier file. `occurredBefore` leaves later
 * ones to the next file; only the demo, whose history is written at once, passes it.
 */
export async function publishDay(
  ports: Pick<Ports, 'clock'>,
  tx: Tx,
  day: LocalDate,
  { occurredBefore }: { readonly occurredBefore?: Date } = {},
): Promise<void> {
  const newest = await findNewestDay(tx)
  const rows = fileRowsOf(await takeUnpublished(tx, day, occurredBefore))
  await insertDay(tx, {
    day,
    text: fileText(day, newest ? newest.head : firstHead, rows),
    headBefore: newest?.head ?? null,
    rows,
    instant: ports.clock(),
  })
}
