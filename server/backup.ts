/** One consistent snapshot of every table in a file, and a database filled from it. The keys that seal fields (FIELD_KEY) are not in it. */
import { once } from 'node:events'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { migrate } from './migrate.ts'

/** A file is a line of JSON each: the manifest, tables in batches of rows, and the count that says it is whole. */
type Line =
  | { readonly sunbul: 'backup'; readonly version: 1; readonly at: string; readonly migrations: readonly string[] }
  | { readonly table: string; readonly rows: readonly string[] }
  | { readonly end: number }

const batch = 2000
/** Not ours to copy: the system's schemas, the job queue (its jobs are made again) and the list of migrations (applied, not copied). */
const ours = "c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'pg_toast', 'public')"
const named = 'pg_class c join pg_namespace n on n.oid = c.relnamespace'

/** Every table of the product, each after those it points to, so that rows can be put back in this order. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name from ${named} where ${ours} order by 1`)
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

/** Answers the number of rows written. The file appears under its name only when it is whole. */
export async function backUp(ownerUrl: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const draft = `${file}.part`
  const zip = createGzip()
  const target = fs.createWriteStream(draft, { mode: 0o600 })
  const written = pipeline(zip, target)
  written.catch(() => zip.destroy())
  const write = async (line: Line) => {
    if (!zip.write(`${JSON.stringify(line)}\n`)) await once(zip, 'drain')
  }
  let rows = 0
  try {
    await client.query("set search_path = ''; begin isolation level repeatable read read only")
    const { rows: applied } = await client.query<{ name: string; at: Date }>('select name, now() as at from public.schema_migration order by name')
    await write({ sunbul: 'backup', version: 1, at: applied[0]!.at.toISOString(), migrations: applied.map(({ name }) => name) })
    for (const table of await tablesInOrder(client)) {
      // Rows stay text from end to end: no number of theirs ever passes through a double.
      await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${table} t`)
      for (;;) {
        const { rows: fetched } = await client.query<{ row: string }>(`fetch ${batch} from rows`)
        if (fetched.length === 0) break
        await write({ table, rows: fetched.map(({ row }) => row) })
        rows += fetched.length
      }
      await client.query('close rows')
    }
    await client.query('commit')
    await write({ end: rows })
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
  return rows
}

export type RestoreOptions = {
  readonly ownerUrl: string
  readonly file: string
  readonly log: Log
  /** Empties a database that is in use first. */ readonly force: boolean
}

/** Fills an empty database up to the snapshot's own migrations, in one transaction, then migrates on. Answers the number of rows. */
export async function restore({ ownerUrl, file, log, force }: RestoreOptions): Promise<number> {
  const lines = linesOf(file)
  const first = (await lines.next()).value
  if (!first || !('sunbul' in first)) throw new Error(`${file} is not a backup of Sunbul`)
  await migrate({ ownerUrl, log, upTo: first.migrations.at(-1)! })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("set search_path = ''; begin")
    const tables = await tablesInOrder(client)
    if (!force) await refuseUsed(client)
    const enableTriggers = await disableTriggers(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    let rows = 0
    let isWhole = false
    for await (const line of lines) {
      if ('end' in line) isWhole = line.end === rows
      if (!('table' in line)) continue
      if (!tables.includes(line.table)) throw new Error(`the backup has a table ${line.table} that this version does not know`)
      await insert(client, line)
      rows += line.rows.length
    }
    if (!isWhole) throw new Error(`${file} is not whole; nothing was restored`)
    await setSequences(client)
    await enableTriggers()
    await client.query('commit')
    await migrate({ ownerUrl, log })
    return rows
  } finally {
    await client.end()
  }
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

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'select exists (select from organizations.organization) or exists (select from identity.account) or exists (select from payments.intent) as used',
  )
  if (rows[0].used) throw new Error('this database is not empty; --force empties it first')
}

/** What the triggers guard was guarded when the rows were written. An owner without a superuser's rights switches off their own ones. */
async function disableTriggers(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ super: boolean }>('select rolsuper as super from pg_catalog.pg_roles where rolname = current_user')
  if (rows[0]!.super) {
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
    await client.query(`select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`, [table, plain])
  }
}
