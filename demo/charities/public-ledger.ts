import { addDays } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'
import { hourMs } from '#shared/time.ts'
import { publicLedgerServer } from '#modules/money/public-ledger/index-server.ts'
import { figuresServer } from '#modules/trust/figures/index-server.ts'
import type { App } from '#server/app.ts'

/** Number of published days; the first file has all history before them. */
const days = 35

/** Publishes the ledger of a new demo as if a worker had done so each night, and computes the figures of /trust. */
export async function seedPublicLedger(app: App): Promise<void> {
  // A day can be published from 01:00 of the next on.
  const newest = addDays(localDateIn('UTC', new Date(app.clock().getTime() - hourMs)), -1)
  for (let day = addDays(newest, 1 - days); day <= newest; day = addDays(day, 1)) {
    const occurredBefore = new Date(`${addDays(day, 1)}T01:00:00Z`)
    await app.write((tx) => publicLedgerServer.publishDay(app, tx, day, { occurredBefore }))
  }
  await figuresServer.jobs.computeFigures(app)
}
