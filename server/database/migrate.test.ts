import fs from 'node:fs'
import { one } from '#shared/collections.ts'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { backUp } from '#server/database/backup.ts'
import { findOtherVersion, migrate, migrationNames, readMigrations, assertMigrated } from '#server/database/migrate.ts'
import { createTestDatabase, silentLog } from '#tests/support/database.ts'

test('an earlier release’s database gets the missing migrations, a current one gets none', async () => {
  const { ownerUrl, database, drop } = await createTestDatabase({ migrated: false })
  expect(await migrate({ ownerUrl, log: silentLog, upTo: '0001_platform.sql' })).toEqual(['0001_platform.sql'])
  expect(await migrate({ ownerUrl, log: silentLog })).toEqual(migrationNames().slice(1))
  expect(await migrate({ ownerUrl, log: silentLog })).toEqual([])
  const { rows } = await database.pool.query(
    `select count(*)::int as n from public.schema_migration where sha256 ~ '^[0-9a-f]{64}$'`,
  )
  expect(rows).toEqual([{ n: migrationNames().length }])
  await drop()
})

test('migrations are numbered without gaps, so that two branches cannot add the same number', () => {
  expect(migrationNames().map((name) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]))).toEqual(
    migrationNames().map((_, index) => index + 1),
  )
})

describe('functions of the database', () => {
  const folder = 'database/functions'
  const files = fs.readdirSync(folder)

  test('are in files of their names, which no later migration repeats', () => {
    for (const file of files)
      expect(
        [...fs.readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^create or replace function ([\w.]+)\(/gm)].map(
          ([, name]) => `${name}.sql`,
        ),
      ).toEqual([file])
    const repeated = readMigrations()
      .filter(({ name }) => name > '0066')
      .flatMap(({ sql }) => [...sql.matchAll(/function ([\w.]+)\(/g)].map(([, name]) => `${name}.sql`))
      .filter((name) => files.includes(name))
    expect(repeated).toEqual([])
  })

  test('are created again if their file differs from what the database has', async () => {
    const { ownerUrl, database, drop } = await createTestDatabase()
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    const createdAt = async (name: string) =>
      one((await owner.query<{ at: Date }>('select at from public.schema_function where name = $1', [name])).rows).at
    const [place, name] = [await createdAt('giving.public_place.sql'), await createdAt('giving.public_name.sql')]
    await owner.query(`
      create or replace function giving.public_place(d giving.donation) returns text language sql as $$ select 'Kano' $$;
      update public.schema_function set sha256 = repeat('0', 64) where name = 'giving.public_place.sql';
    `)
    await migrate({ ownerUrl, log: silentLog })
    const { rows } = await database.pool.query('select giving.public_place(null::giving.donation) as place')
    expect(rows).toEqual([{ place: null }])
    expect(await createdAt('giving.public_place.sql')).not.toEqual(place)
    expect(await createdAt('giving.public_name.sql')).toEqual(name)
    await owner.end()
    await drop()
  })
})

describe('a database of another version', () => {
  test.each([
    [
      'with a migration that was changed since',
      `update public.schema_migration set sha256 = repeat('0', 64) where name = '0001_platform.sql'`,
      '0001_platform.sql differs from',
    ],
    [
      'with a migration that this version does not have',
      `insert into public.schema_migration values ('0099_later.sql', repeat('0', 64))`,
      '0099_later.sql is unknown',
    ],
    [
      'of an earlier commit, which stored no hashes',
      `alter table public.schema_migration drop column sha256; delete from public.schema_migration; insert into public.schema_migration (name) values ('20260101T0000_identity.sql')`,
      '20260101T0000_identity.sql is unknown',
    ],
  ])('%s is refused in one sentence and left unchanged', async (_which, change, reason) => {
    const { ownerUrl, drop } = await createTestDatabase()
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    // Shows whether grants were applied, which is the last step of every migration.
    await owner.query(`${change}; revoke all on giving.donation from sunbul_app`)
    const readState = async () =>
      (
        await owner.query(
          'select (select jsonb_agg(m) from public.schema_migration m) as migrations, (select relacl::text from pg_class where oid = $1::regclass) as acl',
          ['giving.donation'],
        )
      ).rows
    const before = await readState()
    const sentence = new RegExp(
      `^the database belongs to another version of Sunbul \\(its migration ${reason} .*here\\) and was left unchanged: .*$`,
    )
    await expect(migrate({ ownerUrl, log: silentLog })).rejects.toThrow(sentence)
    await expect(assertMigrated(ownerUrl)).rejects.toThrow(sentence)
    await expect(backUp({ ownerUrl, file: '/dev/null/none', folder: undefined })).rejects.toThrow(sentence)
    expect(await readState()).toEqual(before)
    await owner.end()
    await drop()
  })

  test('does not include one migrated from a checkout with Windows line endings', () => {
    const readFile = fs.readFileSync
    const applied = readMigrations()
    const windows = vi
      .spyOn(fs, 'readFileSync')
      .mockImplementation(((file: string, encoding: 'utf8') =>
        readFile(file, encoding).replaceAll('\n', '\r\n')) as never)
    try {
      expect(fs.readFileSync('package.json', 'utf8')).toContain('\r\n')
      expect(findOtherVersion(applied)).toBeUndefined()
      expect(readMigrations()).toEqual(applied)
    } finally {
      windows.mockRestore()
    }
  })
})
