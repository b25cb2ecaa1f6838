import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'
import { type PgBouncer, pgBouncerVersion, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { openDatabase } from './db.ts'
import { backUp } from './backup.ts'
import { migrate, assertMigrated } from './migrate.ts'
import { findDirectUrlProblem, findPoolUrlProblem } from './pooler.ts'

const login = `pool_${randomUUID().slice(0, 8)}`
let target: TestDatabase
let owner: pg.Client
/** The URL that the pooler logs in with, for a direct connection. */
let loginUrl: string

beforeAll(async () => {
  target = await createTestDatabase()
  owner = new pg.Client({ connectionString: target.ownerUrl })
  await owner.connect()
  await owner.query(`create role ${login} login password 'secret'`)
  const url = new URL(target.ownerUrl)
  url.username = login
  url.password = 'secret'
  loginUrl = url.href
})
afterAll(async () => {
  await owner.query(`drop owned by ${login}; drop role ${login}`)
  await owner.end()
  await target.drop()
})

test('a login role without the application’s rights and settings is refused with the commands to run', async () => {
  const problem = await findPoolUrlProblem(loginUrl, owner)
  expect(problem).toContain('the wrong role, ')
  expect(problem).toContain(`grant sunbul_app to "${login}"; alter role "${login}" in database`)
})

test('a migration gives the login role of DATABASE_POOL_URL the application’s rights and settings', async () => {
  await migrate({ ownerUrl: target.ownerUrl, poolUrl: loginUrl, log: silentLog })
  expect(await findPoolUrlProblem(loginUrl, owner)).toBeUndefined()
  const pooled = openDatabase({ url: loginUrl, isPooled: true, log: silentLog, max: 1 })
  const { rows } = await pooled.pool.query(
    `select current_user as role, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout, current_setting('random_page_cost') as cost`,
  )
  expect(rows).toEqual([{ role: 'sunbul_app', zone: 'UTC', timeout: '30s', cost: '1.1' }])
  await pooled.close()
})

test('statements are not prepared behind a pooler', async () => {
  const names = async (isPooled: boolean) => {
    const database = openDatabase({ url: isPooled ? loginUrl : target.ownerUrl, isPooled, log: silentLog, max: 1 })
    await database.statement('one', 'select $1::int as n', [1])
    const { rows } = await database.pool.query<{ name: string }>('select name from pg_prepared_statements')
    await database.close()
    return rows.map(({ name }) => name)
  }
  expect([await names(false), await names(true)]).toEqual([['one'], []])
})

test('a pooler that leads to another database is refused', async () => {
  const other = await createTestDatabase({ migrated: false })
  expect(await findPoolUrlProblem(other.ownerUrl, owner)).toBe(
    'DATABASE_POOL_URL and DATABASE_URL lead to different databases',
  )
  await other.drop()
})

test('a pooler that logs in as the owner is refused and the owner’s role is unchanged', async () => {
  await migrate({ ownerUrl: target.ownerUrl, poolUrl: target.ownerUrl, log: silentLog })
  expect(await findPoolUrlProblem(target.ownerUrl, owner)).toContain('a separate role')
  const { rows } = await owner.query(
    `select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = session_user`,
  )
  expect(rows).toEqual([])
})

test('PostgreSQL itself is accepted as DATABASE_URL, even with options in it', async () => {
  expect(await findDirectUrlProblem(owner, target.ownerUrl)).toBeUndefined()
  expect(
    await findDirectUrlProblem(owner, `${target.ownerUrl}?options=${encodeURIComponent('-c search_path=public')}`),
  ).toBeUndefined()
})

describe.runIf(pgBouncerVersion() !== undefined)('PgBouncer', () => {
  const running: PgBouncer[] = []
  afterAll(async () => void (await Promise.all(running.map((pgBouncer) => pgBouncer.stop()))))

  async function pooledUrl(...[request]: Parameters<typeof startPgBouncer>): Promise<string> {
    const started = await startPgBouncer(request)
    running.push(started)
    return started.url
  }

  async function problemOfDirectUrl(url: string): Promise<string | undefined> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await findDirectUrlProblem(client, url)
    } finally {
      await client.end()
    }
  }

  const ignored = { ignore_startup_parameters: 'options' }

  test('in transaction mode it is accepted as DATABASE_POOL_URL', async () => {
    expect(await findPoolUrlProblem(await pooledUrl({ url: loginUrl, poolMode: 'transaction' }), owner)).toBeUndefined()
  })
  test('in statement mode it is refused', async () => {
    expect(await findPoolUrlProblem(await pooledUrl({ url: loginUrl, poolMode: 'statement' }), owner)).toContain(
      'set pool_mode = transaction',
    )
  })
  test.each([
    ['transaction', {}],
    ['transaction', ignored],
    ['transaction', { ...ignored, server_round_robin: 1, min_pool_size: 5 }],
    ['statement', {}],
    ['session', ignored],
  ] as const)('in %s mode with %o it is refused as DATABASE_URL', async (poolMode, settings) => {
    expect(await problemOfDirectUrl(await pooledUrl({ url: target.ownerUrl, poolMode, settings }))).toMatch(
      /^DATABASE_URL leads to a connection pooler/,
    )
  })
  test('a migration, a start and a backup through it take no session-level lock', async () => {
    const ownerUrl = await pooledUrl({ url: target.ownerUrl, poolMode: 'transaction', settings: ignored })
    const refusal = 'DATABASE_URL leads to a connection pooler'
    await expect(migrate({ ownerUrl, log: silentLog })).rejects.toThrow(refusal)
    await expect(assertMigrated(ownerUrl)).rejects.toThrow(refusal)
    await expect(
      backUp({ ownerUrl, file: path.join(os.tmpdir(), `${login}.backup`), folder: undefined }),
    ).rejects.toThrow(refusal)
    const { rows } = await owner.query(
      `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toEqual([])
  })
  test('PgBouncer’s error while PostgreSQL is unreachable is a retryable problem', async () => {
    const url = await pooledUrl({
      url: loginUrl,
      poolMode: 'transaction',
      settings: { default_pool_size: 1, query_wait_timeout: 1 },
    })
    const pooled = openDatabase({ url, isPooled: true, log: silentLog, max: 2 })
    const busy = await pooled.pool.connect()
    await busy.query('begin')
    await expect(pooled.statement('one', 'select 1', [])).rejects.toMatchObject({
      code: 'database-unavailable',
      status: 503,
    })
    await busy.query('rollback')
    busy.release()
    await pooled.close()
  })
})
