import { addMonths } from '#shared/date-arithmetic.ts'
import { sql } from 'kysely'
import { localDate, localDateIn } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { type figuresContract, trustFigures, type TrustFigures } from './contract.ts'
import type { TrustPorts } from './ports.ts'
import {
  countWithoutOutcome,
  findFigures,
  listChecks,
  measureDuplicates,
  measurePayoutDays,
  saveFigures,
  sumMonths,
  sumZakat,
} from './queries.ts'

const monthCount = 12

/** Returns the months up to that of an instant, oldest first, as `2026-11`, in UTC. */
export function lastMonths(instant: Date): string[] {
  const first = localDate(`${localDateIn('UTC', instant).slice(0, 7)}-01`)
  return Array.from({ length: monthCount }, (_, index) => addMonths(first, index + 1 - monthCount).slice(0, 7))
}

/** Computes the figures from the database and replaces the earlier ones (ledger-16). Does nothing without the page. */
export async function computeFigures(ports: TrustPorts): Promise<void> {
  if (!ports.hasTrustPage) return
  const instant = ports.clock()
  const months = lastMonths(instant)
  const since = new Date(`${months[0]}-01T00:00:00Z`)
  const figures = await ports.readFromStandby(({ db }) => readFrom(db, { months, since, instant }))
  await ports.write((tx) => saveFigures(tx, figures, instant))
}

/** Reads all figures in one transaction, so that they belong together. */
const readFrom = (
  db: Db,
  { months, since, instant }: { readonly months: readonly string[]; readonly since: Date; readonly instant: Date },
): Promise<TrustFigures> =>
  db.transaction().execute(async (tx): Promise<TrustFigures> => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local statement_timeout = '20min'`.execute(tx)
    const rows = Map.groupBy(await sumMonths(tx, since), ({ currency }) => currency)
    return {
      withoutOutcome: await countWithoutOutcome(tx, instant),
      duplicates: await measureDuplicates(tx, since),
      payoutDays: await measurePayoutDays(tx, since),
      zakat: (await sumZakat(tx)).map(({ currency, ...sums }) => ({
        currency,
        received: Number(sums.received),
        paidOut: Number(sums.paidOut),
        distributed: Number(sums.distributed),
      })),
      months: [...rows].map(([currency, ofCurrency]) => ({
        currency,
        months: months.map((month) => {
          const row = ofCurrency.find((candidate) => candidate.month === month)
          return { month, received: Number(row?.received ?? 0n), paidOut: Number(row?.paidOut ?? 0n) }
        }),
      })),
      checks: await listChecks(tx),
    }
  })

/** Returns the latest figures. Throws `not-found` if the operator turned the page off. */
export async function readFigures(ports: TrustPorts): Promise<ResultOf<typeof figuresContract, 'GET /v4/trust'>> {
  if (!ports.hasTrustPage) throw new Problem('not-found', 'not-found')
  const found = await findFigures(ports.db)
  // Figures of an earlier version may have another shape; the job replaces them within an hour.
  const { data: figures } = trustFigures.safeParse(found?.figures)
  return {
    computedAt: figures ? (found?.computedAt ?? null) : null,
    figures: figures ?? null,
    hasPayouts: ports.payouts !== 'none',
  }
}
