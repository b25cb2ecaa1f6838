/** Brings the database's schema to this version: one process at a time, every file in a transaction of its own. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { applicationPrefix } from '#server/database/pg.ts'
import { findDirectUrlProblem, prepareLoginRole } from '#server/database/pooler.ts'

const databaseFolder = fileURLToPath(new URL('../../database/', import.meta.url))
/** Any number: the lock's name in PostgreSQL. */
const lockKey = 8_230_261

export type MigrateOptions = {
  /** Logs in as the owner of the schemas. */
  readonly ownerUrl: string
  /** Of the pooler that the application works through; its login role gets the application's rights and settings. */
  readonly poolUrl?: string | undefined
  readonly log: Log
  /** Applies this file and none after it, and no rights, which belong to the last; all of them by default. */
  readonly upTo?: string
}

/** Names of the migrations of this version, in their order. */
export const migrationNames = (): string[] =>
  fs
    .readdirSync(path.join(databaseFolder, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Applies what is missing, then the job queue's own migrations, then the grants. Answers the names it applied. */
export async function migrate({ ownerUrl, poolUrl, log, upTo }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: `${applicationPrefix}-migrate` })
  client.on('error', (error) => log.error({ err: error.message }, 'the connection of the migrations was lost'))
  await client.connect()
  try {
    await refuseUnfit(client)
    const problem = await findDirectUrlProblem(client, ownerUrl)
    if (problem) throw new Error(problem)
    await client.query("set lock_timeout = '120s'; set statement_timeout = 0; set client_min_messages = warning")
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists public.schema_migration (name text primary key, at timestamptz not null default now())',
    )
    const done = await appliedMigrations(client)
    const missing = migrationNames().filter((name) => !done.includes(name) && (upTo === undefined || name <= upTo))
    for (const name of missing) {
      await inTransaction(client, name, async () => {
        await client.query(read(`migrations/${name}`))
        await client.query('insert into public.schema_migration (name) values ($1)', [name])
      })
      log.debug({ migration: name }, 'migration applied')
    }
    if (missing.length > 0) log.info({ migrations: missing.length, last: missing.at(-1) }, 'migrations complete')
    await runMigrations({ connectionString: ownerUrl, maxPoolSize: 2 })
    if (upTo === undefined) await inTransaction(client, 'grants.sql', () => client.query(read('grants.sql')))
    if (poolUrl !== undefined) await prepareLoginRole(client, poolUrl)
    return missing
  } finally {
    await client.end() // ends the advisory lock too
  }
}

/** The embedded server is of a later one; the oldest that our SQL is tried on. */
const oldestServer = 15

/**
 * A server that knows less SQL would fail half-way, and one that keeps bytes for texts counts every Arabic letter
 * twice.
 */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = rows[0]!
  if (version < oldestServer)
    throw new Error(`the database is PostgreSQL ${version}, and must be ${oldestServer} or newer`)
  if (encoding !== 'UTF8')
    throw new Error(
      `the database keeps its texts as ${encoding}: make another one, by create database sunbul encoding 'UTF8' template template0`,
    )
}

/**
 * Drops these schemas and makes them anew as these migrations left them, empty, in the transaction that `client` has
 * open. Rights come with `migrate`.
 */
export async function remakeSchemas(
  client: pg.Client,
  of: { readonly schemas: readonly string[]; readonly migrations: readonly string[] },
): Promise<void> {
  await client.query(`drop schema ${of.schemas.join(', ')} cascade`)
  await client.query('delete from public.schema_migration')
  for (const name of of.migrations) {
    await client.query(read(`migrations/${name}`))
    await client.query('insert into public.schema_migration (name) values ($1)', [name])
  }
}

/** Migrations this version has and the database has not. */
export async function pendingMigrations(
  client: pg.Client | pg.Pool,
  ours: readonly string[] = migrationNames(),
): Promise<string[]> {
  const { rows } = await client.query("select to_regclass('public.schema_migration') is not null as exists")
  const done = rows[0].exists ? await appliedMigrations(client) : []
  return ours.filter((name) => !done.includes(name))
}

/** Where whoever runs it migrates by hand: a database of before would fail this version's gifts one by one. */
export async function refuseUnmigrated(ownerUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: `${applicationPrefix}-migrate`,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const problem = await findDirectUrlProblem(client, ownerUrl)
    if (problem) throw new Error(problem)
    const pending = await pendingMigrations(client)
    if (pending.length > 0)
      throw new Error(
        `the database is not of this version: ${pending.length} migrations to apply first, by npm run sunbul -- migrate`,
      )
  } finally {
    await client.end()
  }
}

async function appliedMigrations(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migration order by name')
  return rows.map((row) => row.name)
}

const read = (name: string) => fs.readFileSync(path.join(databaseFolder, name), 'utf8')

/** A migration that cannot get its locks within 5 s gives up, rather than holding up every gift behind it. */
async function inTransaction(client: pg.Client, name: string, work: () => Promise<unknown>): Promise<void> {
  await client.query("begin; set local lock_timeout = '5s'")
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`database/${name.startsWith('2') ? 'migrations/' : ''}${name}: ${String(error)}`, { cause: error })
  }
}
