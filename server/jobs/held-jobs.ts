import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { WorkerEvents } from 'graphile-worker'
import type { Log } from '#shared/ports.ts'

/** How often a worker says what it is at. */
const everyMs = 15_000
/** What nobody has said that of for so long is done by another; the queue by itself would wait for four hours. */
const leaseSeconds = 120

export type HeldJobs = {
  /** For the queue: tells what is begun and done here. */
  readonly events: WorkerEvents
  /**
   * What is at work here stays ours; what a worker left that was killed, or whose end the database did not hear of, is
   * free again.
   */
  look(): Promise<void>
  stop(): void
}

/**
 * Of N workers each holds the jobs it has taken for as long as it is there, and no longer: a job may be done twice, and
 * never hours late.
 */
export function holdJobs(pool: pg.Pool, log: Log): HeldJobs {
  const events: WorkerEvents = new EventEmitter()
  const atWork = new Set<string>()
  events.on('job:start', ({ job }) => void atWork.add(job.id))
  events.on('job:complete', ({ job }) => void atWork.delete(job.id))
  // After the database was away every worker speaks up for its own before anybody takes what is not spoken for.
  let wasThere = true
  const look = async () => {
    const mayTake = wasThere
    wasThere = false
    await pool.query(
      'update graphile_worker._private_jobs set locked_at = now() where id = any($1::bigint[]) and locked_at is not null',
      [[...atWork]],
    )
    if (mayTake) {
      const left = `locked_at < now() - interval '${leaseSeconds} seconds'`
      // Another was put in its place while it was held: the queue keeps the row, and would show it among what was given
      // up.
      await pool.query(
        `delete from graphile_worker._private_jobs where ${left} and key is null and attempts >= max_attempts and last_error is null`,
      )
      const { rowCount } = await pool.query(
        `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now()) where ${left}`,
      )
      if (rowCount) log.warn({ jobs: rowCount }, 'jobs that a worker left are done by another')
    }
    wasThere = true
  }
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.warn({ error }, 'the jobs at work could not be looked at')),
    everyMs,
  )
  timer.unref()
  return { events, look, stop: () => clearInterval(timer) }
}
