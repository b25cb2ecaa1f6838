import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'

const chunk = 1500

/** Serializes rows exactly: a bigint becomes a string. */
const asJson = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/**
 * Writes many rows of one table, in chunks of one statement each. All rows have the same columns; omitted ones get
 * their default. The demo's past didn't come from use cases, so this is the only code outside the modules that names
 * their tables.
 */
export async function writeRows(tx: Tx, table: `${string}.${string}`, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(one(rows)).map((column) => sql.ref(column)))
  for (let from = 0; from < rows.length; from += chunk)
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(rows.slice(from, from + chunk))}::jsonb)
    `.execute(tx)
}
