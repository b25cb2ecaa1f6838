/** Creates a migrated PostgreSQL database for a test file, copied from the run's template in about 100 ms. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Log } from '#shared/ports.ts'
import { applicationRole, openDatabase, type Database } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/pg.ts'
import { clusterSettings } from './cluster.ts'

export type TestDatabase = {
  /** Connection with the application's role, which can't change the ledger. */
  readonly url: string
  /** URL with the owner's role. */
  readonly ownerUrl: string
  /** A small connection pool with the application's role, closed by `drop`. */
  readonly database: Database
  drop(): Promise<void>
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

const templateLock = 712_451

/** A database that is filled once in a run and then copied. */
export type Template = { readonly name: string; fill(ownerUrl: string): Promise<unknown> }
const migratedTemplate: Template = {
  name: 'sunbul_template',
  fill: (ownerUrl) => migrate({ ownerUrl, log: silentLog }),
}

/**
 * Creates a test database; call it in `beforeAll`, and `drop` in `afterAll`. `migrated: false`: an empty database. A
 * `template` fills a migrated one.
 */
export async function createTestDatabase({
  migrated = true,
  max = 5,
  template,
}: { migrated?: boolean; max?: number; template?: Template | undefined } = {}): Promise<TestDatabase> {
  const { url: adminUrl } = await startEmbedded({
    dataDir: inject('clusterDir'),
    database: 'postgres',
    settings: clusterSettings,
  })
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(adminUrl, async (admin) => {
    if (!migrated) return admin.query(`create database ${name} strategy file_copy`)
    await ensureTemplate(admin, adminUrl, migratedTemplate)
    if (template) await ensureTemplate(admin, adminUrl, template, migratedTemplate.name)
    await admin.query(`create database ${name} template ${(template ?? migratedTemplate).name} strategy file_copy`)
  })
  const ownerUrl = urlOf(adminUrl, name)
  const url = `${ownerUrl}?options=${encodeURIComponent(`-c role=${applicationRole}`)}`
  const database = openDatabase({ url, log: silentLog, max, name: 'test' })
  return {
    url,
    ownerUrl,
    database,
    drop: async () => {
      await database.close()
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function ensureTemplate(
  admin: pg.Client,
  adminUrl: string,
  { name, fill }: Template,
  copyOf?: string,
): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [templateLock])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount === 1) return
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} ${copyOf === undefined ? '' : `template ${copyOf}`} strategy file_copy`)
    await fill(urlOf(adminUrl, name))
    await admin.query(`alter database ${name} is_template true`)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [templateLock])
  }
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
