import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  type ArchiverState,
  describeArchiver,
  describePatroni,
  describeStandbys,
  findClockProblem,
  findOwnArchiveProblem,
  findPatroniProblem,
  findReadUrlProblem,
  findStandbyProblem,
} from './standby-check.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const standby = { name: 'node-2', state: 'streaming', sync: 'sync', bytesBehind: '0' }
const standbysOf = (change: Partial<Parameters<typeof describeStandbys>[0]>) =>
  describeStandbys({ standbys: [standby], synchronous: 'node-2', expectsOne: true, ...change })

test('standbys are fit while one is synchronous and all keep up', () => {
  expect(standbysOf({})).toBeUndefined()
  expect(standbysOf({ standbys: [standby, { ...standby, sync: 'async', bytesBehind: '1000000' }] })).toBeUndefined()
  expect(standbysOf({ standbys: [], synchronous: '', expectsOne: false })).toBeUndefined()
})

test('a missing, unreadable, unsynchronized or slow standby is named', () => {
  expect(standbysOf({ standbys: [] })).toContain('no standby is connected')
  expect(standbysOf({ standbys: [{ ...standby, sync: 'async' }] })).toContain('donations wait')
  expect(standbysOf({ standbys: [{ ...standby, state: null }] })).toContain('pg_monitor')
  expect(standbysOf({ standbys: [standby, { ...standby, name: 'node-3', bytesBehind: '50000000' }] })).toBe(
    'node-3 is streaming and 48 MB behind',
  )
  expect(standbysOf({ standbys: [standby, { ...standby, state: 'catchup', bytesBehind: null }] })).toContain('catchup')
})

test('a database without standbys or its own archive has no problem, unless a standby is configured', async () => {
  expect(await findStandbyProblem(owner, { expectsOne: false })).toBeUndefined()
  expect(await findStandbyProblem(owner, { expectsOne: true })).toContain('no standby is connected')
  expect(await findOwnArchiveProblem(owner)).toBeUndefined()
})

test('DATABASE_READ_URL must lead to a standby of the same database', async () => {
  expect(await findReadUrlProblem(database.ownerUrl, owner)).toContain('leads to a primary')
  const another = new URL(database.ownerUrl)
  another.pathname = '/postgres'
  expect(await findReadUrlProblem(another.href, owner)).toContain('another database')
  expect(await findReadUrlProblem('postgres://unknown@127.0.0.1:9/sunbul', owner)).toContain('can’t be used')
})

test('Patroni before version 4 is refused', async () => {
  const patroni = (version: string, state = 'running') => ({ state, patroni: { version, scope: 'sunbul' } })
  expect(describePatroni(patroni('4.0.7'))).toBeUndefined()
  expect(describePatroni(patroni('10.1.0', 'streaming'))).toBeUndefined()
  expect(describePatroni(patroni('3.0.2'))).toContain('Patroni 3.0.2 can lose confirmed donations')
  expect(describePatroni(patroni('4.0.7', 'starting'))).toContain('is starting')
  for (const body of [undefined, null, {}, { patroni: {} }]) expect(describePatroni(body)).toContain('PATRONI_URL')
  const server = http.createServer((request, response) =>
    response.writeHead(request.url === '/patroni' ? 503 : 404).end(JSON.stringify(patroni('3.0.2'))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await findPatroniProblem(`http://127.0.0.1:${port}`)).toContain('3.0.2')
  server.close()
})

test('an archive that fails, waits or has no time limit is a problem', () => {
  const archiver: ArchiverState = {
    mode: 'on',
    timeoutSeconds: 60,
    hasFailed: false,
    ageMs: 3_600_000,
    segmentsWaiting: 0,
  }
  expect(describeArchiver(archiver)).toBeUndefined()
  expect(describeArchiver({ ...archiver, mode: 'off', hasFailed: true })).toBeUndefined()
  expect(describeArchiver({ ...archiver, segmentsWaiting: 3 })).toContain('3 segments wait')
  expect(describeArchiver({ ...archiver, ageMs: 1000, segmentsWaiting: 3 })).toBeUndefined()
  expect(describeArchiver({ ...archiver, hasFailed: true })).toContain('archive_command fails')
  expect(describeArchiver({ ...archiver, timeoutSeconds: 0 })).toContain('archive_timeout')
  expect(describeArchiver({ ...archiver, ageMs: null })).toContain('nothing was archived')
})

test('clocks may differ by two seconds', async () => {
  const shifted = (ms: number) => () => new Date(Date.now() + ms)
  expect(await findClockProblem(owner, shifted(0))).toBeUndefined()
  expect(await findClockProblem(owner, shifted(1000))).toBeUndefined()
  expect(await findClockProblem(owner, shifted(-60_000))).toContain('differ by 60.')
  expect(await findClockProblem(owner, shifted(60_000))).toContain('differ by')
})
