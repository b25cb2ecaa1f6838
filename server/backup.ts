import fs from 'node:fs'
import { createGunzip, createGzip } from 'node:zlib'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import type { Log } from '#shared/ports.ts'
import { migrate } from './migrate.ts'

const batch = 2000
const quoted = (name: string): string => name.split('.').map((part) => `"${part}"`).join('.')

/** Every table of the product, with those it points to before it. */
const tablesSql = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('identity', 'flags', 'notifications', 'organizations', 'campaigns', 'payments', 'ledger', 'giving', 'outbox', 'receipts', 'comments') order by 1`

/** One consistent snapshot as gzipped JSON lines: a manifest, then table after table. Answers the number of rows. */
export async function backUp(ownerUrl: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const zip = createGzip()
  const target = fs.createWriteStream(file, { mode: 0o600 })
  zip.pipe(target)
  const write = async (line: object) => {
    if (!zip.write(`${JSON.stringify(line)}\n`)) await once(zip, 'drain')
  }
  let rows = 0
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = (await client.query<{ name: string }>('select name from public.schema_migration order by name')).rows.map((row) => row.name)
    await write({ sunbul: 'backup', version: 1, migrations })
    for (const { name } of (await client.query<{ name: string }>(tablesSql)).rows) {
      await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${quoted(name)} t`)
      for (;;) {
        const fetched = (await client.query<{ row: string }>(`fetch ${batch} from rows`)).rows
        if (fetched.length === 0) break
        await write({ table: name, rows: fetched.map((each) => each.row) })
        rows += fetched.length
      }
      await client.query('close rows')
    }
    await client.query('commit')
  } finally {
    zip.end()
    await finished(target)
    await client.end()
  }
  return rows
}

/** Fills an empty database (or, with `force`, one that is emptied first) up to the snapshot's own migrations, then migrates on. */
export async function restore({ ownerUrl, file, log, force }: { ownerUrl: string; file: string; log: Log; force: boolean }): Promise<number> {
  const lines = createInterface({ input: fs.createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  let rows = 0
  try {
    let isFirst = true
    for await (const line of lines) {
      const entry = JSON.parse(line) as { sunbul?: string; migrations?: string[]; table?: string; rows?: string[] }
      if (isFirst) {
        if (entry.sunbul !== 'backup') throw new Error('this is not a backup of Sunbul')
        await prepare(client, { ownerUrl, log, force, upTo: entry.migrations!.at(-1)! })
        await client.query("begin; set local session_replication_role = 'replica'")
        isFirst = false
        continue
      }
      const name = quoted(entry.table!)
      const columns = (await client.query<{ name: string }>(`select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`, [name])).rows.map((row) => row.name).join(', ')
      await client.query(`insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`, [`[${entry.rows!.join(',')}]`])
      rows += entry.rows!.length
    }
    await client.query('commit')
    await setSequences(client)
  } finally {
    await client.end()
  }
  await migrate({ ownerUrl, log })
  return rows
}

async function prepare(client: pg.Client, { ownerUrl, log, force, upTo }: { ownerUrl: string; log: Log; force: boolean; upTo: string }): Promise<void> {
  await migrate({ ownerUrl, log, upTo })
  const tables = (await client.query<{ name: string }>(tablesSql)).rows.map((row) => row.name)
  const { rows } = await client.query('select exists (select from organizations.organization) or exists (select from payments.intent) as is_used')
  if (rows[0].is_used && !force) throw new Error('this database is not empty; --force empties it first')
  await client.query(`begin; set local session_replication_role = 'replica'; truncate ${tables.map(quoted).join(', ')}; commit`)
}

/** Numbers go on after the restored ones. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence, format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace where a.attidentity <> '' and n.nspname not in ('pg_catalog', 'graphile_worker')`,
  )
  for (const { sequence, table, column } of rows) await client.query(`select setval($1, greatest((select coalesce(max(${column}), 0) from ${table}), 1), (select count(*) > 0 from ${table}))`, [sequence])
}
