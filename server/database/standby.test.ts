import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '#shared/collections.ts'
import { clusterSettings } from '#tests/support/cluster.ts'
import { silentLog } from '#tests/support/database.ts'
import { startStandby } from '#tests/support/standby.ts'
import { findReadUrlProblem, findStandbyProblem } from '../cli/standby-check.ts'
import { applicationRole, openPool } from './db.ts'
import { type EmbeddedPostgres, startEmbedded } from './pg.ts'
import { readSnapshot } from './read-snapshot.ts'
import { openStandby, type Standby, type StandbyState } from './standby.ts'

const settings = { ...clusterSettings, max_connections: 20, shared_buffers: '16MB' }
let folder: string
let primary: EmbeddedPostgres
let server: EmbeddedPostgres
let pool: pg.Pool
let owner: pg.Client
let ownerOfStandby: pg.Client
let standby: Standby
/** The clock of the standby's watch, which tests move instead of waiting. */
let now = 0
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-standby-'))
  fs.chmodSync(folder, 0o755)
  const [primaryDir, dataDir] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  primary = await startEmbedded({ dataDir: primaryDir, settings })
  owner = await connect(primary.url)
  // Positions of the primary are those that it has flushed.
  await owner.query('set synchronous_commit = on')
  await owner.query('create table donation as select n as amount from generate_series(1, 100) n')
  await owner.query(`create role ${applicationRole}`)
  await owner.query(`grant all on donation to ${applicationRole}`)
  server = await startStandby({
    primaryUrl: primary.url,
    primaryDir,
    dataDir,
    // A query that conflicts with recovery is cancelled at once.
    settings: { ...settings, max_standby_streaming_delay: '0' },
  })
  ownerOfStandby = await connect(server.url)
  pool = openPool({ url: primary.url, log: silentLog, max: 2 })
  standby = openStandby({ url: server.url, log: silentLog, max: 3, primary: pool, now: () => now })
  await lookUntil('usable')
})
afterAll(async () => {
  await standby.close()
  await pool.end()
  for (const client of [owner, ownerOfStandby]) await client.end().catch(() => undefined)
  await server.stop()
  await primary.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Looks at the standby until it has a state. */
async function lookUntil(state: StandbyState): Promise<void> {
  for (let looks = 0; looks < 200 && standby.state() !== state; looks++) {
    await standby.refresh()
    await sleep(50)
  }
  expect(standby.state()).toBe(state)
}

/** Looks at the standby until it has replayed everything. */
async function lookUntilCurrent(): Promise<void> {
  await standby.refresh()
  now += 1
  for (let looks = 0; looks < 200 && standby.lagMs() > 0; looks++) {
    await sleep(50)
    await standby.refresh()
  }
  expect(standby.lagMs()).toBe(0)
}

const readSum = (where: Pick<Standby, 'statement'>) => async () =>
  Number(one(await where.statement<{ sum: string }>('sum', 'select sum(amount)::text from donation', [])).sum)
const fromPrimary = async () => Number(one((await pool.query('select sum(amount)::text from donation')).rows).sum)
const read = () => standby.read(readSum(standby), fromPrimary)
const isWhere = () =>
  standby.read(
    async () => 'standby',
    async () => 'primary',
  )

/** A query on the standby that takes long, and how the standby lists it. */
const slow = async () => {
  await standby.statement('slow', 'select sum(amount)::text, pg_sleep(20) from donation', [])
  return 'standby'
}
const sleeping = `select pid from pg_stat_activity where wait_event = 'PgSleep'`

test('reads on the standby, whose Kysely and statements work', async () => {
  expect(await read()).toBe(5050)
  expect(await isWhere()).toBe('standby')
  const { rows } = await sql<{ inRecovery: boolean }>`select pg_is_in_recovery() as "inRecovery"`.execute(standby.db)
  expect(one(rows).inRecovery).toBe(true)
})

test('`doctor` finds no problem with it', async () => {
  expect(await findReadUrlProblem(server.url, owner)).toBeUndefined()
  expect(await findStandbyProblem(owner, { expectsOne: true })).toBeUndefined()
})

test('stays current on an idle primary, however long nothing was written', async () => {
  await lookUntilCurrent()
  now += 3_600_000
  expect([standby.state(), standby.lagMs()]).toEqual(['usable', 0])
  await lookUntilCurrent()
  expect(standby.state()).toBe('usable')
})

test('is skipped when it is more than five seconds behind, and used again when it has caught up', async () => {
  await lookUntilCurrent()
  await ownerOfStandby.query('select pg_wal_replay_pause()')
  await owner.query('insert into donation values (1000)')
  await standby.refresh()
  expect([standby.state(), await read()]).toEqual(['usable', 5050])
  now += 5001
  expect(await isWhere()).toBe('primary')
  await standby.refresh()
  expect([standby.state(), await read()]).toEqual(['behind', 6050])
  expect(standby.lagMs()).toBeGreaterThan(5000)
  await ownerOfStandby.query('select pg_wal_replay_resume()')
  await lookUntil('usable')
  expect(await readSum(standby)()).toBe(6050)
})

test('repeats a query that recovery cancels on the primary, and uses the standby afterwards', async () => {
  const result = standby.read(slow, async () => 'primary')
  await expect.poll(async () => (await ownerOfStandby.query(sleeping)).rowCount).toBe(1)
  const before = standby.retries()
  await owner.query('delete from donation where amount = 1')
  await owner.query('vacuum donation')
  expect(await result).toBe('primary')
  expect(standby.retries()).toBe(before + 1)
  expect(await isWhere()).toBe('standby')
})

/** Reads as an export does: pages of rows, between which `meanwhile` happens. */
const exportPages = (meanwhile: () => Promise<unknown>) => {
  const pages = async (reader: Pick<Standby, 'statement'>) => {
    const first = await readSum(reader)()
    await meanwhile()
    return [first, await readSum(reader)()]
  }
  return standby.read<readonly (number | string)[]>(
    () => readSnapshot(standby.db, pages),
    async () => ['primary'],
  )
}

test('all pages of an export are of one state, although the standby replays a donation meanwhile', async () => {
  await lookUntilCurrent()
  const sum = await readSum(standby)()
  const pages = await exportPages(async () => {
    await owner.query('insert into donation values (7)')
    await lookUntilCurrent()
  })
  expect(pages).toEqual([sum, sum])
  expect(await readSum(standby)()).toBe(sum + 7)
})

test('an export that recovery cancels after its first page is repeated on the primary', async () => {
  const pages = await exportPages(async () => {
    await owner.query('delete from donation where amount = 2')
    await owner.query('vacuum donation')
    // A commit flushes the vacuum's log, too.
    await owner.query('insert into donation values (0)')
    await lookUntilCurrent()
  })
  expect(pages).toEqual(['primary'])
  await lookUntil('usable')
})

test('work that writes on the standby is an error, and not repeated on the primary', async () => {
  const write = () => standby.statement('write', 'insert into donation values (1)', [])
  await expect(standby.read(write, async () => [])).rejects.toThrow('work on a standby must not write')
})

test('errors of the work itself are not repeated on the primary', async () => {
  const fail = async () => Promise.reject(new Error('not found'))
  await expect(standby.read(fail, async () => 'primary')).rejects.toThrow('not found')
})

test('a lost standby is skipped at the first failed query, without waiting for the next look', async () => {
  await lookUntil('usable')
  const result = standby.read(slow, async () => 'primary')
  await expect.poll(async () => (await ownerOfStandby.query(sleeping)).rowCount).toBe(1)
  await ownerOfStandby.query(`select pg_terminate_backend(pid) from (${sleeping}) one`)
  expect(await result).toBe('primary')
  expect([standby.state(), await isWhere()]).toEqual(['away', 'primary'])
  await lookUntil('usable')
})

test('a promoted standby is skipped', async () => {
  await ownerOfStandby.query('select pg_promote()')
  await lookUntil('not-in-recovery')
  expect(await isWhere()).toBe('primary')
})
