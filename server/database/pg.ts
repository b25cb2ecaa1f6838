/**
 * Starts, reuses and stops the embedded PostgreSQL: real server binaries from npm, listening on 127.0.0.1 only. Its
 * data survives a killed process, a killed server and a restart. With `DATABASE_URL` none of this runs.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { writeArchiveSettings } from './archive-settings.ts'
import {
  createCluster,
  runningPostgresPid,
  isWindows,
  lastPort,
  prepareDirectory,
  assertSameMajorVersion,
  runProgram,
} from './cluster.ts'
import { isInUse } from './connected-processes.ts'
import { withLock } from './folder-lock.ts'
import { installedBinaries, runnableCopy, unprivilegedUser } from './pg-binaries.ts'

export type EmbeddedOptions = {
  /** Contains the cluster (`pgdata`), its password and its log. */
  readonly dataDir: string
  readonly database?: string
  /** `postgresql.conf` settings; tests turn `fsync` off. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Whether a server that starts now archives its write-ahead log (`ARCHIVE`). */
  readonly archives?: boolean
}

/** A running embedded server. */
export type EmbeddedPostgres = {
  readonly url: string
  readonly adopted: boolean
  readonly port: number
  /** If the server has ended unexpectedly (killed, out of memory), starts it again at its port and returns true. */
  revive(): Promise<boolean>
  /** Stops the server unless another of our processes is still connected. */
  stop(): Promise<void>
}

const startTries = 60
const reviveAfterMs = 1000
const disconnectChecksMax = 5
const disconnectCheckMs = 100

/** Durable by default: `fsync` and `synchronous_commit` stay on, so an acknowledged donation is on disk. */
export const defaultPostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  wal_compression: 'on',
  max_wal_size: '1GB',
  jit: 'off',
  // In a new installation tables grow from nothing, so statistics must follow within seconds for good query plans.
  autovacuum_naptime: '10s',
  // Keeps personal data out of PostgreSQL's log: it contains neither rejected rows nor statements.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

export async function startEmbedded({
  dataDir,
  database = 'sunbul',
  settings = {},
  archives = false,
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
  assertSameMajorVersion(cluster, native, run)

  const password = fs.readFileSync(secretFile, 'utf8').trim()
  /** Returns whether this process started the server. Of several processes that find none running, one starts it. */
  const startServer = async (position: number): Promise<boolean> => {
    let isOurs = false
    await withLock(path.join(dataDir, 'start.lock'), () => {
      if (runningPostgresPid(cluster) !== undefined) return
      launch(position)
      isOurs = true
    })
    return isOurs
  }
  const launch = (position: number) => {
    fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true }) // stale: no process runs in that directory
    writeArchiveSettings({ dataDir, cluster, archives, user })
    const options = Object.entries({ ...defaultPostgresSettings, ...settings, port: position })
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
      isWindows,
    )
  }

  let adopted = false
  let port = 0
  let lastError: unknown
  for (let attempt = 0; port === 0; attempt++) {
    if (attempt === startTries)
      throw new Error(`The embedded PostgreSQL did not start: ${String(lastError)}\n${tail(logFile)}`)
    try {
      adopted = !(await startServer(await freePort(lastPort(cluster))))
      port = await ensureDatabase(cluster, password, database)
    } catch (error) {
      lastError = error // lost a start race, port taken in between, old connections still closing, crash recovery …
      await sleep(250)
    }
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return {
    url,
    adopted,
    port,
    revive: async () => {
      if (runningPostgresPid(cluster) !== undefined) return false
      // Checks twice, because the server is down for a moment during a manual restart.
      await sleep(reviveAfterMs)
      return startServer(port)
    },
    stop: async () => {
      // Connections that this process has just closed may still be listed for a moment.
      for (let checks = 1; await isInUse(url); checks++) {
        if (checks === disconnectChecksMax) return
        await sleep(disconnectCheckMs)
      }
      try {
        run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], isWindows)
      } catch (error) {
        if (runningPostgresPid(cluster) !== undefined) throw error // otherwise another process stopped it
      }
    },
  }
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
  if (error.code !== '42P04' && error.code !== '23505') throw error // another process created it at the same moment
}

const tail = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-2000) : '')
