import { type QueryExecutorProvider, sql } from 'kysely'
import type pg from 'pg'

/** Reads the queued jobs, oldest first; graphile-worker has no public function for their payload. */
export async function queuedJobs<Payload>(db: QueryExecutorProvider, task?: string) {
  const { rows } = await sql<{ id: string; task: string; payload: Payload }>`
    select j.id, t.identifier as task, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${task ?? null}::text is null or t.identifier = ${task ?? null} order by j.id`.execute(db)
  return rows
}

/** Locks a job as if another worker had started it some minutes ago, for which there is no public function. */
export const lockJob = (pool: pg.Pool, id: string | bigint, minutesAgo: number) =>
  pool.query(
    `update graphile_worker._private_jobs
     set locked_by = 'another-worker', locked_at = now() - $2 * interval '1 minute', attempts = attempts + 1 where id = $1`,
    [id, minutesAgo],
  )
