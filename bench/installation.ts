import { required } from '#shared/collections.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/database/pg.ts'
import { benchPagesDomain } from './hosted-pages.ts'
import type { LoadResult } from './load.ts'
import { cpuMsOf, cpuMsOfPostgres, rssMbOf } from './processes.ts'

/** A load run with processor time in milliseconds per operation; `processor` is its two parts. */
export type Measured = LoadResult & {
  readonly cpuMsPerOp: number
  readonly rssMb: number
  readonly processor: { readonly server: number; readonly postgres: number }
}

/** An empty directory with a database, a sandbox and the settings of a server in production mode. */
export type Installation = {
  readonly dataDir: string
  readonly url: string
  readonly sandboxUrl: string
  readonly database: EmbeddedPostgres
  readonly environment: Readonly<Record<string, string>>
  /** Starts a program of this installation's code. It is stopped when this process ends. */
  run(file: string, environment: Record<string, string>, ...args: string[]): ChildProcess
  /** Starts the server and returns how long it took until it was ready. */
  startServer(): Promise<{ server: ChildProcess; ms: number }>
  /** Returns the processor time of PostgreSQL since it started, in milliseconds. */
  postgresCpuMs(): number
}

export const sandboxKeys = {
  SANDBOX_SECRET_KEY: 'sk_sandbox_bench',
  SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_bench',
  SANDBOX_WEBHOOK_SECRET: 'whsec_bench',
}

const children: ChildProcess[] = []
const dataDirs: string[] = []
const postmasterPid = (dataDir: string): number =>
  Number(fs.readFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0])

// Sandboxes, servers and databases are stopped however the run ends.
process.once('exit', () => {
  stopChildren()
  for (const dataDir of dataDirs) {
    try {
      process.kill(postmasterPid(dataDir), 'SIGQUIT')
    } catch {
      // It has already stopped.
    }
    // The database may still be writing.
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

export const stopWithThisProcess = (child: ChildProcess): void => void children.push(child)

export function stopChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

export const pidOf = ({ pid }: ChildProcess): number => required(pid)

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status < 500
  } catch {
    return false
  }
}

export async function until(holds: () => Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds()); await sleep(25))
    if (performance.now() > end) throw new Error(`${what} did not start`)
}

/** Starts a database, with these settings of PostgreSQL, and the sandbox of the code in `root`. */
export async function createInstallation(
  root: string,
  extraEnvironment: Record<string, string> = {},
  settings: Record<string, string> = {},
): Promise<Installation> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-bench-'))
  fs.chmodSync(dataDir, 0o755)
  dataDirs.push(dataDir)
  const run: Installation['run'] = (file, given, ...args) => {
    const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
      cwd: root,
      env: { ...process.env, ...given },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    stopWithThisProcess(child)
    return child
  }
  const database = await startEmbedded({ dataDir, settings })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  run('sandbox/main.ts', {
    ...sandboxKeys,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_WEBHOOK_URL: `${url}/webhooks/payments`,
    SANDBOX_ALLOWED_ORIGINS: url,
  })
  await until(() => answers(sandboxUrl), 'the sandbox')
  const environment = {
    ...sandboxKeys,
    MODE: 'demo',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SANDBOX_URL: sandboxUrl,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000000',
    TRUST_PROXY: '127.0.0.1',
    PAGES_DOMAIN: benchPagesDomain,
    ...extraEnvironment,
  }
  return {
    dataDir,
    url,
    sandboxUrl,
    database,
    environment,
    run,
    async startServer() {
      const before = performance.now()
      const server = run('server/main.ts', environment)
      await until(() => answers(`${url}/readyz`), 'the server', 600_000)
      return { server, ms: Math.round(performance.now() - before) }
    },
    postgresCpuMs: () => cpuMsOfPostgres(postmasterPid(dataDir)),
  }
}

/**
 * Adds 10,000 fundraisers that already have a donation in their totals, because a fundraiser's first donation also
 * mails its organizers, and few donations are a first one.
 */
export async function addCampaigns(owner: pg.Client): Promise<{ id: string; slug: string }[]> {
  await owner.query(`
    insert into campaigns.campaign
      (organization_id, slug, name, story, category, status, currency, goal, organizer_name, created_at, changed_at)
    select (select min(id) from organizations.organization), 'bench-' || n, 'Wells for the valley, number ' || n,
      repeat('A well serves a village for a generation. ', 40), 'water', 1, 'USD', 2000000, 'Bench', now(), now()
    from generate_series(1, 10000) n`)
  await owner.query(`
    insert into campaigns.total (campaign_id, raised, donation_count, donor_count)
    select id, 2000, 1, 1 from campaigns.campaign where slug like 'bench-%'`)
  const { rows } = await owner.query<{ id: string; slug: string }>(
    `select id::text, slug from campaigns.campaign where slug like 'bench-%' order by id`,
  )
  return rows
}

/** Removes the donation that `addCampaigns` put into totals, since the ledger doesn't have it. */
export const removeAddedTotals = (owner: pg.Client) =>
  owner.query(`
    with earlier as (
      update campaigns.total t
      set raised = raised - 2000, donation_count = donation_count - 1, donor_count = donor_count - 1
      from campaigns.campaign c
      where c.id = t.campaign_id and c.slug like 'bench-%' and t.donation_count > 1
    )
    delete from campaigns.total t using campaigns.campaign c
    where c.id = t.campaign_id and c.slug like 'bench-%' and t.donation_count = 1
  `)

const quietMs = 1000
const idleMsPerSecond = 80
const drainedWithinMs = 120_000

/** Runs a load and returns its processor time, including the work that follows the last response. */
export async function measureLoad(
  { postgresCpuMs }: Pick<Installation, 'postgresCpuMs'>,
  pids: readonly number[],
  load: () => Promise<LoadResult>,
): Promise<Measured> {
  const read = () => ({ server: cpuMsOf(pids), postgres: postgresCpuMs() })
  const before = read()
  const measured = await load()
  const end = performance.now() + drainedWithinMs
  for (let last = read(); performance.now() < end;) {
    await sleep(quietMs)
    const now = read()
    if (now.server + now.postgres - last.server - last.postgres <= (idleMsPerSecond * quietMs) / 1000) break
    last = now
  }
  const after = read()
  const operations = Math.max(1, measured.completed)
  const processor = {
    server: (after.server - before.server) / operations,
    postgres: (after.postgres - before.postgres) / operations,
  }
  return { ...measured, processor, cpuMsPerOp: processor.server + processor.postgres, rssMb: rssMbOf(pids) }
}
