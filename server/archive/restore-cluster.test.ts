import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#server/database/pg.ts'
import { one } from '#shared/collections.ts'
import type { Log } from '#shared/ports.ts'
import { readArchiveStatus } from './archive-status.ts'
import { folderStore } from './archive-store.ts'
import { type Archiver, startArchiver } from './archiver.ts'
import { listBaseBackups } from './base-backup.ts'
import { restoreCluster } from './restore-cluster.ts'

/** One cluster for all tests of this file, because each needs seconds to start. */
let dataDir: string
let archive: string
let postgres: Awaited<ReturnType<typeof startEmbedded>>
let archiver: Archiver
const errors: string[] = []
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, text) => void errors.push(`${text} ${String((fields as { error?: unknown }).error)}`),
}
const query = async <Row extends pg.QueryResultRow>(text: string, url = postgres.url): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(100)
}
const start = () => startEmbedded({ dataDir, archives: true, settings: { fsync: 'off' } })
const startArchiving = () =>
  startArchiver({
    store: folderStore(archive),
    dataDir,
    ownerUrl: postgres.url,
    days: 14,
    log,
    clock: () => new Date(),
  })
const restore = (target: Date | 'latest', into = dataDir) =>
  restoreCluster({
    store: folderStore(archive),
    dataDir: into,
    target,
    report: () => undefined,
    settings: { fsync: 'off' },
  })
const switchSegment = async () => {
  const { segment } = one(await query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment'))
  await until(() => fs.existsSync(path.join(archive, `wal/${segment}.zst`)))
  return segment
}

beforeAll(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-archive-'))
  fs.chmodSync(folder, 0o755)
  dataDir = path.join(folder, 'data')
  archive = path.join(folder, 'archive')
  fs.mkdirSync(archive)
  postgres = await start()
  archiver = startArchiving()
  await query('create table donation (id int primary key); insert into donation select generate_series(1, 100)')
  await until(async () => (await listBaseBackups(folderStore(archive))).length === 1)
}, 300_000)

afterAll(async () => {
  await archiver.stop()
  await postgres.stop()
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true })
})

test('a dropped table is back as it was the second before, with segments that only this disk has', async () => {
  await query('insert into donation select generate_series(101, 200)')
  // As if the archive had been away for hours: the segment is replayed although it was stored long after the time.
  const late = new Date(Date.now() + 3 * 3_600_000)
  fs.utimesSync(path.join(archive, `wal/${await switchSegment()}.zst`), late, late)
  await query('insert into donation select generate_series(201, 300)')
  const [{ now: before } = { now: new Date() }] = await query<{ now: Date }>('select clock_timestamp() as now')
  await sleep(20)
  await query('drop table donation')
  const { folder, lastTransaction } = await restore(before)
  expect(lastTransaction).toContain(before.toISOString().slice(0, 10))

  await archiver.stop()
  await postgres.stop()
  fs.renameSync(path.join(dataDir, 'pgdata'), path.join(dataDir, 'pgdata.before-restore'))
  fs.renameSync(folder, path.join(dataDir, 'pgdata'))
  postgres = await start()
  archiver = startArchiving()
  expect(await query('select count(*)::int as n, max(id) as last from donation')).toEqual([{ n: 300, last: 300 }])
  // The restored cluster is a new timeline in the same archive, with a base backup of its own.
  await until(async () => (await listBaseBackups(folderStore(archive)))[0]?.manifest.timeline === 2)
  expect(fs.existsSync(path.join(archive, 'wal/00000002.history.zst'))).toBe(true)
  expect(errors).toEqual([])
}, 300_000)

test('restores the archive alone on another machine, on the timeline of the first restore', async () => {
  await query('insert into donation values (301)')
  await switchSegment()
  const other = path.join(path.dirname(dataDir), 'other')
  const { folder } = await restore('latest', other)
  fs.renameSync(folder, path.join(other, 'pgdata'))
  const copy = await startEmbedded({ dataDir: other, settings: { fsync: 'off' } })
  try {
    expect(await query('select max(id) as last from donation', copy.url)).toEqual([{ last: 301 }])
  } finally {
    await copy.stop()
  }
}, 300_000)

test('says what can be restored instead of a time that cannot', async () => {
  await expect(restore(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow(
    /has no base backup from before that time\. The earliest time that can be restored is 20/,
  )
  await expect(restore(new Date(Date.now() + 3_600_000))).rejects.toThrow(
    /has nothing from that time on\. The last transaction before that was at 20/,
  )
  await query('insert into donation values (302)')
  const lost = await switchSegment()
  await query('insert into donation values (303)')
  await switchSegment()
  fs.renameSync(path.join(archive, `wal/${lost}.zst`), path.join(archive, 'lost'))
  try {
    for (const name of [lost]) fs.rmSync(path.join(dataDir, 'pgdata/pg_wal', name), { force: true })
    await expect(restore(new Date(Date.now() - 100))).rejects.toThrow(/lacks a WAL segment in the middle/)
  } finally {
    fs.renameSync(path.join(archive, 'lost'), path.join(archive, `wal/${lost}.zst`))
  }
}, 300_000)

test('segments wait on this disk while the archive is away, and arrive when it is back', async () => {
  const away = `${archive}.away`
  fs.renameSync(archive, away)
  await query('insert into donation values (304)')
  await query('select pg_switch_wal()')
  await until(() => errors.some((text) => text.includes('is its disk mounted?')))
  await sleep(1100)
  expect(readArchiveStatus(dataDir, new Date()).waiting).toBeGreaterThan(1)
  fs.renameSync(away, archive)
  await until(() => readArchiveStatus(dataDir, new Date()).waiting === 0)
  expect(readArchiveStatus(dataDir, new Date()).baseBackup).toBeLessThan(3600)
}, 300_000)
