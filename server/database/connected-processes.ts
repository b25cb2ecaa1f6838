import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Prefix of the `application_name` of all our connections; the last process to disconnect stops the server. */
export const applicationPrefix = 'sunbul'

/**
 * Lists the platform's processes that are connected to a database. It waits for the connection of a process that was
 * just killed to end.
 */
export async function listConnectedProcesses(url: string, patienceMs = 3000): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    for (const since = performance.now(); ; await sleep(200)) {
      const { rows } = await client.query<{ name: string }>(
        `
          select distinct application_name as name
          from pg_stat_activity
          where datname = current_database() and application_name = any($1)
          order by 1
        `,
        [['web', 'worker', 'all', 'jobs'].map((role) => `${applicationPrefix}-${role}`)],
      )
      if (rows.length === 0 || performance.now() - since > patienceMs) return rows.map(({ name }) => name)
    }
  } finally {
    await client.end()
  }
}

/**
 * Whether a process of the platform is connected to a database. A server that doesn't respond counts as in use, because
 * stopping it could lose the work of a process.
 */
export async function isInUse(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `
        select
        from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend' and application_name like $1
        limit 1
      `,
      [`${applicationPrefix}%`],
    )
    return rowCount !== 0
  } catch (error) {
    return (error as { code?: string }).code !== 'ECONNREFUSED'
  } finally {
    await client.end().catch(() => undefined)
  }
}
