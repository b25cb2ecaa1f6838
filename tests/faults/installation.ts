/**
 * A complete installation: real processes, a real PostgreSQL and a separate sandbox, each of which can be killed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { loadConfig } from '#server/config/config.ts'
import { freePort } from '#server/config/free-port.ts'
import { connectProviders } from '#server/config/payments.ts'
import { startEmbedded, type EmbeddedPostgres } from '#server/database/pg.ts'
import { type Finding, verifyLedger } from '#server/ops/verify-ledger.ts'
import { restartDatabase } from './postgres.ts'

export type Charge = {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly refunded: number
  readonly metadata: Record<string, string>
}
export type StoredResponse = {
  readonly status: number
  readonly body: {
    success?: boolean
    message?: string
    result?: {
      id?: string
      status?: string
      intentId?: string
      token?: string
      challenge?: { url: string; token: string }
    } | null
  }
}

export type Installation = {
  readonly url: string
  readonly owner: pg.Client
  readonly sandbox: { readonly url: string; readonly key: string }
  /** Starts the server; `failpoints` such as `after_provider:kill`. */
  start(failpoints?: string, role?: 'all' | 'web'): Promise<void>
  /** Starts another web process on the same database and returns its URL. */
  startAnother(): Promise<string>
  /**
   * Starts a worker. `clockOffsetMs`: offset of its clock; `withDatabase`: the database's clock has the same offset, so
   * it is that time for the worker.
   */
  startWorker(options?: { failpoints?: string; clockOffsetMs?: number; withDatabase?: boolean }): Worker
  /**
   * Starts a process of the code in a folder, such as that of another release, and waits until it is ready. Web processes
   * share the port of `url`. `stop` asks it to end and waits.
   */
  startFrom(
    folder: string,
    role: 'web' | 'worker',
    instance: number,
  ): Promise<{ readonly stop: () => Promise<number | null> }>
  /** Runs `npm run sunbul -- …`. */
  cli(...args: string[]): { readonly ok: boolean; readonly output: string }
  /** Folder for files of tests, deleted at the end. */
  readonly dataDir: string
  /** URL of the database with its owner's role. */
  readonly databaseUrl: string
  /** Whether a failpoint has halted the server (`after_provider:stop`). */
  isStopped(): boolean
  /** Continues a server that was halted. */
  continueServer(): void
  /** Waits until a failpoint has killed the server. */
  died(): Promise<void>
  kill(): Promise<void>
  /** Immediate shutdown and restart of PostgreSQL, as after a crash of its machine. */
  restartDatabase(): void
  charges(): Promise<Charge[]>
  /** Adds a fault to the provider's next refund. */
  breakNextRefund(fault: string): Promise<void>
  /** Adds a fault to the provider's next calls of a kind. */
  breakNext(step: 'create' | 'confirm' | 'refund', fault: string, count: number): Promise<void>
  /** Sends a request; `at`: URL of another web process than the first. */
  post(path: string, body: unknown, headers?: Record<string, string>, place?: string): Promise<StoredResponse>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<StoredResponse>
  /** Makes every pending look-up due now, so that the test need not wait. */
  hurry(): Promise<void>
  /** Runs the checks of `ledger verify` in this process, which is faster than a separate one. */
  verify(): Promise<readonly Finding[]>
  stop(): Promise<void>
}

export type Worker = {
  /** Resolves when the worker looks for work. */
  readonly ready: Promise<void>
  /** Resolves when the worker has exited. */
  readonly died: Promise<void>
  kill(): Promise<void>
  /** Returns whether a failpoint has halted it (`after_claim:stop`). */
  isStopped(): boolean
  /** Continues a halted worker. */
  resume(): void
}

const root = path.resolve(import.meta.dirname, '../..')
/** Shares compiled code between the many processes that start here. */
const keepCode = ['--import', path.join(root, 'tests/faults/kept-code.mjs')]
const secretKey = 'sk_sandbox_faults'
const webhookSecret = 'whsec_faults'

type Environment = Readonly<Record<string, string>>

/** Starts an installation. `more`: further environment variables, also those that depend on its database. */
export async function startInstallation(
  more: Environment | ((database: { readonly url: string; readonly dataDir: string }) => Promise<Environment>) = {},
): Promise<Installation> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-faults-'))
  fs.chmodSync(dataDir, 0o755)
  const database: EmbeddedPostgres = await startEmbedded({ dataDir })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = run(['sandbox/main.ts'], {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_FAULTS: '1',
    SANDBOX_SECRET_KEY: secretKey,
    SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_faults',
    SANDBOX_WEBHOOK_URL: `${url}/webhooks/payments`,
    SANDBOX_WEBHOOK_SECRET: webhookSecret,
    SANDBOX_ALLOWED_ORIGINS: url,
    SANDBOX_SEED: '1',
    SANDBOX_HOLD_MS: '1500',
  })
  await until(() => answers(sandboxUrl), 15_000, 'the sandbox')
  const environment = {
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_SECRET_KEY: secretKey,
    SANDBOX_PUBLISHABLE_KEY: 'pk_sandbox_faults',
    SANDBOX_WEBHOOK_SECRET: webhookSecret,
    PAYMENT_TIMEOUT_MS: '700',
    RECORD_TIMEOUT_MS: '700',
    PAGES: 'no',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
    ...(typeof more === 'function' ? await more({ url: database.url, dataDir }) : more),
  }
  let server: ChildProcess | undefined
  let exited: Promise<void> = Promise.resolve()
  const connect = async () => {
    const client = new pg.Client({
      connectionString: database.url,
      connectionTimeoutMillis: 5000,
      query_timeout: 60_000,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  let ownerNow = await connect()
  let hurrying: Promise<void> | undefined
  async function hurry(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await ownerNow.query(
          `update payments.attempt set next_lookup_at = now() - interval '1 second' where next_lookup_at is not null and state in ('SUBMITTED', 'UNKNOWN')`,
        )
        await ownerNow.query(
          `update refunds.refund set next_lookup_at = now() - interval '1 second' where next_lookup_at is not null and state = 'requested'`,
        )
        return
      } catch (error) {
        if (tries > 20) throw error
        await sleep(250)
        const lost = ownerNow
        await connect().then(
          (client) => {
            ownerNow = client
            void lost.end().catch(() => undefined)
          },
          () => undefined,
        )
      }
    }
  }
  const send =
    (method: string) =>
    async (where: string, body: unknown, headers: Record<string, string> = {}, place = url) => {
      const answer = await fetch(`${place}${where}`, {
        method,
        headers: { 'content-type': 'application/json', 'session-id': 'faults', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      })
      return { status: answer.status, body: (await answer.json()) as StoredResponse['body'] }
    }

  const workers = new Set<ChildProcess>()
  const others = new Set<ChildProcess>()
  const installation: Installation = {
    url,
    dataDir,
    sandbox: { url: sandboxUrl, key: secretKey },
    get owner() {
      return ownerNow
    },
    startWorker: ({ failpoints = '', clockOffsetMs, withDatabase = false } = {}) => {
      const clock = clockOffsetMs === undefined ? [] : ['--import', path.join(root, 'tests/faults/shifted-clock.mjs')]
      const child = run(
        [...clock, 'server/main.ts', '--role=worker'],
        {
          ...environment,
          ...(withDatabase
            ? { DATABASE_URL: atAnotherTime(database.url, clockOffsetMs ?? 0), MIGRATE_ON_START: 'no' }
            : {}),
          FAILPOINTS: failpoints,
          CLOCK_OFFSET_MS: String(clockOffsetMs ?? 0),
        },
        'pipe',
      )
      const ready = new Promise<void>((resolve) =>
        child.stdout!.on('data', (values: Buffer) => values.includes('worker is ready') && resolve()),
      )
      workers.add(child)
      const died = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      void died.then(() => workers.delete(child))
      return {
        ready,
        died,
        kill: () => {
          child.kill('SIGKILL')
          return died
        },
        isStopped: () => isHalted(child),
        resume: () => void child.kill('SIGCONT'),
      }
    },
    startFrom: async (folder, role, instance) => {
      const settings = { ...environment, INSTANCE: String(instance), DEMO_SIZE: 'small' }
      const child = run(['server/main.ts', `--role=${role}`], settings, 'pipe', folder)
      others.add(child)
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      await new Promise<void>((resolve, reject) => {
        child.stdout!.on('data', (text: Buffer) => / is ready/.test(text.toString()) && resolve())
        void ended.then((code) => reject(new Error(`a ${role} of ${folder} ended with ${code}`)))
      })
      return {
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      }
    },
    cli: (...args) => {
      const done = spawnSync(process.execPath, ['server/cli/cli.ts', ...args], {
        cwd: root,
        env: { ...process.env, ...environment },
        encoding: 'utf8',
      })
      return { ok: done.status === 0, output: done.stdout + done.stderr }
    },
    start: async (failpoints = '', role = 'all') => {
      server = run([...keepCode, 'server/main.ts', `--role=${role}`], { ...environment, FAILPOINTS: failpoints })
      exited = new Promise((resolve) => server!.once('exit', () => resolve()))
      await until(async () => (await answers(`${url}/livez`)) || server!.exitCode !== null, 180_000, 'the server')
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    },
    startAnother: async () => {
      const [own, place] = [await freePort(), '127.0.0.1']
      const other = run([...keepCode, 'server/main.ts', '--role=web'], {
        ...environment,
        PORT: String(own),
        MIGRATE_ON_START: 'no',
      })
      others.add(other)
      await until(() => answers(`http://${place}:${own}/livez`), 60_000, 'another web process')
      return `http://${place}:${own}`
    },
    databaseUrl: database.url,
    isStopped: () => isHalted(server),
    continueServer: () => void server?.kill('SIGCONT'),
    died: () => exited,
    kill: async () => {
      server?.kill('SIGKILL')
      await exited
    },
    restartDatabase: () => restartDatabase({ dataDir }),
    charges: async () =>
      (
        (await (
          await fetch(`${sandboxUrl}/admin/charges`, { headers: { authorization: `Bearer ${secretKey}` } })
        ).json()) as { data: Charge[] }
      ).data,
    breakNextRefund: (fault) => installation.breakNext('refund', fault, 1),
    breakNext: async (step, fault, count) => {
      const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(`${sandboxUrl}/admin/faults`, {
        method: 'POST',
        headers,
        body: `match=next_${step}&fault=${fault}&count=${count}`,
      })
      if (!answer.ok) throw new Error(`the fault could not be armed: ${answer.status}`)
    },
    post: send('POST'),
    patch: send('PATCH'),
    // With twenty concurrent donors, after a database restart one request reconnects and the others wait for it.
    hurry: () => (hurrying ??= hurry().finally(() => (hurrying = undefined))),
    verify: async () => {
      const { all } = connectProviders(loadConfig(environment), () => new Date())
      return (await verifyLedger(database.url, all)).filter(({ count }) => count > 0)
    },
    stop: async () => {
      server?.kill('SIGKILL')
      for (const child of [...workers, ...others]) child.kill('SIGKILL')
      sandbox.kill('SIGKILL')
      await ownerNow.end().catch(() => undefined)
      await sleep(100)
      await database.stop().catch(() => undefined)
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return installation
}

/**
 * Connections by this address find the clock of the schema `elsewhen` before PostgreSQL's own (`moveDatabaseClock`).
 */
const atAnotherTime = (url: string, offsetMs: number): string =>
  `${url}?options=${encodeURIComponent(`-c search_path=elsewhen,pg_catalog,public -c elsewhen.ms=${Math.round(offsetMs)}`)}`

/** Before a worker with `withDatabase`: what its connections take for the time. */
export const moveDatabaseClock = (installation: Installation): Promise<unknown> =>
  installation.owner.query(`
    create schema elsewhen;
    grant usage on schema elsewhen to public;
    create function elsewhen.away() returns interval language sql stable as $$ select current_setting('elsewhen.ms')::double precision * interval '1 millisecond' $$;
    create function elsewhen.now() returns timestamptz language sql stable as $$ select pg_catalog.now() + elsewhen.away() $$;
    create function elsewhen.clock_timestamp() returns timestamptz language sql volatile as $$ select pg_catalog.clock_timestamp() + elsewhen.away() $$`)

function run(
  args: string[],
  environment: Record<string, string>,
  out: 'ignore' | 'pipe' = 'ignore',
  cwd = root,
): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', out, process.env.FAULTS_LOUD ? 'inherit' : 'ignore'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

const isHalted = (child: ChildProcess | undefined): boolean =>
  /^State:\s+T/m.test(fs.readFileSync(`/proc/${child?.pid}/status`, 'utf8'))

const answers = async (url: string): Promise<boolean> => {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

/** Asks again and again until something holds. */
export async function until(holds: () => Promise<boolean> | boolean, withinMs: number, what: string): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not come about within ${withinMs} ms`)
    await sleep(50)
  }
}

export const freshKey = (): string => randomUUID()
