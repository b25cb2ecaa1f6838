import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { WorkerEvents } from 'graphile-worker'
import type { Log } from '#shared/ports.ts'

const renewEveryMs = 15_000
/** A job with an older lease is free for another worker. graphile-worker itself would free it after four hours. */
const leaseSeconds = 120

/**
 * The only file that uses a private table of graphile-worker (tests/architecture.test.ts). No public function renews or
 * frees the lock of a single job: `force_unlock_workers` frees all jobs of a worker, including the one that is running,
 * and `complete_jobs` and `reschedule_jobs` skip locked jobs.
 */
const table = 'graphile_worker._private_jobs'

export type JobLeases = {
  /** Passed to the queue, which reports the jobs that this process starts and ends. */
  readonly events: WorkerEvents
  /**
   * Renews the leases of jobs that run here, and frees jobs whose lease has expired because their worker was killed or
   * couldn't report their end.
   */
  renew(): Promise<void>
  stop(): void
}

/**
 * Leases each running job, so that after a crash another worker runs it minutes later. A job may run twice, but is
 * never hours late.
 */
export function keepJobLeases(pool: pg.Pool, log: Log): JobLeases {
  const events: WorkerEvents = new EventEmitter()
  const running = new Set<string>()
  events.on('job:start', ({ job }) => void running.add(job.id))
  events.on('job:complete', ({ job }) => void running.delete(job.id))
  // After the database was unreachable, every worker renews its own leases before any worker frees expired ones.
  let hasRenewed = true
  const renew = async () => {
    const canRelease = hasRenewed
    hasRenewed = false
    await pool.query(`update ${table} set locked_at = now() where id = any($1::bigint[]) and locked_at is not null`, [
      [...running],
    ])
    if (canRelease) {
      const isExpired = `locked_at < now() - interval '${leaseSeconds} seconds'`
      // The job's key was queued again while the job ran. The queue then leaves this row without a key, and it would
      // count as failed for ever.
      await pool.query(
        `delete from ${table} where ${isExpired} and key is null and attempts >= max_attempts and last_error is null`,
      )
      const { rowCount } = await pool.query(
        `update ${table} set locked_at = null, locked_by = null, run_at = greatest(run_at, now()) where ${isExpired}`,
      )
      if (rowCount) log.warn({ jobs: rowCount }, 'jobs of an ended worker were freed for another')
    }
    hasRenewed = true
  }
  const timer = setInterval(
    () => void renew().catch((error: unknown) => log.warn({ error }, 'job leases couldn’t be renewed')),
    renewEveryMs,
  )
  timer.unref()
  return { events, renew, stop: () => clearInterval(timer) }
}
