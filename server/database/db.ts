/**
 * The product's connections to PostgreSQL: one pool as the role that cannot change the ledger, and the transaction
 * every write goes through.
 */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Log, StatementOptions, Tables, Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { applicationPrefix } from '#server/database/connected-processes.ts'

/**
 * The role the application works as (ledger-10): it appends to the ledger, receipts and gifts, and can never
 * change them.
 */
export const applicationRole = 'sunbul_app'

export type Database = {
  readonly pool: pg.Pool
  readonly db: Db
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  statement<Row>(name: string, text: string, values: readonly unknown[], options?: StatementOptions): Promise<Row[]>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  readonly log: Log
  /** Connections of this pool. */
  readonly max?: number
  /** What the connections are called in `pg_stat_activity`, after `sunbul-`. */
  readonly name?: string
  /** The role taken on by every connection; undefined: the one the URL logs in as (migrations, backup). */
  readonly role?: string | undefined
  /**
   * The URL leads to a pooler in transaction mode: its login role has the settings (pooler.ts), and no statement
   * outlives its transaction.
   */
  readonly isPooled?: boolean
  /**
   * Milliseconds after which the client gives up a query or a connection, also where a frozen server never answers;
   * undefined: it waits for a query. Not for connections that wait for a lock on purpose (jobs, migrations).
   */
  readonly queryTimeoutMs?: number | undefined
}

/**
 * Of every session of the application. Look-ups by key stay look-ups: with a disk's seek priced as in 1996, batches
 * would read whole tables instead. Days and instants are read and reckoned as on the embedded server, whatever a server
 * of the operator's own is set to.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  random_page_cost: '1.1',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
}

/**
 * `bigint` columns are JavaScript bigints (money is never a float), `date` columns stay `YYYY-MM-DD`: a civil day has
 * no instant.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === pg.types.builtins.INT8) return BigInt
    if (oid === 1016) return (text: string) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item)))
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, 'text')
  }) as never,
}
const parseTextArray = pg.types.getTypeParser(1009 as never) as (text: string) => (string | null)[]

export function openPool({
  url,
  log,
  max = 16,
  name = 'web',
  role = applicationRole,
  queryTimeoutMs,
  plainTypes = false,
  isPooled = false,
}: DatabaseOptions & { plainTypes?: boolean }): pg.Pool {
  const { connectionString, ownOptions } = splitOptions(url)
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: `${applicationPrefix}-${name}`,
    connectionTimeoutMillis: queryTimeoutMs ?? 5000,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    Client: ClosingClient,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(isPooled ? {} : { options: startupOptions(ownOptions, role) }),
    ...(plainTypes ? {} : { types }),
  })
  // Without a listener a connection that drops while idle would end the process; the pool replaces it.
  pool.on('error', (error) => log.warn({ err: error.message }, 'a database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const startupOptions = (ownOptions: string, role: string | undefined): string =>
  [
    ...Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`),
    ownOptions,
    role && `-c role=${role}`,
  ]
    .filter(Boolean)
    .join(' ')

const queryTimedOut = 'Query read timeout'

/**
 * Closes its connection when a query times out: whatever is sent on it next, the rollback of its transaction included,
 * would wait behind that query, and the pool must not lend it again. A server that is alive ends the statement by its
 * own `statement_timeout`.
 */
class ClosingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const answered = (super.query as (...all: unknown[]) => unknown).apply(this, args)
    if (answered instanceof Promise)
      answered.catch((error: Error) => {
        if (error.message === queryTimedOut) void this.end()
      })
    return answered as never
  }
}

/** `?options=` of a connection string would silently replace ours, the role among them. */
export function splitOptions(url: string): { connectionString: string; ownOptions: string } {
  const parsed = new URL(url)
  const ownOptions = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.delete('options')
  return { connectionString: parsed.href, ownOptions }
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    db,
    write: (work) => mapped(() => retried(() => db.transaction().execute(work))),
    statement: <Row>(name: string, text: string, values: readonly unknown[], { timeoutMs }: StatementOptions = {}) => {
      const query = {
        ...(options.isPooled ? {} : { name }),
        text,
        values: values as unknown[],
        ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
      }
      return mapped(() => retried(async () => (await pool.query(query)).rows as Row[]))
    },
    close: async () => {
      await db.destroy()
      // Kysely closes the pool only if it was used.
      if (!pool.ending) await pool.end()
    },
  }
}

const triesMax = 5
/** A serialisation failure or a deadlock: nothing was written, and the same work may be done again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= triesMax || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

async function mapped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw awayProblem(error) ?? error
  }
}

/**
 * Errors of the network, and the SQLSTATEs of a database that is starting, stopping, full, read-only, broken or too
 * slow: connection exceptions (08), insufficient resources (53), shutdowns (57P01 to 57P03), a statement that took too
 * long (57014), system errors (58), a lock that was not to be had (55P03), an object not in the required state (55000),
 * and a read-only transaction (25006). PgBouncer answers 08P01 where the server cannot be reached.
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|(08|53|58)...|57P0[1-3]|57014|55P03|55000|25006)$/
const awayTexts =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/**
 * The refusal while the database is unavailable; undefined for any other error. It says nothing of the money: the
 * request that paid may have been another, or this one a moment ago (payments-4).
 */
export function awayProblem(error: unknown): Problem | undefined {
  if (isProblem(error)) return undefined
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] }
  const isAway =
    awayCodes.test(code ?? '') || awayTexts.test(message ?? '') || (errors?.some((one) => awayProblem(one)) ?? false)
  return isAway ? new Problem('server', 'database-away', { status: 503, retryAfterSeconds: 2 }) : undefined
}
