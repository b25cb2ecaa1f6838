import { one } from '#shared/collections.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ledgerServer } from '#modules/money/ledger/index-server.ts'
import type { App } from '../app.ts'
import { readLedgerChecks } from '../ops/verify-ledger.ts'

type CheckResult = { readonly name: string; readonly title: string; readonly rows: readonly object[] }

const nameOf = (title: string): string => one(title.split(':', 1))

/** Runs the checks, read-only. Their duration grows with the ledger. */
const runChecks = (app: App, only?: ReadonlySet<string>): Promise<CheckResult[]> =>
  app.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`set local statement_timeout = '20min'`.execute(tx)
    const found: CheckResult[] = []
    for (const { title, text } of readLedgerChecks()) {
      const name = nameOf(title)
      if (only && !only.has(name)) continue
      found.push({ name, title, rows: (await sql.raw<object>(text).execute(tx)).rows })
    }
    return found
  })

/**
 * Runs all checks of `ledger verify` every hour except the provider's, which has its own comparison (ledger-7).
 * Findings are checked again after a pause, because donations that are settling at that moment are in transition. A
 * lasting breach is logged as an error and counted in `/metrics` (`sunbul_ledger_breaches`).
 */
export async function watchLedger(app: App, { pauseMs = 60_000 } = {}): Promise<void> {
  const first = await runChecks(app)
  const suspicious = new Set(first.flatMap(({ name, rows }) => (rows.length > 0 ? [name] : [])))
  if (suspicious.size > 0) await sleep(pauseMs)
  const second = new Map(
    (suspicious.size > 0 ? await runChecks(app, suspicious) : []).map((found) => [
      found.name,
      new Set(found.rows.map(textOf)),
    ]),
  )
  const breaches = first.map((found) => ({
    ...found,
    rows: found.rows.filter((row) => second.get(found.name)?.has(textOf(row))),
  }))
  for (const { title, rows } of breaches)
    if (rows.length > 0)
      app.log.error({ breaches: rows.length, rows: rows.slice(0, 10) }, `a ledger check failed: ${title}`)
  const instant = app.clock()
  await app.write((tx) =>
    ledgerServer.saveChecks(
      tx,
      breaches.map(({ name, title, rows }) => ({ name, title, breaches: rows.length })),
      instant,
    ),
  )
}

const textOf = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
