/**
 * Writes `database/schema.sql` from a migrated database: `node scripts/schema.ts`. A test fails if the file is
 * outdated.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/pg.ts'

const databaseFolder = path.join(import.meta.dirname, '..', 'database')
/** The committed file. */
export const schemaFile = path.join(databaseFolder, 'schema.sql')

/** Returns a description of all objects that the migrations created, sorted by schema and name. */
export async function describeSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set search_path = ''")
    const { rows } = await client.query<{ schema: string; object: string; definition: string }>(
      fs.readFileSync(path.join(databaseFolder, 'catalogue.sql'), 'utf8'),
    )
    const objects = Map.groupBy(rows, ({ schema, object }) => `${schema} ${object}`)
    const definitions = [...objects.values()].map((parts) => parts.map(({ definition }) => definition).join('\n'))
    return (
      [
        '-- Generated from the migrations by `npx node scripts/schema.ts`, to read and to compare; not to run.',
        ...definitions,
      ].join('\n\n') + '\n'
    )
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-schema-'))
  fs.chmodSync(dataDir, 0o755)
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate({
      ownerUrl: postgres.url,
      log: { debug: () => {}, info: () => {}, warn: console.warn, error: console.error },
    })
    fs.writeFileSync(schemaFile, await describeSchema(postgres.url))
  } finally {
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
