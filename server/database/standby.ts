/** Reads on a standby of the database (`DATABASE_READ_URL`): watches it, and uses the primary while it can't be used. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { one } from '#shared/collections.ts'
import type { Ports, StatementOptions, Tables } from '#shared/ports.ts'
import { isProblem } from '#shared/problem.ts'
import { secondMs } from '#shared/time.ts'
import { describeError } from '../ops/describe-error.ts'
import { type DatabaseOptions, isRetryable, openPool, unavailableProblem } from './db.ts'
import { createReplayClock } from './replay-clock.ts'

/** A standby that is further behind isn't used (contract-18). */
export const lagMaxMs = 5 * secondMs
const watchEveryMs = secondMs
const watchTimeoutMs = secondMs

/** Whether a standby can be used, or why not. */
export type StandbyState = 'usable' | 'unknown' | 'away' | 'not-in-recovery' | 'behind'

export type Standby = Pick<Ports, 'db' | 'statement'> & {
  readonly state: () => StandbyState
  /** By how much the standby is behind, in milliseconds; Infinity while it is unknown. */
  readonly lagMs: () => number
  /** Number of reads that the standby failed and the primary repeated. */
  readonly retries: () => number
  /**
   * Runs `onStandby`, or `onPrimary` if the standby can't be used. If the standby cancels a query or is lost meanwhile,
   * runs `onPrimary` afterwards.
   */
  read<T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T>
  /** Checks the standby now, as happens every second. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a standby and checks it every second, together with the primary's position. `primary` are connections to the
 * primary. Errors of both servers are no errors here: the standby is skipped until it can be used again.
 */
export function openStandby(
  options: DatabaseOptions & { readonly primary: pg.Pool; readonly now?: () => number },
): Standby {
  const { log, primary, now = () => performance.now() } = options
  const pool = openPool({ ...options, name: 'read' })
  const watcher = openPool({ url: options.url, log, max: 1, name: 'read-watch', queryTimeoutMs: watchTimeoutMs })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const replay = createReplayClock()
  let server: 'unknown' | 'away' | 'not-in-recovery' | 'in-recovery' = 'unknown'
  let logged: StandbyState = 'unknown'
  let retries = 0
  const closing = new AbortController()

  const state = (): StandbyState => {
    if (server !== 'in-recovery') return server
    return replay.lagMs(now()) > lagMaxMs ? 'behind' : 'usable'
  }

  async function refresh(): Promise<void> {
    const readAt = now()
    const position = await readPrimaryPosition(primary)
    if (position !== undefined) replay.addPrimary(position, readAt)
    try {
      const replayed = await readReplayedPosition(watcher)
      if (replayed === undefined) server = 'not-in-recovery'
      else {
        replay.addReplayed(replayed)
        server = 'in-recovery'
      }
    } catch (error) {
      server = 'away'
      log.debug({ error: describeError(error) }, 'the standby doesn’t respond')
    }
    if (state() !== logged)
      log.warn({ state: state(), lagMs: Math.round(replay.lagMs(now())) }, 'the use of the standby changed')
    logged = state()
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await refresh()
      await sleep(watchEveryMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }
  const watching = watch()

  return {
    db,
    statement: async <Row>(
      name: string,
      text: string,
      values: readonly unknown[],
      { timeoutMs }: StatementOptions = {},
    ) => {
      const query = { name, text, values: values as unknown[], ...(timeoutMs ? { query_timeout: timeoutMs } : {}) }
      return (await pool.query(query)).rows as Row[]
    },
    state,
    lagMs: () => replay.lagMs(now()),
    retries: () => retries,
    read: async (onStandby, onPrimary) => {
      if (state() !== 'usable') return onPrimary()
      try {
        return await onStandby()
      } catch (error) {
        if (isWrite(error)) throw new Error('work on a standby must not write', { cause: error })
        if (!isFailureOfStandby(error)) throw error
        if (!isRetryable(error)) server = 'away'
        retries += 1
        return onPrimary()
      }
    },
    refresh,
    close: async () => {
      closing.abort()
      await watching
      await watcher.end()
      await db.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}

/** Returns the position up to which the primary has written, in bytes; undefined if it doesn't respond. */
async function readPrimaryPosition(primary: pg.Pool): Promise<bigint | undefined> {
  try {
    const { rows } = await primary.query<{ position: string }>({
      text: `select (pg_current_wal_flush_lsn() - '0/0')::text as position`,
      query_timeout: watchTimeoutMs,
    } as pg.QueryConfig)
    return BigInt(one(rows).position)
  } catch {
    return undefined
  }
}

/** Returns the position up to which a standby has replayed, in bytes; undefined if the server isn't in recovery. */
async function readReplayedPosition(standby: pg.Pool): Promise<bigint | undefined> {
  const { rows } = await standby.query<{ position: string | null }>(
    `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`,
  )
  const { position } = one(rows)
  return position === null ? undefined : BigInt(position)
}

/** SQLSTATE `read_only_sql_transaction`. */
const isWrite = (error: unknown): boolean => (error as { code?: string }).code === '25006'

/**
 * Whether a read may succeed on the primary: the standby cancelled the query because it conflicts with recovery (40001),
 * or doesn't respond.
 */
const isFailureOfStandby = (error: unknown): boolean =>
  isRetryable(error) ||
  unavailableProblem(error) !== undefined ||
  (isProblem(error) && error.code === 'database-unavailable')
