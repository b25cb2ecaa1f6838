import pg from 'pg'
import { applicationPrefix } from './connected-processes.ts'

/**
 * Collects the planner's statistics of every table after a bulk load; until autovacuum runs, queries would be planned
 * for empty tables. `ownerUrl` logs in as the owner, because only a table's owner may analyze it.
 */
export async function analyzeDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: `${applicationPrefix}-analyze` })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Without superuser rights, ANALYZE skips the system's tables with a warning for each.
    await client.query('set statement_timeout = 0; set client_min_messages = error; analyze')
  } finally {
    await client.end()
  }
}
