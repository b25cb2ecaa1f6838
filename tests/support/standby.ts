/** Standbys for tests: a real one of an embedded PostgreSQL, and the database itself, read-only. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { unprivilegedUser } from '#server/database/pg-binaries.ts'
import { openDatabase } from '#server/database/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/database/pg.ts'
import type { Standby } from '#server/database/standby.ts'
import { silentLog, type TestDatabase } from './database.ts'

/** Files of the running primary that its copy must not have. */
const ofPrimary = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pg_wal\/.+|pgsql_tmp.*)$/

/**
 * Copies the primary in `primaryDir` into the new folder `dataDir` and starts it as a streaming standby. `settings`: as
 * `startEmbedded` has them.
 */
export async function startStandby({
  primaryUrl,
  primaryDir,
  dataDir,
  settings = {},
}: {
  readonly primaryUrl: string
  readonly primaryDir: string
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<EmbeddedPostgres> {
  const [from, cluster] = [path.join(primaryDir, 'pgdata'), path.join(dataDir, 'pgdata')]
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    fs.cpSync(from, cluster, { recursive: true, filter: (file) => !ofPrimary.test(path.relative(from, file)) })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    fs.writeFileSync(path.join(cluster, 'backup_label'), one(rows).label)
  } finally {
    await client.end()
  }
  const { hostname, port, username, password } = new URL(primaryUrl)
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  fs.appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  fs.writeFileSync(path.join(cluster, 'standby.signal'), '')
  fs.copyFileSync(path.join(primaryDir, 'postgres.secret'), path.join(dataDir, 'postgres.secret'))
  fs.writeFileSync(path.join(dataDir, 'postgres.log'), '')
  fs.chmodSync(cluster, 0o700)
  const user = unprivilegedUser()
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster, path.join(dataDir, 'postgres.log')])
  return startEmbedded({ dataDir, settings })
}

/**
 * Returns a standby that is always current: the database itself, where each transaction is read-only. `isUsed` becomes
 * true when something reads from it.
 */
export function readOnlyStandby({ url }: TestDatabase): Standby & { isUsed: boolean } {
  const readOnly = new URL(url)
  readOnly.searchParams.set(
    'options',
    `${readOnly.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`,
  )
  const { db, statement, close } = openDatabase({ url: readOnly.href, log: silentLog, max: 2, name: 'read' })
  const standby = {
    db,
    statement,
    close,
    isUsed: false,
    state: () => 'usable' as const,
    lagMs: () => 0,
    retries: () => 0,
    refresh: async () => undefined,
    read: <T>(onStandby: () => Promise<T>): Promise<T> => {
      standby.isUsed = true
      return onStandby()
    },
  }
  return standby
}
