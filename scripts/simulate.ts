/**
 * `npm run simulate`: simulates three years of recurring donations on a real PostgreSQL, with killed workers and an
 * unreliable provider, then compares each charge with the calendar (recurring-20). `--subscriptions 10000 --years 3
 * --seed 1 --workers 8`; exits with 1 if they differ.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/pg.ts'
import type { Report } from '#tests/simulation/compare.ts'
import { run } from '#tests/simulation/run.ts'
import { createWorld } from '#tests/simulation/stories.ts'
import { givenOptions } from './given-options.ts'

const usage = `Usage: npm run simulate -- [--subscriptions 10000] [--years 3] [--seed 1] [--workers 8] [--from 2026-11-20] [--until <day>]
  --years  how long it lasts; with --until, to that day instead
  --seed   the same seed tells the same story`
const values = givenOptions(
  usage,
  {
    subscriptions: { type: 'string', default: '10000' },
    years: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '8' },
    from: { type: 'string', default: '2026-11-20' },
    until: { type: 'string' },
  },
  ['subscriptions', 'years', 'seed', 'workers'],
)

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const subscriptions = Number(values.subscriptions)
const until = values.until ?? `${Number(values.from.slice(0, 4)) + Number(values.years)}${values.from.slice(4)}`

function table({ rows }: Report): string {
  const columns = ['kind', 'subscriptions', 'due', 'charged', 'missing', 'double', 'early', 'late', 'notDue'] as const
  const names = ['', 'subscriptions', 'due', 'charged', 'missing', 'double', 'early', 'late', 'not due']
  const lines = [names, ...rows.map((row) => columns.map((column) => String(row[column])))]
  const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

const startedAt = performance.now()
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-simulation-'))
fs.chmodSync(dataDir, 0o755)
// Durability is off, because the data is deleted after the run.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  shared_buffers: '512MB',
}
const postgres = await startEmbedded({ dataDir, settings })
let differs = true
const leave = async () => {
  await postgres.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
// Cleans up after Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().finally(() => process.exit(130)))
try {
  await migrate({ ownerUrl: postgres.url, log: silent })
  const world = createWorld({ seed: Number(values.seed), subscriptions, from: values.from, until, outages: true })
  console.log(
    `${subscriptions} subscriptions from ${values.from} to ${until}, seed ${values.seed}, ${values.workers} workers`,
  )
  let month = ''
  const report = await run(world, {
    ownerUrl: postgres.url,
    workers: Number(values.workers),
    // Some hundreds of kills, regardless of the number of donations.
    deadliness: Math.min(0.01, 2 / Math.max(1, subscriptions)),
    silence: 0.002,
    onDay: (now, charges) => {
      if (now.toISOString().slice(0, 7) === month) return
      month = now.toISOString().slice(0, 7)
      console.log(`${month}: ${charges} charges so far (${seconds()})`)
    },
  })
  differs = report.faults.length > 0
  for (const fault of report.faults.slice(0, 100)) console.log(fault)
  if (report.faults.length > 100) console.log(`… and ${report.faults.length - 100} more`)
  console.log(`\n${table(report)}\n`)
  console.log(
    `${report.deaths} times a worker died. Mails to donors: ${[...report.notices].map(([kind, count]) => `${kind.replace('subscriptions:send_notice ', '')} ${count}`).join(', ')}`,
  )
  console.log(
    differs
      ? `${report.faults.length} things are not as they should be (${seconds()})`
      : `The charges are what the calendar says, and the books agree (${seconds()})`,
  )
} finally {
  await leave()
}
process.exit(differs ? 1 : 0)
