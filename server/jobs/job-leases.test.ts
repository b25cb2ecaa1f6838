import { Logger, runOnce } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/database/db.ts'
import { keepJobLeases } from '#server/jobs/job-leases.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'
import { lockJob } from '#tests/support/queued-jobs.ts'

let test1: TestDatabase
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  test1 = await createTestDatabase()
  pool = openPool({ url: test1.ownerUrl, log: silentLog, max: 3, name: 'jobs', plainTypes: true })
})
afterAll(async () => {
  await pool.end()
  await test1.drop()
})

const held = () => keepJobLeases(pool, silentLog)
async function aJob(task: string, key: string | null = null): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from graphile_worker.add_job($1, job_key => $2, max_attempts => 10)',
    [task, key],
  )
  return rows[0]!.id
}
/** Locks a job as a worker that started it so many minutes ago and has been silent since. */
const taken = (id: string, minutesAgo: number) => lockJob(pool, id, minutesAgo)
async function done(): Promise<string[]> {
  const names: string[] = []
  const doing = (name: string) => async () => void names.push(name)
  await runOnce({
    pgPool: pool,
    taskList: { left: doing('left'), fresh: doing('fresh'), long: doing('long'), again: doing('again') },
    logger: new Logger(() => () => {}),
  })
  return names.toSorted()
}

test('another worker runs a killed worker’s job minutes later but leaves recent ones alone', async () => {
  const [remaining, fresh] = [await aJob('left'), await aJob('fresh')]
  await taken(remaining, 3)
  await taken(fresh, 1)
  expect(await done()).toEqual([])
  const here = held()
  await here.renew()
  here.stop()
  expect(await done()).toEqual(['left'])
  await pool.query(`select graphile_worker.force_unlock_workers(array['another-worker'])`)
  expect(await done()).toEqual(['fresh'])
})

test('a long job stays with its worker and is freed after that worker was killed', async () => {
  const id = await aJob('long')
  const [mine, another] = [held(), held()]
  const tell = (what: 'job:start' | 'job:complete') => mine.events.emit(what, { job: { id } } as never)
  tell('job:start')
  for (let n = 0; n < 2; n++) {
    await taken(id, 3)
    await mine.renew()
    await another.renew()
    expect(await done()).toEqual([])
  }
  tell('job:complete')
  await taken(id, 3)
  await mine.renew()
  for (const jobLeases of [mine, another]) jobLeases.stop()
  expect(await done()).toEqual(['long'])
})

test('after a database outage workers renew their leases before expired ones are freed', async () => {
  const id = await aJob('left')
  await taken(id, 3)
  let isAway = true
  const here = keepJobLeases(
    {
      query: (...args: unknown[]) =>
        isAway ? Promise.reject(new Error('away')) : (pool.query as (...value: unknown[]) => unknown)(...args),
    } as never,
    silentLog,
  )
  await expect(here.renew()).rejects.toThrow('away')
  isAway = false
  await here.renew()
  expect(await done()).toEqual([])
  await here.renew()
  here.stop()
  expect(await done()).toEqual(['left'])
})

test('a job queued again while its worker was killed runs once', async () => {
  const id = await aJob('again', 'the-same')
  await taken(id, 3)
  await aJob('again', 'the-same')
  const here = held()
  await here.renew()
  here.stop()
  expect(await done()).toEqual(['again'])
  // The queue marks jobs as completed a moment later.
  await expect.poll(async () => (await pool.query('select id from graphile_worker.jobs')).rows).toEqual([])
})
