/**
 * One consistent snapshot of every table and of the pictures it names in a file, and an installation filled from it.
 * The keys that seal fields (FIELD_KEY) are not in it.
 */
import { lastOf, one } from '#shared/collections.ts'
import { once } from 'node:events'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { type FileLine, picturesOf, stagePictures } from './backup-pictures.ts'
import { analyzeDatabase } from './analyze.ts'
import { type AppliedMigration, findOtherVersion, findVersionProblem, migrate, remakeSchemas } from './migrate.ts'
import { whoIsAtWork } from './pg.ts'
import { findDirectUrlProblem } from './pooler.ts'

/**
 * A file has lines of JSON: the manifest, pictures, tables in batches of rows, and the counts that show it is complete.
 */
type Line =
  | Manifest
  | FileLine
  | { readonly table: string; readonly rows: readonly string[] }
  | { readonly end: number; readonly files?: number }
type Manifest = {
  readonly sunbul: 'backup'
  readonly version: number
  readonly at: string
  readonly migrations: readonly AppliedMigration[]
  /** `bucket`: they lay in S3 and are not here. */
  readonly pictures: 'here' | 'bucket'
}
const version = 3
/** Two restores at once would mix their pictures. */
const restoreLock = 712_460
/** Two backups into one file at once would write over each other. */
const backupLock = 712_461

const batch = 2000
/**
 * Not ours to copy: the system's schemas, the job queue (what waited in it is begun again by whoever looks for it, or
 * lost) and the list of migrations (applied, not copied).
 */
const ours =
  "c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'pg_toast', 'public')"
const named = 'pg_class c join pg_namespace n on n.oid = c.relnamespace'

/** Every table of the product, each after those it points to, so that rows can be put back in this order. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from ${named} where ${ours} order by 1`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    for (const { to } of references.filter((reference) => reference.from === name)) visit(to)
    ordered.push(name)
  }
  for (const { name } of tables) visit(name)
  return ordered
}

export type BackedUp = {
  readonly rows: number
  readonly pictures: number
  /** Pictures that something shows and whose file is missing or cut: lost before. */
  readonly lost: readonly string[]
}

/**
 * The file appears under its name only when it is whole. `folder`: where uploads lie; undefined: in a bucket. Pictures
 * are read once the snapshot is taken: every row of it had its file by then, and one that loses it meanwhile is shown
 * nowhere and stays out.
 */
export async function backUp({
  ownerUrl,
  file,
  folder,
}: {
  readonly ownerUrl: string
  readonly file: string
  readonly folder: string | undefined
}): Promise<BackedUp> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const problem = (await findDirectUrlProblem(client, ownerUrl)) ?? (await findVersionProblem(client))
  if (problem) {
    await client.end()
    throw new Error(problem)
  }
  const { rows: asked } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as mine',
    [backupLock, file],
  )
  if (!one(asked).mine) {
    await client.end()
    throw new Error(`${file} is being written by another backup`)
  }
  const draft = `${file}.part`
  const zip = createGzip()
  const target = fs.createWriteStream(draft, { mode: 0o600, flush: true })
  const written = pipeline(zip, target)
  written.catch(() => zip.destroy())
  const write = async (line: Line) => {
    // What cannot be written, in a folder that is not there or on a full disk, drains no more.
    if (!zip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(zip, 'drain'), written])
  }
  let rows = 0
  let pictures = 0
  const going: string[] = []
  const lost: string[] = []
  try {
    await client.query("set search_path = ''; begin isolation level repeatable read read only")
    const { rows: applied } = await client.query<AppliedMigration & { at: Date }>(
      'select name, sha256, now() as at from public.schema_migration order by name',
    )
    await write({
      sunbul: 'backup',
      version,
      at: one(applied).at.toISOString(),
      migrations: applied.map(({ name, sha256 }) => ({ name, sha256 })),
      pictures: folder === undefined ? 'bucket' : 'here',
    })
    if (folder !== undefined)
      for await (const found of picturesOf(client, folder)) {
        if (found.kind === 'going') going.push(found.id)
        if (found.kind === 'lost') lost.push(found.key)
        if (found.kind !== 'there') continue
        await write(found.line)
        pictures += 1
      }
    for (const table of await tablesInOrder(client)) {
      const but =
        table === 'media.picture' && going.length > 0
          ? `where id not in (${going.map((id) => `'${id}'`).join(', ')})`
          : ''
      // Rows stay text from end to end: no number of theirs ever passes through a double.
      await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${table} t ${but}`)
      for (;;) {
        const { rows: fetched } = await client.query<{ row: string }>(`fetch ${batch} from rows`)
        if (fetched.length === 0) break
        await write({ table, rows: fetched.map(({ row }) => row) })
        rows += fetched.length
      }
      await client.query('close rows')
    }
    await client.query('commit')
    await write({ end: rows, files: pictures })
    zip.end()
    await written
    fs.renameSync(draft, file)
  } catch (error) {
    zip.destroy()
    await finished(target).catch(() => undefined)
    fs.rmSync(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
  return { rows, pictures, lost }
}

export type RestoreOptions = {
  readonly ownerUrl: string
  readonly file: string
  /** Where uploads lie; undefined: in a bucket. */ readonly folder: string | undefined
  readonly log: Log
  /** Empties what is in use first, database and pictures. */ readonly force: boolean
}

export type Restored = {
  readonly rows: number
  readonly pictures: number
  /** Where pictures of this backup are: in it, or in the operator's bucket. */
  readonly picturesIn: 'backup' | 'bucket'
}

/**
 * Fills an empty installation up to the snapshot's own migrations, then migrates on and ends with ANALYZE. In a
 * database with later migrations the tables are first recreated as they were then, so that those migrations find the
 * restored rows. Refuses a backup of another version. Rows come in one transaction; pictures lie beside their folder
 * until all of the backup was read and found whole, and are moved in before the rows are committed. Killed at any
 * moment, it leaves what was before, or all of it. Not while the platform works there: a gift under way would be charged
 * and lost.
 */
export async function restore({ ownerUrl, file, folder, log, force }: RestoreOptions): Promise<Restored> {
  if (!fs.existsSync(file)) throw new Error(`${file} is not there`)
  const lines = linesOf(file)
  const first = (await lines.next()).value
  if (!first || !('sunbul' in first)) throw new Error(`${file} is not a backup of Sunbul`)
  // Columns that only one of the two versions has would be lost silently.
  const reason =
    first.version === version ? findOtherVersion(first.migrations) : `its format ${first.version} is unknown here`
  if (reason)
    throw new Error(
      `${file} was written by another version of Sunbul (${reason}) and nothing was restored: restore it with that version`,
    )
  const migrations = first.migrations.map(({ name }) => name).toSorted()
  await refuseAtWork(ownerUrl)
  await migrate({ ownerUrl, log, upTo: lastOf(migrations) })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  let staged: Awaited<ReturnType<typeof stagePictures>> | undefined
  try {
    await client.query('select pg_advisory_lock($1)', [restoreLock])
    await client.query("set search_path = ''; begin")
    if (!force) await refuseUsed(client)
    await remakeIfLater(client, migrations)
    const tables = await tablesInOrder(client)
    if (first.pictures === 'here' && folder !== undefined) staged = await stagePictures(folder)
    const enableTriggers = await disableTriggers(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    // Jobs of what was here before would be done on rows that are not theirs.
    await client.query(
      'select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs where locked_by is not null))',
    )
    await client.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    let rows = 0
    let isWhole = false
    for await (const line of lines) {
      if ('end' in line) isWhole = line.end === rows && (line.files ?? 0) === (staged?.count() ?? 0)
      if ('file' in line) {
        if (!staged)
          throw new Error(
            'the backup has pictures, and S3_BUCKET is set: restore without it, then copy DATA_DIR/media into the bucket',
          )
        await staged.add(line)
      }
      if (!('table' in line)) continue
      if (!tables.includes(line.table))
        throw new Error(`the backup has a table ${line.table} that this version does not know`)
      await insert(client, line)
      rows += line.rows.length
    }
    if (!isWhole) throw new Error(`${file} is not whole; nothing was restored`)
    await setSequences(client)
    await enableTriggers()
    if (!force) await refuseOthers(staged, folder)
    await staged?.place()
    await client.query('commit')
    await staged?.removeOthers()
    await migrate({ ownerUrl, log })
    await analyzeDatabase(ownerUrl)
    return { rows, pictures: staged?.count() ?? 0, picturesIn: first.pictures === 'here' ? 'backup' : 'bucket' }
  } finally {
    await staged?.clear()
    await client.end()
  }
}

async function refuseOthers(
  staged: Awaited<ReturnType<typeof stagePictures>> | undefined,
  folder: string | undefined,
): Promise<void> {
  const others = (await staged?.others()) ?? []
  if (others.length > 0)
    throw new Error(
      `${folder} has ${others.length} files that are not in the backup (${others[0]}, …); --force takes them away`,
    )
}

async function* linesOf(file: string): AsyncGenerator<Line, undefined> {
  const text = new PassThrough()
  const read = pipeline(fs.createReadStream(file), createGunzip(), text)
  read.catch(() => undefined)
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield JSON.parse(line) as Line
  } catch (error) {
    throw new Error(`${file} is damaged: ${String(error)}`, { cause: error })
  }
  await read
}

async function refuseAtWork(ownerUrl: string): Promise<void> {
  const names = await whoIsAtWork(ownerUrl)
  if (names.length > 0) throw new Error(`Sunbul is running on this database (${names.join(', ')}): stop it first`)
}

async function remakeIfLater(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows: later } = await client.query('select from public.schema_migration where name <> all($1)', [migrations])
  if (later.length === 0) return
  const { rows: schemas } = await client.query<{ name: string }>(
    `select distinct quote_ident(n.nspname) as name from ${named} where ${ours}`,
  )
  await client.query('set local search_path = public')
  await remakeSchemas(client, { schemas: schemas.map(({ name }) => name), migrations })
  await client.query("set local search_path = ''")
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'select exists (select from organizations.organization) or exists (select from identity.account) or exists (select from payments.intent) as used',
  )
  if (rows[0].used) throw new Error('this database is not empty; --force empties it first')
}

/**
 * What the triggers guard was guarded when the rows were written. An owner without a superuser's rights switches off
 * their own ones.
 */
async function disableTriggers(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_catalog.pg_roles where rolname = current_user',
  )
  if (one(rows).super) {
    await client.query("set local session_replication_role = 'replica'")
    return () => Promise.resolve()
  }
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    await client.query('set constraints all immediate')
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  }
}

async function insert(client: pg.Client, { table, rows }: { table: string; rows: readonly string[] }): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_catalog.pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const list = columns.map(({ name }) => name).join(', ')
  const sql = `insert into ${table} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
  await client.query(sql, [`[${rows.join(',')}]`])
}

/** Numbers go on after the restored ones. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; plain: string }>(
    `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column", a.attname as plain
     from ${named} join pg_catalog.pg_attribute a on a.attrelid = c.oid where ${ours} and a.attidentity <> ''`,
  )
  for (const { table, column, plain } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [table, plain],
    )
  }
}
