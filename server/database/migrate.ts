/** Migrates the database's schema to this version: one process at a time, each file in its own transaction. */
import { lastOf, one } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { applicationPrefix } from '#server/database/connected-processes.ts'
import { findDirectUrlProblem, prepareLoginRole } from '#server/database/pooler.ts'

const databaseFolder = fileURLToPath(new URL('../../database/', import.meta.url))
/** Key of the advisory lock; any number would do. */
const lockKey = 8_230_261

export type MigrateOptions = {
  /** Connection URL of the schemas' owner. */
  readonly ownerUrl: string
  /** URL of the application's pooler; its login role gets the application's rights and settings. */
  readonly poolUrl?: string | undefined
  readonly log: Log
  /** Stops after this file and applies no grants, which need the last one. Default: applies all files. */
  readonly upTo?: string
}

/** A migration as a database or a backup records it. */
export type AppliedMigration = { readonly name: string; readonly sha256: string }
type Migration = AppliedMigration & { readonly sql: string }

const namesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(databaseFolder, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()

const readFolder = (folder: string): Migration[] =>
  namesIn(folder).map((name) => {
    const sql = readSql(`${folder}/${name}`)
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })

/** Returns the names of this version's migrations in order. */
export const migrationNames = (): string[] => namesIn('migrations')

/** Returns this version's migrations in order. */
export const readMigrations = (): Migration[] => readFolder('migrations')

/**
 * Returns why a database or a backup with these migrations belongs to another version; undefined if it belongs to this
 * version or an earlier release of it. An applied migration never changes, so an unknown or changed one means that its
 * tables may differ from those expected here.
 */
export function findOtherVersion(
  applied: readonly AppliedMigration[],
  ours: readonly AppliedMigration[] = readMigrations(),
): string | undefined {
  const hashes = new Map(ours.map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of applied) {
    if (!hashes.has(name)) return `its migration ${name} is unknown here`
    if (hashes.get(name) !== sha256) return `its migration ${name} differs from the one here`
  }
  return undefined
}

/**
 * Applies the missing migrations, then those of the job queue, then the functions and grants. Returns the names of the applied ones.
 * Throws for a database of another version and leaves it unchanged.
 */
export async function migrate({ ownerUrl, poolUrl, log, upTo }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: `${applicationPrefix}-migrate` })
  client.on('error', (error) => log.error({ err: error.message }, 'the connection for migrations was lost'))
  await client.connect()
  try {
    await assertSupportedServer(client)
    const problem = await findDirectUrlProblem(client, ownerUrl)
    if (problem) throw new Error(problem)
    await client.query("set lock_timeout = '120s'; set statement_timeout = 0; set client_min_messages = warning")
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const versionProblem = await findVersionProblem(client)
    if (versionProblem) throw new Error(versionProblem)
    await client.query(
      'create table if not exists public.schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())',
    )
    const pending = await pendingMigrations(client)
    const missing = readMigrations().filter(
      ({ name }) => pending.includes(name) && (upTo === undefined || name <= upTo),
    )
    for (const migration of missing) {
      await inTransaction(client, `migrations/${migration.name}`, () => applyMigration(client, migration))
      log.debug({ migration: migration.name }, 'migration applied')
    }
    if (missing.length > 0) log.info({ migrations: missing.length, last: lastOf(missing).name }, 'migrations complete')
    await runMigrations({ connectionString: ownerUrl, maxPoolSize: 2 })
    if (upTo === undefined) {
      await createFunctions(client, log)
      await inTransaction(client, 'grants.sql', () => client.query(readSql('grants.sql')))
    }
    if (poolUrl !== undefined) await prepareLoginRole(client, poolUrl)
    return missing.map(({ name }) => name)
  } finally {
    await client.end() // also releases the advisory lock
  }
}

/** Creates the functions whose file differs from the one that the database has, each in its own transaction. */
async function createFunctions(client: pg.Client, log: Log): Promise<void> {
  await client.query(
    'create table if not exists public.schema_function (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from public.schema_function')
  for (const { name, sha256, sql } of readFolder('functions'))
    if (!rows.some((row) => row.name === name && row.sha256 === sha256)) {
      await inTransaction(client, `functions/${name}`, async () => {
        await client.query(sql)
        await client.query(
          `
            insert into public.schema_function (name, sha256)
            values ($1, $2)
            on conflict (name) do update
            set
              sha256 = excluded.sha256,
              at = now()
          `,
          [name, sha256],
        )
      })
      log.debug({ function: name }, 'function created')
    }
}

/** Oldest PostgreSQL version that our SQL is tested on; the embedded server is newer. */
const oldestServer = 15

/**
 * Refuses an older server, on which migrations would fail half-way, and one whose encoding stores bytes instead of
 * characters and counts Arabic letters twice.
 */
async function assertSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `
      select
        current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding
    `,
  )
  const { version, encoding } = one(rows)
  if (version < oldestServer)
    throw new Error(`the database is PostgreSQL ${version}, but Sunbul needs ${oldestServer} or newer`)
  if (encoding !== 'UTF8')
    throw new Error(
      `the database has the encoding ${encoding}: create one with create database sunbul encoding 'UTF8' template template0`,
    )
}

/**
 * Drops these schemas and recreates them empty, as these migrations created them, in `client`'s open transaction.
 * `migrate` applies the grants.
 */
export async function recreateSchemas(
  client: pg.Client,
  input: { readonly schemas: readonly string[]; readonly migrations: readonly string[] },
): Promise<void> {
  await client.query(`drop schema ${input.schemas.join(', ')} cascade`)
  await client.query('delete from public.schema_migration')
  // The migrations create earlier texts of the functions.
  await client.query('drop table if exists public.schema_function')
  for (const migration of readMigrations())
    if (input.migrations.includes(migration.name)) await applyMigration(client, migration)
}

/** Returns the migrations of this version that the database lacks. */
export async function pendingMigrations(
  client: pg.Client | pg.Pool,
  ours: readonly string[] = migrationNames(),
): Promise<string[]> {
  const applied = await appliedMigrations(client)
  return ours.filter((name) => applied.every((migration) => migration.name !== name))
}

/** Returns why this version can't use a database that another version created or migrated; undefined if it can. */
export async function findVersionProblem(client: pg.Client): Promise<string | undefined> {
  const reason = findOtherVersion(await appliedMigrations(client))
  return (
    reason &&
    `the database belongs to another version of Sunbul (${reason}) and was left unchanged: start that version, or use an empty database`
  )
}

/**
 * Throws if migrations are missing, for operators who migrate by hand: with an older database, this version's donations
 * would fail one by one.
 */
export async function assertMigrated(ownerUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: `${applicationPrefix}-migrate`,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const problem = (await findDirectUrlProblem(client, ownerUrl)) ?? (await findVersionProblem(client))
    if (problem) throw new Error(problem)
    const pending = await pendingMigrations(client)
    if (pending.length > 0)
      throw new Error(
        `the database lacks ${pending.length} migrations of this version; apply them with npm run sunbul -- migrate`,
      )
  } finally {
    await client.end()
  }
}

/** Returns the migrations that were applied to the database; the hash is empty if an earlier version stored none. */
async function appliedMigrations(client: pg.Client | pg.Pool): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query("select to_regclass('public.schema_migration') is not null as exists")
  if (!tables[0].exists) return []
  const { rows } = await client.query<AppliedMigration>(
    `select name, coalesce(to_jsonb(m) ->> 'sha256', '') as sha256 from public.schema_migration m order by name`,
  )
  return rows
}

async function applyMigration(client: pg.Client, { name, sha256, sql }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into public.schema_migration (name, sha256) values ($1, $2)', [name, sha256])
}

/** Normalizes line endings to LF, so that a checkout on Windows has the same hashes and function bodies. */
const readSql = (name: string) => fs.readFileSync(path.join(databaseFolder, name), 'utf8').replaceAll('\r\n', '\n')

/** Runs a migration with a lock timeout of 5 s, so that it fails instead of blocking every donation behind it. */
async function inTransaction(client: pg.Client, name: string, work: () => Promise<unknown>): Promise<void> {
  await client.query("begin; set local lock_timeout = '5s'")
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`database/${name}: ${String(error)}`, { cause: error })
  }
}
