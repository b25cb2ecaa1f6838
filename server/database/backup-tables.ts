import { one } from '#shared/collections.ts'
import type pg from 'pg'
import { recreateSchemas } from './migrate.ts'

/**
 * Excludes the system's schemas, the job queue (recurring jobs queue their work again; other jobs are lost) and the
 * list of migrations (which are applied, not copied).
 */
const ourTables =
  "c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'pg_toast', 'public')"
const named = 'pg_class c join pg_namespace n on n.oid = c.relnamespace'

/**
 * Returns every table, each after those it references, so that rows can be inserted in this order. Deferred references
 * are checked at commit and don't count; tables may reference each other through one.
 */
export async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from ${named} where ${ourTables} order by 1`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `
      select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
      from pg_constraint
      where contype = 'f' and conrelid <> confrelid and not condeferred
    `,
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

/** If the database has later migrations than a backup, recreates the tables as the backup's migrations created them. */
export async function recreateTablesIfLater(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows: later } = await client.query('select from public.schema_migration where name <> all($1)', [migrations])
  if (later.length === 0) return
  const { rows: schemas } = await client.query<{ name: string }>(
    `select distinct quote_ident(n.nspname) as name from ${named} where ${ourTables}`,
  )
  await client.query('set local search_path = public')
  await recreateSchemas(client, { schemas: schemas.map(({ name }) => name), migrations })
  await client.query("set local search_path = ''")
}

/**
 * Disables triggers during a restore, because they already checked the rows when these were first written. An owner
 * without superuser rights can disable only their own triggers.
 */
export async function disableTriggers(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
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

/** Inserts rows, each as JSON text, into a table. */
export async function insertRows(
  client: pg.Client,
  { table, rows }: { table: string; rows: readonly string[] },
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `
      select quote_ident(attname) as name
      from pg_catalog.pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    `,
    [table],
  )
  const list = columns.map(({ name }) => name).join(', ')
  const sql = `
    insert into ${table} (${list}) overriding system value
    select ${list}
    from jsonb_populate_recordset(null::${table}, $1::jsonb)
  `
  await client.query(sql, [`[${rows.join(',')}]`])
}

/** Sets every sequence to continue after the greatest number of its column. */
export async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; plain: string }>(
    `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column", a.attname as plain
     from ${named} join pg_catalog.pg_attribute a on a.attrelid = c.oid where ${ourTables} and a.attidentity <> ''`,
  )
  for (const { table, column, plain } of rows) {
    await client.query(
      `
        select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 1), max(${column}) is not null)
        from ${table}
      `,
      [table, plain],
    )
  }
}
