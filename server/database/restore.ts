import { lastOf } from '#shared/collections.ts'
import fs from 'node:fs'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { analyzeDatabase } from './analyze.ts'
import { type BackupLine, type BackupManifest, backupVersion, readBackupLines } from './backup-lines.ts'
import { stagePictures } from './backup-pictures.ts'
import { disableTriggers, insertRows, recreateTablesIfLater, setSequences, tablesInOrder } from './backup-tables.ts'
import { listConnectedProcesses } from './connected-processes.ts'
import { findOtherVersion, migrate } from './migrate.ts'

/** Lock of a restore: two that run at once would mix their pictures. */
const restoreLock = 712_460

type StagedPictures = Awaited<ReturnType<typeof stagePictures>>

export type RestoreOptions = {
  readonly ownerUrl: string
  readonly file: string
  /** The folder of uploads; undefined if they are in a bucket. */
  readonly folder: string | undefined
  readonly log: Log
  /** Empties a database and picture folder that contain data. */
  readonly force: boolean
}

export type RestoreResult = {
  readonly rows: number
  readonly pictures: number
  /** Where the pictures of this backup are: in the backup, or in the operator's bucket. */
  readonly picturesIn: 'backup' | 'bucket'
}

/**
 * Restores a backup into an empty installation: applies the backup's migrations, inserts its rows, applies later
 * migrations and runs ANALYZE. In a database with later migrations the tables are first recreated in their earlier
 * form, so that those migrations process the restored rows. Refuses a backup of another version. Rows are inserted in
 * one transaction; pictures are staged until the whole backup is read and verified, and moved into place before the
 * commit. A restore that is killed leaves either the previous state or the complete backup. Refuses while the platform
 * is running, because a donation in progress would be charged and lost.
 */
export async function restore({ ownerUrl, file, folder, log, force }: RestoreOptions): Promise<RestoreResult> {
  if (!fs.existsSync(file)) throw new Error(`${file} doesn’t exist`)
  const lines = readBackupLines(file)
  const manifest = readManifest((await lines.next()).value, file)
  const migrations = manifest.migrations.map(({ name }) => name).toSorted()
  await assertNotRunning(ownerUrl)
  await migrate({ ownerUrl, log, upTo: lastOf(migrations) })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  let staged: StagedPictures | undefined
  try {
    await client.query('select pg_advisory_lock($1)', [restoreLock])
    await client.query("set search_path = ''; begin")
    if (!force) await assertEmptyDatabase(client)
    await recreateTablesIfLater(client, migrations)
    const tables = await tablesInOrder(client)
    if (manifest.pictures === 'here' && folder !== undefined) staged = await stagePictures(folder)
    const enableTriggers = await disableTriggers(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    // Queued jobs of the previous installation would run on the restored rows.
    await client.query(
      'select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs where locked_by is not null))',
    )
    await client.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    const { rows, isWhole } = await readLines(client, lines, tables, staged)
    if (!isWhole) throw new Error(`${file} is incomplete; nothing was restored`)
    await setSequences(client)
    await enableTriggers()
    if (!force) await assertNoOtherPictures(staged, folder)
    await staged?.moveIntoPlace()
    await client.query('commit')
    await staged?.removeOthers()
    await migrate({ ownerUrl, log })
    await analyzeDatabase(ownerUrl)
    return { rows, pictures: staged?.count() ?? 0, picturesIn: manifest.pictures === 'here' ? 'backup' : 'bucket' }
  } finally {
    await staged?.clear()
    await client.end()
  }
}

function readManifest(first: BackupLine | undefined, file: string): BackupManifest {
  if (!first || !('sunbul' in first)) throw new Error(`${file} is not a backup of Sunbul`)
  // Data in columns that only one of the two versions has would be lost silently.
  const reason =
    first.version === backupVersion ? findOtherVersion(first.migrations) : `format ${first.version} is unknown`
  if (reason)
    throw new Error(
      `${file} was written by another version of Sunbul (${reason}) and nothing was restored: restore it with that version`,
    )
  return first
}

/** Inserts the rows and stages the pictures of a backup; `isWhole` is true if the counts in its last line match. */
async function readLines(
  client: pg.Client,
  lines: AsyncIterable<BackupLine>,
  tables: readonly string[],
  staged: StagedPictures | undefined,
): Promise<{ rows: number; isWhole: boolean }> {
  let rows = 0
  let isWhole = false
  for await (const line of lines) {
    if ('end' in line) isWhole = line.end === rows && (line.files ?? 0) === (staged?.count() ?? 0)
    if ('file' in line) {
      if (!staged)
        throw new Error(
          'the backup contains pictures but S3_BUCKET is set: restore without S3_BUCKET, then copy DATA_DIR/media into the bucket',
        )
      await staged.add(line)
    }
    if (!('table' in line)) continue
    if (!tables.includes(line.table))
      throw new Error(`the backup has a table ${line.table}, which this version doesn’t have`)
    await insertRows(client, line)
    rows += line.rows.length
  }
  return { rows, isWhole }
}

async function assertNoOtherPictures(staged: StagedPictures | undefined, folder: string | undefined): Promise<void> {
  const others = (await staged?.listOthers()) ?? []
  if (others.length > 0)
    throw new Error(
      `${folder} has ${others.length} files that are not in the backup (${others[0]}, …); --force deletes them`,
    )
}

async function assertNotRunning(ownerUrl: string): Promise<void> {
  const names = await listConnectedProcesses(ownerUrl)
  if (names.length > 0) throw new Error(`Sunbul is running on this database (${names.join(', ')}): stop it first`)
}

async function assertEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'select exists (select from organizations.organization) or exists (select from identity.account) or exists (select from payments.intent) as used',
  )
  if (rows[0].used) throw new Error('this database is not empty; --force deletes its data first')
}
