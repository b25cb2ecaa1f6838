/** The product's connections to PostgreSQL: one pool as the role that cannot change the ledger, and the transaction every write goes through. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Log, Tables, Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { applicationPrefix } from '#server/pg.ts'

/** The role the application works as (decisions.md 14): it appends to the ledger, receipts and gifts, and can never change them. */
export const applicationRole = 'sunbul_app'

export type Database = {
  readonly pool: pg.Pool
  readonly db: Db
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  statement<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>
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
  /** The URL leads to a pooler in transaction mode: its login role has the settings (pooler.ts), and no statement outlives its transaction. */
  readonly isPooled?: boolean
}

/**
 * Of every session of the application. Look-ups by key stay look-ups: with a disk's seek priced as in 1996, batches would read whole tables instead.
 * Days and instants are read and reckoned as on the embedded server, whatever a server of the operator's own is set to.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  random_page_cost: '1.1',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
}

/** `bigint` columns are JavaScript bigints (money is never a float), `date` columns stay `YYYY-MM-DD`: a civil day has no instant. */
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
  plainTypes = false,
  isPooled = false,
}: DatabaseOptions & { plainTypes?: boolean }): pg.Pool {
  const { connectionString, ownOptions } = splitOptions(url)
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: `${applicationPrefix}-${name}`,
    connectionTimeoutMillis: 5000,
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
  [...Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`), ownOptions, role && `-c role=${role}`].filter(Boolean).join(' ')

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
    statement: <Row>(name: string, text: string, values: readonly unknown[]) =>
      mapped(() => retried(async () => (await pool.query({ ...(options.isPooled ? {} : { name }), text, values: values as unknown[] })).rows as Row[])),
    close: async () => {
      await db.destroy()
      // It lets go of the pool only where it was asked something itself.
      if (!pool.ending) await pool.end()
    },
  }
}

const triesMax = 5
/** A serialisation failure or a deadlock: nothing was written, and the same work may be done again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

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

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // What PgBouncer says of its own: the server cannot be reached, or no connection to it became free.
  '08P01',
  '25006',
])
const awayTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/** The refusal a donor meets while the database is away, starting, full or read-only; undefined for any other error. Nothing was charged. */
export function awayProblem(error: unknown): Problem | undefined {
  if (isProblem(error)) return undefined
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] }
  const isAway = awayCodes.has(code ?? '') || awayTexts.test(message ?? '') || (errors?.some((one) => awayProblem(one)) ?? false)
  return isAway ? new Problem('server', 'database-away', { status: 503, retryAfterSeconds: 2 }) : undefined
}
