/** An installation with a sandbox that outlives it, and with the embedded PostgreSQL and an archive or another database. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'

const root = path.join(import.meta.dirname, '../..')
const secretKey = 'sk_sandbox_recovery'

type Charge = {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  readonly refunded: number
  readonly metadata: Record<string, string>
}

type DonationResponse = {
  readonly status: number
  /** The message for the donor. */
  readonly message: string
  /** The header `Retry-After`, in seconds. */
  readonly retryAfter: string | null
}

export type Platform = {
  readonly dataDir: string
  readonly archive: string
  readonly bank: { readonly url: string; readonly key: string }
  /**
   * Starts the server, its worker and the embedded PostgreSQL, and waits until it is ready. `clockOffsetMs`: by how much the
   * server's clock is wrong; PostgreSQL's is right.
   */
  start(options?: { readonly clockOffsetMs?: number }): Promise<void>
  /** Stops them as an operator does. */
  stop(): Promise<void>
  /** Runs `npm run sunbul -- …`. */
  cli(...args: string[]): Promise<{ readonly code: number | null; readonly output: string }>
  /** Runs a statement as the database's owner. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Opens a connection as the database's owner. */
  connect(): Promise<pg.Client>
  readonly url: string
  /** Donates 20 US dollars; returns the HTTP status. */
  donate(campaign: string, number: number): Promise<number>
  /**
   * Donates 20 US dollars; returns the response. The number is the donor's; with the same `attempt` it is the same
   * request.
   */
  donateAndRead(campaign: string, number: number, attempt?: number): Promise<DonationResponse>
  charges(): Promise<readonly Charge[]>
  /** Refunds a charge at the provider, as in its dashboard. */
  refund(charge: Charge): Promise<void>
  /** Ends everything and deletes the files. */
  remove(): Promise<void>
}

/** Waits until something is true; throws after `withinMs`. */
export async function until(holds: () => Promise<boolean> | boolean, what: string, withinMs = 600_000): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds()); await sleep(100))
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s`)
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Donates 20 US dollars at an address of a platform; returns the response. The number is the donor's; with the same
 * `attempt` it is the same request.
 */
export async function requestDonation({
  url,
  campaign,
  number,
  attempt = 1,
}: {
  readonly url: string
  readonly campaign: string
  readonly number: number
  readonly attempt?: number | undefined
}): Promise<DonationResponse> {
  const response = await fetch(`${url}/api/donate/donate/${campaign}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `recovery-donation-${attempt}-number-${number}`,
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
  const body = (await response.json()) as { message?: string }
  return { status: response.status, message: body.message ?? '', retryAfter: response.headers.get('retry-after') }
}

/** Returns a new folder that PostgreSQL's user can enter. */
export function createFolder(): string {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-recovery-'))
  fs.chmodSync(work, 0o755)
  return work
}

/**
 * Creates a platform in `work`, which it deletes at the end. `settings`: its environment variables; `logFile`: its log;
 * `databaseUrl`: another database instead of the embedded one, without an archive; `roles`: one process for each.
 */
export async function createPlatform({
  work = createFolder(),
  settings = {},
  logFile,
  databaseUrl = '',
  roles = ['all'],
}: {
  readonly work?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly logFile?: string
  readonly databaseUrl?: string
  readonly roles?: readonly ('all' | 'web' | 'worker')[]
} = {}): Promise<Platform> {
  const [dataDir, archive] = [path.join(work, 'data'), path.join(work, 'archive')]
  fs.mkdirSync(archive)
  // The provider has another disk than the platform.
  const bankFolder = createFolder()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const bank = { url: `http://127.0.0.1:${sandboxPort}`, key: secretKey }
  const keys = {
    SANDBOX_SECRET_KEY: secretKey,
    SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_recovery',
    SANDBOX_WEBHOOK_SECRET: 'whsec_recovery',
  }
  const environment = {
    ...process.env,
    ...keys,
    ENV_FILE: '',
    MODE: 'demo',
    DEMO_SIZE: 'small',
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ARCHIVE: databaseUrl === '' ? archive : '',
    SANDBOX_URL: bank.url,
    PAGES: 'no',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...settings,
    LOG_LEVEL: logFile === undefined ? 'silent' : 'warn',
    LOG_FORMAT: 'json',
  }
  const log = logFile === undefined ? 'ignore' : fs.openSync(logFile, 'a')
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    spawn(process.execPath, args, {
      cwd: root,
      env: { ...environment, ...more },
      stdio: ['ignore', log, 'inherit'],
    })
  const sandbox = run(['sandbox/main.ts'], {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIR: bankFolder,
    SANDBOX_WEBHOOK_URL: `${url}/webhooks/payments`,
  })
  let servers: ChildProcess[] = []
  const stop = async () => {
    const running = servers.filter(({ exitCode }) => exitCode === null)
    const exited = running.map((server) => new Promise((resolve) => server.once('exit', resolve)))
    for (const server of running) server.kill('SIGTERM')
    await Promise.all(exited)
    servers = []
  }
  const askBank = (where: string, body?: string) =>
    fetch(`${bank.url}/${where}`, {
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
  const connect = async () => {
    const client = new pg.Client(
      databaseUrl === ''
        ? {
            host: '127.0.0.1',
            port: Number(fs.readFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[3]),
            user: 'postgres',
            password: fs.readFileSync(path.join(dataDir, 'postgres.secret'), 'utf8').trim(),
            database: 'sunbul',
          }
        : { connectionString: databaseUrl },
    )
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const donateAndRead: Platform['donateAndRead'] = (campaign, number, attempt) =>
    requestDonation({ url, campaign, number, attempt })
  process.once('exit', () => {
    for (const server of servers) server.kill('SIGKILL')
    sandbox.kill('SIGKILL')
  })
  return {
    dataDir,
    archive,
    bank,
    start: async ({ clockOffsetMs } = {}) => {
      const clock = clockOffsetMs === undefined ? [] : ['--import', path.join(root, 'tests/faults/shifted-clock.mjs')]
      for (const role of roles) {
        servers.push(
          run([...clock, 'server/main.ts', `--role=${role}`], { CLOCK_OFFSET_MS: String(clockOffsetMs ?? 0) }),
        )
        // The first process migrates the database and writes the demo.
        await until(() => responds(`${url}/livez`), 'the server starts', 300_000)
      }
      await until(() => responds(`${url}/readyz`), 'the server starts', 300_000)
    },
    stop,
    cli: (...args) => {
      const child = spawn(process.execPath, ['server/cli/cli.ts', ...args], { cwd: root, env: environment })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
    },
    connect,
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const client = await connect()
      try {
        return (await client.query<Row>(text, [...values])).rows
      } finally {
        await client.end()
      }
    },
    url,
    donate: async (campaign, number) => (await donateAndRead(campaign, number)).status,
    donateAndRead,
    charges: async () => ((await (await askBank('admin/charges')).json()) as { data: Charge[] }).data,
    refund: async ({ payment_intent }) => {
      const response = await askBank('v1/refunds', `payment_intent=${payment_intent}`)
      if (!response.ok) throw new Error(`the sandbox responded to a refund with ${response.status}`)
    },
    remove: async () => {
      await stop()
      sandbox.kill('SIGKILL')
      // A PostgreSQL that another process kept running.
      const pid = fs.existsSync(path.join(dataDir, 'pgdata/postmaster.pid'))
        ? Number(fs.readFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0])
        : 0
      if (pid > 0) process.kill(pid, 'SIGQUIT')
      await sleep(500)
      for (const folder of [work, bankFolder])
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
