import path from 'node:path'
import { openArchive } from '../archive/archive-store.ts'
import { restoreCluster } from '../archive/restore-cluster.ts'
import { RestoreProblem } from '../archive/restore-problem.ts'
import { ConfigurationError, loadConfig } from '../config/config.ts'
import { describeError } from '../ops/describe-error.ts'

/** Reads the time of a restore: ISO 8601 with a zone, or “latest”. Returns undefined for anything else. */
export function readRestoreTime(text: string): Date | 'latest' | undefined {
  if (text === 'latest') return 'latest'
  const isComplete = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/.test(text)
  // PostgreSQL prints a zone of hours only, as in 2026-11-29 12:00:00+00.
  const time = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return isComplete && !Number.isNaN(time.getTime()) ? time : undefined
}

/**
 * Restores the database at a time from `ARCHIVE` into a new cluster beside the old one, and prints what to do next. It
 * changes nothing in the old one, which may still run. Returns the exit code: 1 if the time can't be restored.
 */
export async function restoreToTime(target: Date | 'latest', environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    const config = loadConfig(environment)
    const store = openArchive(config)
    if (!store) throw new RestoreProblem('ARCHIVE isn’t set: set it to the archive that you want to restore from')
    const { folder, segments, lastTransaction } = await restoreCluster({
      store,
      dataDir: config.DATA_DIR,
      target,
      report: (step) => console.log(`${step} (${seconds()} s)`),
    })
    console.log(
      `Restored into ${folder} with ${segments} WAL segments in ${seconds()} s. ${lastTransaction === undefined ? 'No transaction was replayed.' : `The last transaction is from ${lastTransaction}.`}`,
    )
    for (const line of describeNextSteps(folder, config.DATA_DIR)) console.log(line)
    return 0
  } catch (error) {
    if (error instanceof ConfigurationError) {
      console.error(error.message)
      return 78
    }
    console.error(error instanceof RestoreProblem ? error.message : describeError(error))
    return 1
  }
}

const describeNextSteps = (folder: string, dataDir: string): string[] => [
  'Nothing has changed yet. Next (docs/operations.md, “Recovery”):',
  '  1. Stop all processes of Sunbul. A charge that is made after the restored time is known only to the provider.',
  `  2. mv ${path.join(dataDir, 'pgdata')} ${path.join(dataDir, 'pgdata.before-restore')}`,
  `  3. mv ${folder} ${path.join(dataDir, 'pgdata')}`,
  '  4. Start Sunbul. Charging of plans stops by itself if the provider has later charges.',
  '  5. npm run sunbul -- plans status, then plans resume: missing charges are imported, others appear at /staff/refunds.',
]
