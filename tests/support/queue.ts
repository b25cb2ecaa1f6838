import { Logger, runOnce } from 'graphile-worker'
import { taskList } from '#server/jobs/jobs.ts'
import type { TestApp } from './app.ts'

/**
 * Runs the queued jobs like a worker, and waits until the queue has marked them as done, so that the database can be
 * dropped afterwards.
 */
export async function runQueued({ app, database }: TestApp): Promise<void> {
  await runOnce({
    connectionString: database.ownerUrl,
    taskList: taskList(app) as never,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  })
  const isTicking = async () =>
    (await database.database.pool.query('select from graphile_worker.jobs where locked_at is not null')).rowCount !== 0
  while (await isTicking()) await new Promise((resolve) => setTimeout(resolve, 5))
}
