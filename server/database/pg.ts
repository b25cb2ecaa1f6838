/**
 * The PostgreSQL that comes with the product: real server binaries from npm, started, adopted and stopped here. Its
 * data survives a killed process, a killed server and a restart; it listens on 127.0.0.1 only. With `DATABASE_URL` none
 * of this runs.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import {
  installedBinaries,
  mayEnter,
  runnableCopy,
  unprivilegedUser,
  type SystemUser,
} from '#server/database/pg-binaries.ts'

export type EmbeddedOptions = {
  /** Holds the cluster (`pgdata`), its password and its log. */
  readonly dataDir: string
  readonly database?: string
  /** `postgresql.conf` settings; tests turn `fsync` off. */
  readonly settings?: Readonly<Record<string, string | number>>
}

/** A running embedded server. */
export type EmbeddedPostgres = {
  readonly url: string
  readonly adopted: boolean
  readonly port: number
  /** Where it has ended by itself (killed, out of memory): starts it again at its port, and answers true. */
  revive(): Promise<boolean>
  /** Leaves it running while another process of ours is still connected. */
  stop(): Promise<void>
}

/** Every process of ours connects under a name beginning so; the last one to leave stops the server. */
export const applicationPrefix = 'sunbul'

const windows = process.platform === 'win32'
const startTries = 60
const reviveAfterMs = 1000
const leavingLooks = 5
const leavingMs = 100

/** Durable by default: `fsync` and `synchronous_commit` stay on, so an acknowledged gift is on the disk. */
const settingsOfTheHouse = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  wal_compression: 'on',
  max_wal_size: '1GB',
  jit: 'off',
  // A new installation grows from nothing: statistics follow it within seconds, and with them the plans.
  autovacuum_naptime: '10s',
  // Its log holds no row of ours: neither what a constraint refused nor what was asked.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

export async function startEmbedded({
  dataDir,
  database = 'sunbul',
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser()
  const cluster = path.join(dataDir, 'pgdata')
  const logFile = path.join(dataDir, 'postgres.log')
  const secretFile = path.join(dataDir, 'postgres.secret')
  prepareDirectory(dataDir, user)
  const native = runnableCopy(installedBinaries(), user)
  const run = (program: string, args: string[], quiet = false) => runProgram(native, program, args, user, quiet)

  if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
    await withLock(path.join(dataDir, 'initdb.lock'), () => {
      if (fs.existsSync(path.join(cluster, 'PG_VERSION'))) return
      createCluster({ cluster, secretFile, logFile, user, run, durable: settings['fsync'] !== 'off' })
    })
  }
  refuseOtherMajor(cluster, native, run)

  const password = fs.readFileSync(secretFile, 'utf8').trim()
  /** Answers whether it had to: of several who find nobody there, one starts it. */
  const startServer = async (at: number): Promise<boolean> => {
    let isOurs = false
    await withLock(path.join(dataDir, 'start.lock'), () => {
      if (heldBy(cluster) !== undefined) return
      launch(at)
      isOurs = true
    })
    return isOurs
  }
  const launch = (at: number) => {
    fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true }) // provably stale: nobody works in that directory
    const options = Object.entries({ ...settingsOfTheHouse, ...settings, port: at })
    run(
      'pg_ctl',
      [
        'start',
        '-D',
        cluster,
        '-l',
        logFile,
        '-w',
        '-t',
        '60',
        '-o',
        options.map(([key, value]) => `-c ${key}=${value === '' ? "''" : value}`).join(' '),
      ],
      windows,
    )
  }

  let adopted = false
  let port = 0
  let last: unknown
  for (let attempt = 0; port === 0; attempt++) {
    if (attempt === startTries)
      throw new Error(`The embedded PostgreSQL did not start: ${String(last)}\n${tail(logFile)}`)
    try {
      adopted = !(await startServer(await freePort(lastPort(cluster))))
      port = await ensureDatabase(cluster, password, database)
    } catch (error) {
      last = error // lost a start race, port taken in between, backends of a killed server still leaving, crash recovery …
      await sleep(250)
    }
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return {
    url,
    adopted,
    port,
    revive: async () => {
      if (heldBy(cluster) !== undefined) return false
      // Two looks apart: whoever restarts it by hand is in between for a moment.
      await sleep(reviveAfterMs)
      return startServer(port)
    },
    stop: async () => {
      // Connections that this process has just closed may be listed for a moment more.
      for (let looks = 1; await isInUse(url); looks++) {
        if (looks === leavingLooks) return
        await sleep(leavingMs)
      }
      try {
        run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], windows)
      } catch (error) {
        if (heldBy(cluster) !== undefined) throw error // otherwise a sibling stopped it at the same moment
      }
    },
  }
}

type Run = (program: string, args: string[], quiet?: boolean) => string

function runProgram(
  native: string,
  program: string,
  args: string[],
  user: SystemUser | undefined,
  quiet: boolean,
): string {
  const result = spawnSync(path.join(native, 'bin', windows ? `${program}.exe` : program), args, {
    ...user,
    cwd: user ? '/' : undefined,
    encoding: 'utf8',
    // On Windows the server inherits these handles, and waiting for them would wait for the server itself.
    stdio: quiet ? 'ignore' : ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      SystemRoot: process.env.SystemRoot,
      TEMP: os.tmpdir(),
      TMP: os.tmpdir(),
    },
  })
  if (result.error) throw result.error
  if (result.status !== 0)
    throw new Error(
      `${program} ${args[0]} ended with ${result.status ?? result.signal}: ${result.stderr ?? ''}${result.stdout ?? ''}`,
    )
  return result.stdout ?? ''
}

function prepareDirectory(dataDir: string, user: SystemUser | undefined): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    throw new Error(
      `Cannot write to the data folder ${dataDir} (${String(error)}). Set DATA_DIR to a folder this user may write, or DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  if (user && !mayEnter(dataDir, user))
    throw new Error(
      `PostgreSQL does not run as root, and the account it runs as instead (uid ${user.uid}) cannot enter ${dataDir}. Set DATA_DIR to a folder every user may enter, such as /var/lib/sunbul, or start Sunbul as an ordinary user.`,
    )
}

/** A crash half-way leaves no `PG_VERSION`, because the finished cluster is moved into place as a whole. */
function createCluster({
  cluster,
  secretFile,
  logFile,
  user,
  run,
  durable,
}: {
  cluster: string
  secretFile: string
  logFile: string
  user: SystemUser | undefined
  run: Run
  durable: boolean
}): void {
  const draft = `${cluster}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.rmSync(cluster, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  fs.writeFileSync(secretFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  fs.writeFileSync(logFile, '', { mode: 0o600 })
  if (user) for (const owned of [draft, secretFile, logFile]) fs.chownSync(owned, user.uid, user.gid)
  try {
    const login = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', secretFile]
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    run('initdb', ['-D', draft, ...login, ...locale, '--data-checksums', ...(durable ? [] : ['--no-sync'])])
  } catch (error) {
    const nameless = /could not look up effective user ID|user does not exist/.test(String(error))
    throw new Error(
      nameless
        ? `${String(error)}\nThis process runs under a user id that has no entry in /etc/passwd, which PostgreSQL needs. Use another user, or set DATABASE_URL.`
        : String(error),
    )
  }
  fs.renameSync(draft, cluster)
}

function refuseOtherMajor(cluster: string, native: string, run: Run): void {
  const stored = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = /\d+/.exec(run('postgres', ['--version']))?.[0]
  if (stored !== ours)
    throw new Error(
      `${cluster} was written by PostgreSQL ${stored}, and ${native} is PostgreSQL ${ours}. Back up with the version that wrote it, then restore (docs/operations.md).`,
    )
}

/**
 * A folder that holds its owner's pid takes the lock's name in one step or not at all, so two first starts cannot both
 * create the cluster, and a lock is never seen without its owner. The lock of a dead process is broken.
 */
async function withLock(lockDir: string, work: () => void): Promise<void> {
  const own = `${lockDir}.${process.pid}.${randomBytes(4).toString('hex')}`
  fs.mkdirSync(own)
  fs.writeFileSync(path.join(own, 'pid'), String(process.pid))
  try {
    for (let waited = 0; ; waited++) {
      try {
        fs.renameSync(own, lockDir)
        break
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
        const owner = readPid(path.join(lockDir, 'pid'))
        if (owner !== undefined && (!isAlive(owner) || waited > 600)) breakLock(lockDir, owner)
        else await sleep(100)
      }
    }
  } catch (error) {
    fs.rmSync(own, { recursive: true, force: true })
    throw error
  }
  try {
    work()
  } finally {
    fs.rmSync(lockDir, { recursive: true, force: true })
  }
}

/**
 * Of several that find the same owner dead one takes the lock away; one that was taken by somebody else meanwhile is
 * put back.
 */
function breakLock(lockDir: string, owner: number): void {
  const aside = `${lockDir}.${process.pid}.broken`
  try {
    fs.renameSync(lockDir, aside)
  } catch {
    return
  }
  if (readPid(path.join(aside, 'pid')) !== owner) {
    try {
      return fs.renameSync(aside, lockDir)
    } catch {
      // A third has it by now.
    }
  }
  fs.rmSync(aside, { recursive: true, force: true })
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The pid of a PostgreSQL that really works in this cluster. A pid alone proves nothing: after a kill it may stay a
 * zombie (a container whose first process reaps nobody) or belong to somebody else, so on Linux the working directory
 * decides.
 */
export function heldBy(cluster: string): number | undefined {
  const pid = readPid(path.join(cluster, 'postmaster.pid'))
  if (pid === undefined) return undefined
  if (process.platform === 'linux') {
    const real = fs.realpathSync(cluster)
    const works = (candidate: string) => {
      try {
        return fs.readlinkSync(`/proc/${candidate}/cwd`) === real
      } catch {
        return false // gone, a zombie, or somebody else's
      }
    }
    return fs.readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && works(entry)) ? pid : undefined
  }
  const listed = windows
    ? spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
    : spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  return /postgres/.test(listed.stdout) && !listed.stdout.trim().startsWith('Z') ? pid : undefined
}

/**
 * Where it listened last: whoever was at work when it was killed looks for it there, also when somebody new has started
 * it.
 */
function lastPort(cluster: string): number | undefined {
  const file = path.join(cluster, 'postmaster.opts')
  const port = fs.existsSync(file) ? /port=(\d+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] : undefined
  return port === undefined ? undefined : Number(port)
}

async function ensureDatabase(cluster: string, password: string, database: string): Promise<number> {
  const port = Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
  const admin = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
  })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await admin.query(`create database ${pg.escapeIdentifier(database)}`).catch(ignoreDuplicate)
  } finally {
    await admin.end()
  }
  return port
}

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error // a sibling created it at the same moment
}

/**
 * Names of the platform's processes that are connected to a database; whoever was killed a moment ago is waited for.
 */
export async function whoIsAtWork(url: string, patienceMs = 3000): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    for (const since = performance.now(); ; await sleep(200)) {
      const { rows } = await client.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name = any($1) order by 1`,
        [['web', 'worker', 'all', 'jobs'].map((role) => `${applicationPrefix}-${role}`)],
      )
      if (rows.length === 0 || performance.now() - since > patienceMs) return rows.map(({ name }) => name)
    }
  } finally {
    await client.end()
  }
}

async function isInUse(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and application_name like $1 limit 1`,
      [`${applicationPrefix}%`],
    )
    return rowCount !== 0
  } catch (error) {
    // Where nobody listens there is nobody at work. Whoever cannot answer may be busy for somebody else, who would lose
    // what they are at.
    return (error as { code?: string }).code !== 'ECONNREFUSED'
  } finally {
    await client.end().catch(() => undefined)
  }
}

const tail = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-2000) : '')
