/**
 * Supports a connection pooler such as PgBouncer in transaction mode. Web and worker processes use it at
 * `DATABASE_POOL_URL`. Work that needs a session (migrations, backup, the job queue's LISTEN, session-level advisory
 * locks) uses PostgreSQL itself at `DATABASE_URL`.
 */
import { one } from '#shared/collections.ts'
import pg from 'pg'
import { applicationRole, sessionSettings, splitOptions } from './db.ts'
import { applicationPrefix } from './connected-processes.ts'

const connectionTimeoutMillis = 5000
const useDirectUrl =
  'DATABASE_URL leads to a connection pooler: set it to PostgreSQL itself, and DATABASE_POOL_URL to the pooler'

/**
 * Describes the problem if `DATABASE_URL` leads to a pooler; undefined if each connection is its own session. Runs
 * before a session-level lock is taken, because a pooler in transaction mode would give that lock to another client.
 * `client` is connected to `url`.
 */
export async function findDirectUrlProblem(client: pg.Client, url: string): Promise<string | undefined> {
  // A value that no server has by default.
  const probe = '54321ms'
  const { connectionString, ownOptions } = splitOptions(url)
  const options = `${ownOptions} -c statement_timeout=${probe}`
  const other = new pg.Client({
    connectionString,
    options,
    connectionTimeoutMillis,
    application_name: `${applicationPrefix}-probe`,
  })
  other.on('error', () => undefined)
  try {
    await other.connect()
    const before = await readBackend(client)
    const others = await readBackend(other)
    const after = await readBackend(client)
    const isSession = before.pid === after.pid && before.pid !== others.pid && others.timeout === probe
    return isSession ? undefined : useDirectUrl
  } catch (error) {
    if ((error as Error).message.includes('unsupported startup parameter')) return useDirectUrl
    throw error
  } finally {
    await other.end().catch(() => undefined)
  }
}

async function readBackend(client: pg.Client): Promise<{ pid: number; timeout: string }> {
  const { rows } = await client.query<{ pid: number; timeout: string }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout`,
  )
  return one(rows)
}

/**
 * Describes the problem with `DATABASE_POOL_URL` and its fix; undefined if it can be used. Throws if the pooler can't
 * be reached. `owner` is connected to `DATABASE_URL`.
 */
export async function findPoolUrlProblem(poolUrl: string, owner: pg.Client): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: poolUrl,
    connectionTimeoutMillis,
    application_name: `${applicationPrefix}-probe`,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const [pooled, direct] = [await readSession(client), await readSession(owner)]
    if (pooled.server !== direct.server) return 'DATABASE_POOL_URL and DATABASE_URL lead to different databases'
    if (pooled.user === direct.user)
      return 'DATABASE_POOL_URL must log in as a separate role, not as the owner of the database'
    await client.query('begin')
    const { rows } = await client.query<Record<string, string>>(
      `select current_user as role, ${settingNames.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
    )
    await client.query('commit')
    const expected = await settingsOfRole(owner)
    const wrong = ['role', ...settingNames].filter((name) => one(rows)[name] !== expected[name])
    if (wrong.length === 0) return undefined
    const statements = loginRoleStatements(pooled.user, direct.database)
    return `connections through DATABASE_POOL_URL have the wrong ${wrong.join(', ')}. If the pooler connected before the migration, run RECONNECT in its console; otherwise run as a superuser: ${statements.join('; ')};`
  } catch (error) {
    const { message } = error as Error
    if (message.includes('statement pooling mode'))
      return 'the pooler of DATABASE_POOL_URL is in statement mode: set pool_mode = transaction'
    throw new Error(`DATABASE_POOL_URL can’t be used: ${message}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Throws at start, before the first request, if the application can't work through the pooler. */
export async function assertSuitablePool(poolUrl: string, ownerUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: `${applicationPrefix}-probe`,
    connectionTimeoutMillis,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const problem = await findPoolUrlProblem(poolUrl, client)
    if (problem) throw new Error(problem)
  } finally {
    await client.end()
  }
}

type Session = { readonly user: string; readonly database: string; readonly server: string }

/** Returns the user and the database of a connection; `server` distinguishes one running server from all others. */
async function readSession(client: pg.Client): Promise<Session> {
  const { rows } = await client.query<Session>(
    `
      select
        session_user as "user",
        current_database() as database,
        concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as server
      from pg_database
      where datname = current_database()
    `,
  )
  return one(rows)
}

const settingNames = Object.keys(sessionSettings)

/** Returns the settings in PostgreSQL's notation (`30s`, `ISO, MDY`), as `current_setting` shows them. */
async function settingsOfRole(owner: pg.Client): Promise<Readonly<Record<string, string>>> {
  const values = settingNames.map((name) => `set_config('${name}', '${sessionSettings[name]}', true) as "${name}"`)
  await owner.query('begin')
  const { rows } = await owner.query<Record<string, string>>(`select ${values.join(', ')}`)
  await owner.query('rollback')
  return { ...rows[0], role: applicationRole }
}

/**
 * Gives the login role of `DATABASE_POOL_URL` the rights and session settings that other connections set with startup
 * options, which poolers refuse. Does nothing if the owner may not change that role; `findPoolUrlProblem` then prints
 * the commands for a superuser.
 */
export async function prepareLoginRole(owner: pg.Client, poolUrl: string): Promise<void> {
  const { user: login = '' } = new pg.Client({ connectionString: poolUrl })
  const { user, database } = await readSession(owner)
  // With sunbul_app as its default role, the owner could no longer migrate.
  if (login === user) return
  try {
    for (const statement of loginRoleStatements(login, database)) await owner.query(statement)
  } catch (error) {
    // insufficient_privilege, undefined_object (the role or the database doesn't exist)
    if (!['42501', '42704', '3D000'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

function loginRoleStatements(user: string, database: string): string[] {
  const alter = `alter role ${pg.escapeIdentifier(user)} in database ${pg.escapeIdentifier(database)} set`
  const settings = Object.entries(sessionSettings).map(([name, value]) => `${alter} ${name} = '${value}'`)
  if (user === applicationRole) return settings
  return [
    `grant ${applicationRole} to ${pg.escapeIdentifier(user)}`,
    `${alter} role = '${applicationRole}'`,
    ...settings,
  ]
}
