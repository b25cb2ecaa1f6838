/** Connects to PostgreSQL: one pool whose role can't change the ledger, and the transaction that all writes use. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Log, StatementOptions, Tables, Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { applicationPrefix } from '#server/database/connected-processes.ts'

/**
 * The role of the application (ledger-10): it can insert into the ledger, receipts and donations, but not change them.
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
  /** Maximum number of connections of this pool. */
  readonly max?: number
  /** `application_name` of the connections in `pg_stat_activity`, after `sunbul-`. */
  readonly name?: string
  /** Role that every connection sets; undefined: the role that logs in (migrations, backup). */
  readonly role?: string | undefined
  /**
   * Whether the URL leads to a pooler in transaction mode. Its login role then has the settings (pooler.ts), and
   * prepared statements aren't used.
   */
  readonly isPooled?: boolean
  /**
   * Milliseconds after which the client gives up a query or a connection, even if a frozen server never responds;
   * undefined: no limit for queries. Don't set it for connections that wait for a lock on purpose (jobs, migrations).
   */
  readonly queryTimeoutMs?: number | undefined
}

/**
 * Settings of every session of the application. The low random page cost keeps the planner from scanning whole tables
 * for batches of lookups by key. Dates and times are the same with any configuration of an external server.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  random_page_cost: '1.1',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
}

/**
 * Parses `bigint` columns to bigint (money is never a float) and leaves `date` columns as `YYYY-MM-DD`, because a civil
 * date is not an instant.
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
  // Without a listener, an idle connection that drops would end the process. The pool replaces the connection.
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
 * Closes its connection when a query times out: later queries on it, including the rollback, would wait behind that
 * query, and the pool must not reuse it. A server that still runs ends the statement with its own `statement_timeout`.
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

/**
 * Separates `?options=` from a connection string, because it would silently replace our options, including the role.
 */
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
    write: (work) => mapDatabaseErrors(() => retryConflicts(() => db.transaction().execute(work))),
    statement: <Row>(name: string, text: string, values: readonly unknown[], { timeoutMs }: StatementOptions = {}) => {
      const query = {
        ...(options.isPooled ? {} : { name }),
        text,
        values: values as unknown[],
        ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
      }
      return mapDatabaseErrors(() => retryConflicts(async () => (await pool.query(query)).rows as Row[]))
    },
    close: async () => {
      await db.destroy()
      // Kysely ends the pool only if Kysely itself ran a query.
      if (!pool.ending) await pool.end()
    },
  }
}

const triesMax = 5
/** Whether an error is a serialization failure or a deadlock: nothing was written, and the work can be retried. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= triesMax || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
    }
  }
}

async function mapDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailableProblem(error) ?? error
  }
}

/**
 * Network errors, and the SQLSTATEs of a database that is starting, stopping, full, read-only, broken or too slow:
 * connection exceptions (08), insufficient resources (53), shutdowns (57P01 to 57P03), a statement timeout (57014),
 * system errors (58), a lock timeout (55P03), an object not in the required state (55000) and a read-only transaction
 * (25006). PgBouncer returns 08P01 if it can't reach the server.
 */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|(08|53|58)...|57P0[1-3]|57014|55P03|55000|25006)$/
const unavailableMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/**
 * Returns the problem for an unavailable database; undefined for any other error. Its text doesn't mention money,
 * because an earlier or another request may have charged the donor (payments-4).
 */
export function unavailableProblem(error: unknown): Problem | undefined {
  if (isProblem(error)) return undefined
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] }
  const isUnavailable =
    unavailableCodes.test(code ?? '') ||
    unavailableMessages.test(message ?? '') ||
    (errors?.some((one) => unavailableProblem(one)) ?? false)
  return isUnavailable
    ? new Problem('server', 'database-unavailable', { status: 503, retryAfterSeconds: 2 })
    : undefined
}
