import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationNames, pendingMigrations } from '#server/database/migrate.ts'
import { unavailableProblem, openDatabase, openPool } from '#server/database/db.ts'
import { openDatabaseProxy } from '#tests/support/broken-database.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts'

let test1: TestDatabase
beforeAll(async () => {
  test1 = await createTestDatabase()
})
afterAll(() => test1.drop())

test('big integers come as bigint, civil dates as text', async () => {
  const { rows } = await test1.database.pool.query(
    `select 9007199254740993::bigint as money, array[1, 2]::bigint[] as ids, date '2026-02-18' as day, now() as at`,
  )
  expect(rows[0]).toEqual({ money: 9_007_199_254_740_993n, ids: [1n, 2n], day: '2026-02-18', at: expect.any(Date) })
})

test('the application can append to the ledger and can neither change nor delete it', async () => {
  const { pool } = test1.database
  const id = randomUUID()
  await pool.query(
    `with t as (insert into ledger.tx (id, source_type, source_id, event_type, occurred_at) values ($1, 'test', $1, 'test', now()) returning id)
     insert into ledger.entry (tx_id, line, account, meaning, currency, amount)
     select t.id, v.line, 'rounding', 'memo', 'USD', v.amount from t, (values (1, 5::bigint), (2, -5::bigint)) v (line, amount)`,
    [id],
  )
  await expect(pool.query('update ledger.entry set amount = 6 where tx_id = $1', [id])).rejects.toThrow(
    /permission denied/,
  )
  await expect(pool.query('delete from ledger.tx where id = $1', [id])).rejects.toThrow(/permission denied/)
  await expect(pool.query('truncate ledger.entry')).rejects.toThrow(/permission denied/)
})

test('dates and times are the same with another server time zone and date format', async () => {
  const name = new URL(test1.ownerUrl).pathname.slice(1)
  const owner = openPool({ url: test1.ownerUrl, log: silentLog, max: 1, role: 'postgres' })
  await owner.query(
    `alter database ${name} set timezone = 'America/New_York'; alter database ${name} set datestyle = 'SQL, DMY'`,
  )
  const pool = openPool({ url: test1.ownerUrl, log: silentLog, max: 1 })
  const { rows } = await pool.query(
    `select timestamptz '2026-02-18T03:00Z' as at, (timestamptz '2026-02-18T03:00Z')::date as day`,
  )
  await pool.end()
  await owner.query(`alter database ${name} reset all`)
  await owner.end()
  expect(rows).toEqual([{ at: new Date('2026-02-18T03:00:00Z'), day: '2026-02-18' }])
})

test('a database with SQL_ASCII encoding is refused before anything is created', async () => {
  const name = `${new URL(test1.ownerUrl).pathname.slice(1)}_bytes`
  const owner = openPool({ url: test1.ownerUrl, log: silentLog, max: 1, role: 'postgres' })
  await owner.query(
    `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' locale_provider 'libc' template template0`,
  )
  const ownerUrl = test1.ownerUrl.replace(/[^/]+$/, name)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await expect(migrate({ ownerUrl, log: silentLog })).rejects.toThrow(
    "the database has the encoding SQL_ASCII: create one with create database sunbul encoding 'UTF8'",
  )
  expect((await client.query("select to_regclass('public.schema_migration') as made")).rows).toEqual([{ made: null }])
  await client.end()
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
})

test('a closed database has no connection, even if only its pool was used', async () => {
  const database = openDatabase({ url: test1.ownerUrl, log: silentLog, name: 'closing' })
  await database.pool.query('select 1')
  await database.close()
  expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0])
})

test('options of the connection string never replace the restricted role', async () => {
  const pool = openPool({
    url: `${test1.ownerUrl}?options=${encodeURIComponent('-c role=postgres')}`,
    log: silentLog,
    max: 1,
  })
  expect((await pool.query('select current_user')).rows).toEqual([{ current_user: 'sunbul_app' }])
  await pool.end()
})

test('two conflicting writes both succeed because a serialization failure is retried', async () => {
  const { write } = test1.database
  const owner = openDatabase({ url: test1.ownerUrl, log: silentLog, role: 'postgres' })
  await sql`create table public.counter (n bigint)`.execute(owner.db)
  await sql`insert into public.counter values (0)`.execute(owner.db)
  await Promise.all(
    Array.from({ length: 3 }, () =>
      owner.write(async (tx) => {
        await sql`set transaction isolation level serializable`.execute(tx)
        const { rows } = await sql<{ n: bigint }>`select n from public.counter`.execute(tx)
        await sql`update public.counter set n = ${rows[0]!.n + 1n}`.execute(tx)
      }),
    ),
  )
  expect((await sql`select n from public.counter`.execute(owner.db)).rows).toEqual([{ n: 3n }])
  await expect(write((tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow(/division by zero/)
  await owner.close()
})

/** No account has this id. */
const unknownId = '00000000-0000-7000-8000-000000000000'

test.each([
  ['comments.comment', `author_id = '${unknownId}' or donation_id = any('{}'::uuid[])`],
  ['fundraising.invitation', `email_key = 'amina@example.org'`],
  ['fundraising.invitation', `invited_by = '${unknownId}' and invited_at > now()`],
  ['notifications.mail', `lower(to_address) = 'amina@example.org'`],
  ['moderation.report', `account_id = '${unknownId}' or lower(email) = 'amina@example.org'`],
  ['refunds.request', `donation_id in ('${unknownId}')`],
  ['organizing.thank_you_message', `sent_by = '${unknownId}'`],
  ['organizing.fulfilment', `marked_by = '${unknownId}'`],
  ['identity.account', `roles <> '{}' and erased_at is null`],
])('what %s holds where %s is found by an index, not by reading everything', async (table, where) => {
  const plan = await test1.database.write(async (tx) => {
    // With tables this small, a sequential scan is cheaper. With it disabled, the planner still uses one only if the
    // index is missing.
    await sql`set local enable_seqscan = off`.execute(tx)
    return (
      await sql<{ 'QUERY PLAN': string }>`explain select from ${sql.table(table)} where ${sql.raw(where)}`.execute(tx)
    ).rows
  })
  expect(JSON.stringify(plan)).toMatch(/Index/)
  expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/)
})

test('an unavailable database is reported as a retryable problem', async () => {
  const away = openDatabase({ url: 'postgres://unknown@127.0.0.1:1/none', log: silentLog })
  await expect(away.statement('x', 'select 1', [])).rejects.toMatchObject({
    tag: 'problem',
    code: 'database-unavailable',
    status: 503,
    retryAfterSeconds: 2,
  })
  await expect(away.write(() => Promise.resolve())).rejects.toMatchObject({ code: 'database-unavailable' })
  await away.close()
})

test.each(['25006', '57P01', '57P02', '57P03', '55000', '53100', '53300', '57014', '58030', '08006'])(
  'SQLSTATE %s is an unavailable database',
  async (code) => {
    const raised = sql`do $$ begin raise exception 'away' using errcode = '${sql.raw(code)}'; end $$`
    await expect(test1.database.write((tx) => raised.execute(tx))).rejects.toMatchObject({
      code: 'database-unavailable',
      status: 503,
    })
    expect(unavailableProblem(await raised.execute(test1.database.db).catch((error: unknown) => error))).toMatchObject({
      code: 'database-unavailable',
    })
  },
)

test.each(['23505', '42P01', '22P02', 'P0001'])('SQLSTATE %s is no unavailable database', (code) => {
  expect(unavailableProblem(Object.assign(new Error('of ours'), { code }))).toBeUndefined()
})

test('queries to a frozen database time out in the client and close their connection', async () => {
  const proxy = await openDatabaseProxy(test1.url, { queryTimeoutMs: 300, max: 2 })
  const { database } = proxy
  const ask = () => database.statement<{ one: number }>('one', 'select 1 as one', [])
  await Promise.all([ask(), database.write((tx) => sql`select pg_sleep(0.1)`.execute(tx))])
  const thaw = proxy.freeze()
  const begun = performance.now()
  // The rollback of a transaction doesn't wait behind the query that gets no response.
  const ends = await Promise.allSettled([ask(), database.write((tx) => sql`select 1`.execute(tx))])
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } })
  expect(performance.now() - begun).toBeLessThan(2000)
  thaw()
  expect(await ask()).toEqual([{ one: 1 }])
  await proxy.close()
}, 20_000)

test('a statement with its own timeout ends while another session holds its lock', async () => {
  const holder = new pg.Client({ connectionString: test1.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table payments.attempt in access exclusive mode')
  const begun = performance.now()
  await expect(
    test1.database.statement('locked', 'select 1 from payments.attempt', [], { timeoutMs: 200 }),
  ).rejects.toMatchObject({ code: 'database-unavailable' })
  expect(performance.now() - begun).toBeLessThan(2000)
  await holder.end()
})

test('two processes that migrate at once apply every file once', async () => {
  const empty = await createTestDatabase({ migrated: false })
  const [one, two] = await Promise.all([
    migrate({ ownerUrl: empty.ownerUrl, log: silentLog }),
    migrate({ ownerUrl: empty.ownerUrl, log: silentLog }),
  ])
  expect([...one!, ...two!].sort()).toEqual(migrationNames())
  expect(await pendingMigrations(empty.database.pool)).toEqual([])
  await empty.drop()
})

test('an owner who can’t create roles gets the commands for a superuser and can start after these ran', async () => {
  const { ownerUrl, drop } = await createTestDatabase({ migrated: false })
  const owner = `owner "${randomUUID().slice(0, 8)}`
  const quoted = pg.escapeIdentifier(owner)
  const superuser = new pg.Client({ connectionString: ownerUrl })
  await superuser.connect()
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(owner)
  url.password = 'secret'
  try {
    await superuser.query(`create role ${quoted} login password 'secret'`)
    await superuser.query(`alter database ${pg.escapeIdentifier(url.pathname.slice(1))} owner to ${quoted}`)
    const grant = `grant sunbul_app to ${quoted};`
    await expect(migrate({ ownerUrl: url.href, log: silentLog })).rejects.toThrow(
      `Say as a superuser of this server, and start again: ${grant}`,
    )
    await superuser.query(grant)
    await migrate({ ownerUrl: url.href, log: silentLog })
    const pool = openPool({ url: url.href, log: silentLog, max: 1 })
    expect((await pool.query('select current_user')).rows).toEqual([{ current_user: 'sunbul_app' }])
    await pool.end()
  } finally {
    await superuser.query(`drop owned by ${quoted} cascade`).catch(() => undefined)
    await superuser.end()
    await drop()
  }
}, 60_000)
