import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { one, required } from '#shared/collections.ts'
import { folderStore } from '#server/archive/archive-store.ts'
import { writeBaseBackup } from '#server/archive/base-backup.ts'
import { copyBaseBackup } from '#server/archive/copy-base-backup.ts'

/** Donations that one round of statements adds. */
const batchSize = 50_000
/** Fundraisers over which the donations are spread. */
const campaignCount = 10_000
/** Days over which the donations are spread, up to today. */
const spreadDays = 1500

/** Settings of PostgreSQL that make adding millions of rows several times faster; nothing of it is durable. */
export const settingsForGrowth = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
}

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

type Column = { readonly name: string; readonly type: string; readonly isGenerated: boolean }
type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of each unique index. */
  readonly keys: readonly (readonly string[])[]
}
type Row = Readonly<Record<string, string | null>>

/** Rows of one real donation and of everything that followed it, as texts. */
export type Sample = {
  readonly rows: readonly { readonly table: Table; readonly row: Row }[]
  readonly campaign: string
  /** The database's time before the donation, as a text of its session. */
  readonly startedAt: string
}

async function readTables(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select
       c.oid::regclass::text as name,
       (
         select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
           'isGenerated', a.attgenerated <> '' or (a.attidentity <> '')) order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       ) as columns,
       coalesce((
         select json_agg((
           select json_agg(a.attname order by a.attnum)
           from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)
         ))
         from pg_index i where i.indrelid = c.oid and i.indisunique
       ), '[]') as keys
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by c.oid`,
  )
  return rows
}

const countOf = async (owner: pg.Client, { name }: Table): Promise<number> =>
  one((await owner.query<{ count: number }>(`select count(*)::int as count from ${name}`)).rows).count

/**
 * Makes one donation by `donate`, waits for what follows it by `settle`, and returns the rows that both added. Rows that
 * they only changed, such as totals, aren't part of the sample.
 */
export async function sampleDonation(
  owner: pg.Client,
  { campaign, donate, settle }: { campaign: string; donate: () => Promise<void>; settle: () => Promise<void> },
): Promise<Sample> {
  const tables = await readTables(owner)
  const before = new Map<string, number>()
  for (const table of tables) before.set(table.name, await countOf(owner, table))
  const { xid, startedAt } = one(
    (
      await owner.query<Record<'xid' | 'startedAt', string>>(
        'select pg_current_xact_id()::text as xid, clock_timestamp()::text as "startedAt"',
      )
    ).rows,
  )
  await donate()
  await settle()
  const rows: { table: Table; row: Row }[] = []
  for (const table of tables) {
    const added = (await countOf(owner, table)) - required(before.get(table.name))
    if (added <= 0) continue
    const texts = table.columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ')
    const found = await owner.query<Row>(
      `select ${texts} from ${table.name} where xmin::text::bigint > $1 order by ctid desc limit ${added}`,
      [Number(BigInt(xid) % 2n ** 32n)],
    )
    rows.push(...found.rows.map((row) => ({ table, row })))
  }
  return { rows, campaign, startedAt }
}

/**
 * Returns the statement that adds a copy of a sample's row for each row of `copy`: with ids of its own wherever the
 * sample's ids appear, also inside texts, other campaigns, and instants moved to the copy's. A row of several donations,
 * such as a charity's total of a day, is added once.
 */
function copyStatement({ rows, campaign, startedAt }: Sample, { table, row }: Sample['rows'][number]): string {
  const ids = idsOf(rows)
  const value = (column: Column): string | undefined => {
    const text = row[column.name]
    if (column.isGenerated) return undefined
    if (text === null || text === undefined) return 'null'
    const literal = pg.escapeLiteral(text)
    if (column.type.startsWith('timestamp') && text >= startedAt)
      return `m.instant + (${literal}::timestamptz - ${pg.escapeLiteral(startedAt)}::timestamptz)`
    if (column.type === 'bigint' && text === campaign && /campaign|subject/.test(column.name)) return 'm.campaign'
    const own = [...new Set([...text.matchAll(anyUuid)].map(([id]) => id))].filter((id) => ids.includes(id))
    if (own.length === 0) return `${literal}::${column.type}`
    if (column.type === 'uuid') return `m.id_${ids.indexOf(text)}`
    const replaced = own.reduce((sql, id) => `replace(${sql}, '${id}', m.id_${ids.indexOf(id)}::text)`, literal)
    return `(${replaced})::${column.type}`
  }
  const values = new Map(table.columns.map((column) => [column.name, value(column)]))
  const isDistinct = (name: string) => /\bm\.(?:id_|instant)/.test(values.get(name) ?? 'm.id_')
  for (const key of table.keys) {
    if (key.some(isDistinct)) continue
    const last = table.columns.findLast(
      ({ name, type }) => key.includes(name) && (type === 'text' || type === 'bytea' || name === 'serial'),
    )
    if (last) values.set(last.name, distinctValue(last.type, required(values.get(last.name))))
  }
  const given = [...values].filter(([, sql]) => sql !== undefined)
  return `insert into ${table.name} (${given.map(([name]) => pg.escapeIdentifier(name)).join(', ')})
    select ${given.map(([, sql]) => sql).join(', ')} from copy m
    on conflict do nothing`
}

/** A value that differs for each copy, for a unique column that contains no id. */
function distinctValue(type: string, sql: string): string {
  if (type === 'bytea') return `sha256((${sql}) || m.n::text::bytea)`
  return type === 'text' ? `(${sql}) || m.n` : `(${sql}) + m.n`
}

/** The ids that appear anywhere in the sample. */
const idsOf = (rows: Sample['rows']): string[] => [
  ...new Set(
    rows.flatMap(({ row }) =>
      Object.values(row).flatMap((text) => [...(text ?? '').matchAll(anyUuid)].map(([id]) => id)),
    ),
  ),
]

/**
 * Adds `count` copies of a sample, spread over the fundraisers from `firstCampaign` on and over the last 1,500 days;
 * `earlier` copies exist already.
 * Foreign keys aren't checked and nothing is made durable, because the database is deleted afterwards.
 */
export async function addCopies(
  owner: pg.Client,
  sample: Sample,
  {
    count,
    earlier,
    firstCampaign,
    report,
  }: { count: number; earlier: number; firstCampaign: string; report: (added: number) => Promise<void> },
): Promise<void> {
  const ids = idsOf(sample.rows)
  // Version 7 begins with its instant, so neighbours in time are neighbours in the index, as in a real database.
  const newIds = ids.map((id, index) =>
    id[14] === '7' ? `uuidv7(instant - clock_timestamp()) as id_${index}` : `gen_random_uuid() as id_${index}`,
  )
  const statements = sample.rows.map((row) => copyStatement(sample, row))
  await owner.query('set session_replication_role = replica; set synchronous_commit = off')
  for (let done = 0; done < count; done += batchSize) {
    const last = Math.min(done + batchSize, count)
    await owner.query(
      `create temp table copy as
       select c.*, ${newIds.join(', ')}
       from (
         select
           ${earlier} + n::bigint as n,
           now() - interval '${spreadDays} days' + (n::float8 / ${count}) * interval '${spreadDays - 1} days' as instant,
           ${firstCampaign} + n::bigint * 7919 % ${campaignCount} as campaign
         from generate_series(${done + 1}, ${last}) n
       ) c`,
    )
    for (const statement of statements) await owner.query(statement)
    await owner.query('drop table copy')
    await report(last)
  }
  await owner.query('set session_replication_role = origin; set synchronous_commit = on')
}

export type TableSize = { readonly name: string; readonly bytes: number; readonly indexBytes: number }

/** Returns the size of each table with its indexes and long values, largest first. */
export async function tableSizes(owner: pg.Client): Promise<TableSize[]> {
  const { rows } = await owner.query<{ name: string; bytes: string; indexBytes: string }>(
    `select
       c.oid::regclass::text as name,
       pg_total_relation_size(c.oid)::text as bytes,
       pg_indexes_size(c.oid)::text as "indexBytes"
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by pg_total_relation_size(c.oid) desc`,
  )
  return rows.map(({ name, bytes, indexBytes }) => ({ name, bytes: Number(bytes), indexBytes: Number(indexBytes) }))
}

/** Seconds and bytes of a base backup, compressed and not, and seconds of copying it back. */
export type BackupTimes = {
  readonly backupSeconds: number
  readonly copySeconds: number
  readonly bytes: number
  readonly compressedBytes: number
}

/**
 * Writes a base backup of the cluster in `dataDir`, stops and deletes the cluster, so that the disk needs to hold it only
 * once, and copies the backup back. The write-ahead log isn't archived, so what is copied is complete but not replayed.
 */
export async function timeBackup(dataDir: string, ownerUrl: string, stop: () => Promise<void>): Promise<BackupTimes> {
  const cluster = path.join(dataDir, 'pgdata')
  const archive = path.join(dataDir, 'archive')
  fs.mkdirSync(archive)
  const store = folderStore(archive)
  const seconds = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return (performance.now() - begun) / 1000
  }
  const manifests: Awaited<ReturnType<typeof writeBaseBackup>>[] = []
  const backupSeconds = await seconds(async () =>
    manifests.push(
      await writeBaseBackup({
        ownerUrl,
        cluster,
        store,
        signal: new AbortController().signal,
        waitForSegment: async () => {},
      }),
    ),
  )
  await stop()
  fs.rmSync(cluster, { recursive: true })
  const manifest = one(manifests)
  const copySeconds = await seconds(() => copyBaseBackup(store, manifest, cluster))
  const objects = await store.list('base/')
  return {
    backupSeconds,
    copySeconds,
    bytes: manifest.bytes,
    compressedBytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
