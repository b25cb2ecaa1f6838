/**
 * `npm run pgbouncer`: tests the platform behind PgBouncer in transaction mode. It starts PostgreSQL, PgBouncer with
 * few connections, the sandbox, two web processes and a worker, donates at both web processes concurrently, partly
 * twice with one key, then compares the sandbox's charges with the donations and verifies the ledger.
 */
import { one, required } from '#shared/collections.ts'
import '#tests/support/environment.ts'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { createLog } from '#server/ops/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/pg.ts'
import { pgBouncerVersion, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { givenOptions } from './given-options.ts'

const usage = `Usage: npm run pgbouncer -- [--donations 300]
  --donations  how many to make, every fifth of them twice with one key`
const donations = Number(
  givenOptions(usage, { donations: { type: 'string', default: '300' } }, ['donations']).donations,
)

const root = path.join(import.meta.dirname, '..')
/** Far fewer connections than the processes would open without a pooler. */
const poolSize = 6
const login = 'sunbul_pool'
const webhookSecret = 'whsec_pgbouncer'
const secretKey = 'sk_sandbox_pgbouncer'

const version = pgBouncerVersion()
if (version === undefined) {
  console.error('pgbouncer is not on the PATH, so nothing was tried. On Debian and Ubuntu: apt-get install pgbouncer')
  process.exit(1)
}

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-pgbouncer-run-'))
fs.chmodSync(dataDir, 0o755)
const children: ChildProcess[] = []
const startedAt = performance.now()
const report = (text: string) =>
  console.log(`sunbul: ${text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)

/** Starts a process of the platform and waits until it prints `ready`. */
async function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  ready: string,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  const isReady = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()).includes(ready) && resolve(true))
    child.once('exit', () => resolve(false))
  })
  if (!(await isReady)) throw new Error(`${args.join(' ')} ended: ${output}`)
}

/** Retries with the same key while the other request is in progress, like a browser. */
async function sendDonation(url: string, campaign: { id: string }, key: string, number: number): Promise<number> {
  const response = await fetch(`${url}/api/donate/donate/${campaign.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({
      amount: '20',
      currency: 'USD',
      feeAmount: '0',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `donor-${number}@example.org`, name: 'A Donor' },
    }),
  })
  if (!(await response.text()).includes('attempt-in-progress')) return response.status
  await sleep(200)
  return sendDonation(url, campaign, key, number)
}

async function prove(): Promise<readonly string[]> {
  const problems: string[] = []
  const expectEqual = (what: string, found: unknown, wanted: unknown) => {
    if (found === wanted) report(`ok: ${what}: ${String(found)}`)
    else problems.push(`${what}: ${String(found)} instead of ${String(wanted)}`)
  }
  const database = await startEmbedded({ dataDir })
  const owner = new pg.Pool({ connectionString: database.url, max: 4 })
  await owner.query(`create role ${login} login password 'secret'`)
  // The settings of the role must override those of the database.
  await owner.query(`alter database sunbul set timezone = 'America/New_York'`)
  const loginUrl = new URL(database.url)
  loginUrl.username = login
  loginUrl.password = 'secret'
  await migrate({ ownerUrl: database.url, poolUrl: loginUrl.href, log: createLog({ level: 'warn' }) })
  const pooler = await startPgBouncer({
    url: loginUrl.href,
    poolMode: 'transaction',
    settings: { default_pool_size: poolSize, max_client_conn: 200, query_wait_timeout: 10 },
  })
  report(`${version} is running in transaction mode with ${poolSize} connections`)
  const [sandboxPort, ...ports] = [await freePort(), await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const sandbox = {
    SANDBOX_SECRET_KEY: secretKey,
    SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_pgbouncer',
    SANDBOX_WEBHOOK_SECRET: webhookSecret,
  }
  await start(
    ['sandbox/main.ts'],
    {
      ...sandbox,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DIR: path.join(dataDir, 'sandbox'),
      SANDBOX_WEBHOOK_URL: `${urls[0]}/webhooks/payments`,
    },
    'listens at',
  )
  const environment = {
    ...sandbox,
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: String(ports[0]),
    BASE_URL: one(urls),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL_URL: pooler.url,
    SANDBOX_URL: sandboxUrl,
    PAGES: 'no',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  for (const port of ports)
    await start(['server/main.ts', '--role=web'], { ...environment, PORT: String(port) }, 'is ready')
  await start(['server/main.ts', '--role=worker'], environment, 'is ready')
  report('two web processes and a worker are running through it')

  const { rows } = await owner.query<{ id: string }>(
    `select id::text from campaigns.campaign where currency = 'USD' and (select reason from campaigns.donation_refusal(array[id], false, now() + interval '1 day')) is null order by id limit 1`,
  )
  const charges = async () => {
    const response = await fetch(`${sandboxUrl}/admin/charges`, { headers: { authorization: `Bearer ${secretKey}` } })
    return ((await response.json()) as { data: unknown[] }).data.length
  }
  const count = async (sql: string) =>
    one((await owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows).n
  const donationsBefore = await count('giving.donation')
  const chargesBefore = await charges()
  const statuses: number[] = []
  let next = 0
  let connections = 0
  const donors = Array.from({ length: 20 }, async () => {
    for (let number = next++; number < donations; number = next++) {
      const key = randomUUID()
      const times = number % 5 === 0 ? 2 : 1
      const sent = Array.from({ length: times }, (_, nth) =>
        sendDonation(required(urls[(number + nth) % 2]), one(rows), key, number),
      )
      statuses.push(...(await Promise.all(sent)))
      connections = Math.max(connections, await count(`pg_stat_activity where usename = '${login}'`))
    }
  })
  await Promise.all(donors)
  report(`${statuses.length} requests were answered`)
  expectEqual('requests with status 200', statuses.filter((status) => status === 200).length, statuses.length)
  for (let tries = 0; tries < 600 && (await count('outbox.event')) > 0; tries++) await sleep(100)
  expectEqual('charges at the bank', (await charges()) - chargesBefore, donations)
  expectEqual('donations', (await count('giving.donation')) - donationsBefore, donations)
  expectEqual(
    'donations without a receipt',
    await count(`giving.donation d where not exists (select from receipts.line l where l.donation_id = d.id)`),
    0,
  )
  expectEqual('connections to PostgreSQL within the limit', connections <= poolSize, true)
  for (const [what, args] of [
    ['ledger verify', ['ledger', 'verify']],
    ['doctor', ['doctor']],
  ] as const) {
    const done = spawnSync(process.execPath, ['server/cli/cli.ts', ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    })
    if (done.status !== 0) console.log(done.stdout + done.stderr)
    expectEqual(`exit code of ${what}`, done.status, 0)
  }
  await Promise.all(children.map(end))
  await pooler.stop()
  await owner.end()
  await database.stop()
  return problems
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true })
})
try {
  const problems = await prove()
  for (const problem of problems) console.error(`sunbul: FAILED: ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exit(1)
}
