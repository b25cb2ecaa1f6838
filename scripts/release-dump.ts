/**
 * `npm run release-dump`: writes the database of a new demo of this version to `database/releases/<version>.backup`, for
 * `server/database/releases.test.ts`. Run it once, on the commit of the release.
 */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { backUp } from '#server/database/backup.ts'
import { withDemo } from './demo.ts'

const root = path.join(import.meta.dirname, '..')
/** The limit of a dump in the repository, in bytes. */
const maxBytes = 2_000_000
/** How long the jobs that a new demo queues may take, in milliseconds. */
const jobsMs = 60_000

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
const name = process.argv[2] ?? version
if (name.includes('-')) throw new Error(`${name} is not a release: set the version in package.json first`)
const file = path.join(root, 'database/releases', `${name}.backup`)

await withDemo(
  'release',
  async ({ databaseUrl }) => {
    await waitForJobs(databaseUrl)
    const { rows } = await backUp({ ownerUrl: databaseUrl, file, folder: undefined })
    const { size } = fs.statSync(file)
    console.log(`Wrote ${rows} rows to ${path.relative(root, file)} (${size} bytes)`)
    if (size > maxBytes) throw new Error(`the dump has more than ${maxBytes} bytes`)
  },
  { DEMO_SIZE: 'small', PAGES: 'no', FIELD_KEY: Buffer.alloc(32, 5).toString('base64') },
)

async function waitForJobs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const end = Date.now() + jobsMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 500))) {
      const { rowCount } = await client.query('select from graphile_worker.jobs where run_at <= now() limit 1')
      if (rowCount === 0) return
    }
    throw new Error('jobs of the demo are still queued')
  } finally {
    await client.end()
  }
}
