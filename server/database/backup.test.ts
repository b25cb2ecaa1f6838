import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { backUp } from '#server/database/backup.ts'
import { restore } from '#server/database/restore.ts'
import { openDatabase } from '#server/database/db.ts'
import { migrate, pendingMigrations } from '#server/database/migrate.ts'
import { seedDemo } from '#demo/seed.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'
import { lockJob } from '#tests/support/queued-jobs.ts'

let it: TestApp
let target: TestDatabase
/** A database with one fundraiser, for tests that need no thousands of rows. */
let small: TestDatabase
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-backup-'))
const [file, smallFile] = [path.join(folder, 'sunbul.backup'), path.join(folder, 'small.backup')]
beforeAll(async () => {
  it = await createTestApp()
  await seedDemo(it.app, { now: it.app.clock(), ownerUrl: it.database.ownerUrl })
  target = await createTestDatabase({ migrated: false })
  small = await createTestDatabase()
  const owner = openDatabase({ url: small.ownerUrl, log: silentLog, role: 'postgres' })
  await aCampaign({ ...it.app, db: owner.db, write: owner.write })
  await owner.close()
  await backUp({ ownerUrl: small.ownerUrl, file: smallFile, folder: undefined })
}, 120_000)
afterAll(async () => {
  await it.close()
  await small.drop()
  await target.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** The upload folders of the installation that is backed up and of the one that is restored. */
const [media, restored] = [path.join(folder, 'source', 'media'), path.join(folder, 'target', 'media')]
const into = () => ({ ownerUrl: target.ownerUrl, folder: restored, log: silentLog })

const contents = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'public')`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    )
    hashes[name] = rows[0].hash
  }
  await client.end()
  return hashes
}

/** Rows of the installation that is backed up. They don't change, so they are read once. */
let read: Promise<Record<string, string>> | undefined
const original = () => (read ??= contents(it.database.ownerUrl))

test.each([
  ['a folder that is not there', (): string => path.join(folder, 'nowhere', 'sunbul.backup'), 'ENOENT'],
  ['a full disk', (): string => path.join(folder, 'full.backup'), 'ENOSPC'],
])('a backup into %s says so at once and leaves nothing behind', async (_where, fileOf, code) => {
  const file = fileOf()
  if (code === 'ENOSPC') {
    if (!fs.existsSync('/dev/full')) return
    fs.symlinkSync('/dev/full', `${file}.part`)
  }
  await expect(backUp({ ownerUrl: it.database.ownerUrl, file: file, folder: media })).rejects.toThrow(code)
  expect([fs.existsSync(file), fs.existsSync(`${file}.part`)]).toEqual([false, false])
})

test('a second backup into the same file is refused and the file is complete', async () => {
  const twice = path.join(folder, 'twice.backup')
  const results = await Promise.allSettled(
    [1, 2].map(() => backUp({ ownerUrl: small.ownerUrl, file: twice, folder: undefined })),
  )
  const last = gunzipSync(fs.readFileSync(twice)).toString().trimEnd().split('\n').at(-1)!
  expect(JSON.parse(last)).toMatchObject({ end: expect.any(Number) })
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')!.reason).toMatchObject({
    message: expect.stringContaining('is being written by another backup'),
  })
}, 120_000)

test('a backup never replaces a file, not even one that appears while it is written', async () => {
  const taken = path.join(folder, 'taken.backup')
  fs.writeFileSync(taken, 'older')
  const write = () => backUp({ ownerUrl: small.ownerUrl, file: taken, folder: undefined })
  await expect(write()).rejects.toThrow('taken.backup exists already')
  fs.rmSync(taken)
  const writing = write()
  await vi.waitFor(() => expect(fs.existsSync(`${taken}.part`)).toBe(true), { interval: 1 })
  fs.writeFileSync(taken, 'older')
  await expect(writing).rejects.toThrow('taken.backup exists already')
  expect(fs.readFileSync(taken, 'utf8')).toBe('older')
  expect(fs.existsSync(`${taken}.part`)).toBe(false)
}, 60_000)

test('a restored database has the same rows and a valid ledger', async () => {
  const rows = (await backUp({ ownerUrl: it.database.ownerUrl, file, folder: media })).rows
  expect(rows).toBeGreaterThan(10_000)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect((await restore({ ...into(), file, force: false })).rows).toBe(rows)
  expect(await contents(target.ownerUrl)).toEqual(await original())
  expect((await verifyLedger(target.ownerUrl, undefined)).filter((finding) => finding.count > 0)).toEqual([])
}, 120_000)

test('a restored table has planner statistics', async () => {
  const client = new pg.Client({ connectionString: target.ownerUrl })
  await client.connect()
  const { rows } = await client.query(
    `select reltuples > 11000 as known from pg_class where oid = 'giving.donation'::regclass`,
  )
  await client.end()
  expect(rows).toEqual([{ known: true }])
})

test('sequences continue after the restored numbers, and the ledger is append-only again', async () => {
  const { rows } = await target.database.pool.query<{ id: bigint; max: bigint }>(
    `insert into campaigns.level (campaign_id, position, title, amount) select min(id), 99, 'after', 100 from campaigns.campaign
     returning id, (select max(id) from campaigns.level) as max`,
  )
  expect(rows[0]!.id).toBe(rows[0]!.max + 1n)
  const owner = new pg.Client({ connectionString: target.ownerUrl })
  await owner.connect()
  await expect(owner.query('update ledger.entry set amount = 1')).rejects.toThrow(/append-only/)
  await owner.end()
})

test('a database with data is unchanged without --force and replaced with it', async () => {
  await expect(restore({ ...into(), file, force: false })).rejects.toThrow(/not empty/)
  const queue = async () =>
    (await target.database.pool.query<{ id: bigint }>(`select id from graphile_worker.add_job('identity:mail', '{}')`))
      .rows[0]!.id
  await queue()
  await lockJob(target.database.pool, await queue(), 3)
  await restore({ ...into(), file, force: true })
  expect(await contents(target.ownerUrl)).toEqual(await original())
  expect((await target.database.pool.query('select task_identifier from graphile_worker.jobs')).rows).toEqual([])
}, 120_000)

test('a truncated backup restores nothing', async () => {
  const cut = path.join(folder, 'cut.backup')
  const whole = fs.readFileSync(smallFile)
  fs.writeFileSync(cut, whole.subarray(0, whole.length / 2))
  await expect(restore({ ...into(), file: cut, force: true })).rejects.toThrow()
  const lines = gunzipSync(whole).toString().trimEnd().split('\n')
  fs.writeFileSync(cut, gzipSync(lines.slice(0, -1).join('\n')))
  await expect(restore({ ...into(), file: cut, force: true })).rejects.toThrow(/is incomplete/)
  fs.writeFileSync(cut, gzipSync('{"some":"thing"}\n'))
  await expect(restore({ ...into(), file: cut, force: true })).rejects.toThrow(/not a backup/)
  expect(await contents(target.ownerUrl)).toEqual(await original())
}, 120_000)

type Manifest = { version: number; migrations: { name: string; sha256: string }[] }
/** Creates the same backup with another manifest. */
function withManifest(change: (manifest: Manifest) => object): string {
  const [head, ...rest] = gunzipSync(fs.readFileSync(smallFile)).toString().split('\n')
  const other = path.join(folder, 'other.backup')
  fs.writeFileSync(other, gzipSync([JSON.stringify(change(JSON.parse(head!))), ...rest].join('\n')))
  return other
}

test.each([
  [
    'with a migration that this version does not have',
    (manifest: Manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, { name: '0099_later.sql', sha256: '' }],
    }),
    '0099_later.sql is unknown here',
  ],
  [
    'with a migration that was changed since',
    (manifest: Manifest) => ({
      ...manifest,
      migrations: manifest.migrations.map(({ name }) => ({ name, sha256: '0'.repeat(64) })),
    }),
    '0001_platform.sql differs from the one here',
  ],
  [
    'of an earlier commit, which stored no hashes',
    (manifest: Manifest) => ({ ...manifest, version: 2, migrations: ['20260101T0000_identity.sql'] }),
    'format 2 is unknown',
  ],
])(
  'a backup %s restores nothing',
  async (_which, change, reason) => {
    await expect(restore({ ...into(), file: withManifest(change), force: true })).rejects.toThrow(
      new RegExp(`another version of Sunbul \\(.*${reason}\\) and nothing was restored`),
    )
    expect(await contents(target.ownerUrl)).toEqual(await original())
  },
  120_000,
)

test('a restore is refused while the platform is running', async () => {
  const worker = openDatabase({ url: target.ownerUrl, log: silentLog, name: 'worker' })
  await worker.pool.query('select 1')
  await expect(restore({ ...into(), file, force: true })).rejects.toThrow(/running on this database \(sunbul-worker\)/)
  await worker.close()
}, 20_000)

describe('a backup from before an upgrade', () => {
  const old = path.join(folder, 'old.backup')
  beforeAll(async () => {
    const before = await createTestDatabase({ migrated: false })
    await migrate({ ownerUrl: before.ownerUrl, log: silentLog, upTo: '0005_organizers.sql' })
    const owner = openDatabase({ url: before.ownerUrl, log: silentLog, role: 'postgres' })
    await aCampaign({ ...it.app, db: owner.db, write: owner.write })
    await backUp({ ownerUrl: before.ownerUrl, file: old, folder: undefined })
    await owner.close()
    await before.drop()
  })

  test.each([
    ['an empty database', false],
    ['a database that was upgraded before', true],
  ])(
    'is restored into %s, which then has all migrations and grants',
    async (_where, migrated) => {
      const now = await createTestDatabase({ migrated })
      await restore({ ownerUrl: now.ownerUrl, file: old, folder: undefined, log: silentLog, force: false })
      const { rows } = await now.database.pool.query(
        'select (select count(*)::int from campaigns.campaign) as campaigns, (select count(*)::int from discovery.term) as terms, (select count(*)::int from moderation.case) as cases',
      )
      expect(rows).toEqual([{ campaigns: expect.any(Number), terms: 262, cases: 0 }])
      expect(rows[0].campaigns).toBeGreaterThan(0)
      expect(await pendingMigrations(now.database.pool)).toEqual([])
      await expect(now.database.pool.query('delete from campaigns.level')).rejects.toThrow(/permission denied/)
      await now.drop()
    },
    60_000,
  )
})

test('an owner without a superuser’s rights can restore too', async () => {
  const admin = new pg.Client({ connectionString: target.ownerUrl })
  await admin.connect()
  const empty = await createTestDatabase({ migrated: false })
  const name = new URL(empty.ownerUrl).pathname.slice(1)
  await admin.query(
    `do $$ begin if not exists (select from pg_roles where rolname = 'plain_owner') then create role plain_owner login password 'plain' createrole; end if; end $$`,
  )
  await admin.query('grant sunbul_app to plain_owner with admin option')
  await admin.query(`alter database ${name} owner to plain_owner`)
  await admin.end()
  const url = new URL(empty.ownerUrl)
  url.username = 'plain_owner'
  url.password = 'plain'
  await restore({ ...into(), ownerUrl: url.href, file: smallFile, force: false })
  expect(await contents(empty.ownerUrl)).toEqual(await contents(small.ownerUrl))
  await empty.drop()
}, 120_000)
