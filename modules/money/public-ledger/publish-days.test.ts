import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { post } from '#modules/money/ledger/index.ts'
import { chargeEntries, type LedgerEntry } from '#modules/money/ledger/rules/posting.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { localDate } from '#shared/calendar.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { publishDay, publishDays } from './publish-days.ts'
import { firstHead, headOf } from './rules/daily-file.ts'

let installation: TestApp
let owner: pg.Client
let now = new Date('2026-11-29T02:00:00Z')
beforeEach(async () => {
  installation = await createTestApp({ clock: () => now })
  owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  now = new Date('2026-11-29T02:00:00Z')
  await owner.end()
  await installation.close()
})

const gift = (campaignId: bigint, amount: bigint): LedgerEntry[] =>
  chargeEntries(
    'GBP',
    [{ campaignId, gift: amount, zakatEligible: 0n, coveredFee: 0n, tip: 0n, feeShare: 0n, feeBearer: 'platform' }],
    0n,
  )

/** Posts a donation and returns the id of its transaction. */
async function give(campaignId: bigint, amount: bigint, occurredAt = now): Promise<string> {
  const txId = randomUUID()
  await installation.app.write((tx) =>
    post(tx, {
      txId,
      sourceType: 'attempt',
      sourceId: txId,
      eventType: 'charge',
      at: occurredAt,
      entries: gift(campaignId, amount),
    }),
  )
  return txId
}

const publish = () => publishDays(installation.app)

async function files(): Promise<{ day: string; lines: string[]; text: string; head: string; before: string | null }[]> {
  const { rows } = await owner.query<{ day: string; text: string; head: string; before: string | null }>(
    `select day::text, convert_from(file, 'UTF8') as text, encode(head, 'hex') as head, encode(head_before, 'hex') as before from public_ledger.day order by day`,
  )
  return rows.map((row) => ({ ...row, lines: row.text.split('\n').slice(2, -1) }))
}

const breaches = async () =>
  (await verifyLedger(installation.database.ownerUrl)).find(({ title }) => title.startsWith('Q23'))!.rows

test('the first file has all history, later ones what was posted since, and empty days have a file', async () => {
  await give(7n, 2_000n, new Date('2025-01-05T10:00:00Z'))
  await give(7n, 500n)
  expect(await publish()).toEqual(['2026-11-28'])
  expect(await publish()).toEqual([])
  await give(7n, 40n, new Date('2025-01-05T10:00:00Z'))
  now = new Date('2026-12-01T01:00:00Z')
  expect(await publish()).toEqual(['2026-11-29', '2026-11-30'])
  const [first, second, third] = await files()
  expect(first!.lines).toEqual(['7,GBP,payable,gift,-2500', 'platform,GBP,,,2500'])
  expect(second!.lines).toEqual(['7,GBP,payable,gift,-40', 'platform,GBP,,,40'])
  expect(third!.lines).toEqual([])
  expect(first!.text.split('\n')[0]).toBe(`sunbul-ledger,1,2026-11-28,${firstHead}`)
  expect(second!.text.split('\n')[0]).toBe(`sunbul-ledger,1,2026-11-29,${first!.head}`)
  expect([first!.before, second!.before, third!.before]).toEqual([null, first!.head, second!.head])
  for (const { text, head } of [first!, second!, third!]) expect(head).toBe(headOf(text))
  expect(await breaches()).toEqual([])
})

test('four workers at once publish each day once, and each transaction is in one file', async () => {
  await publish()
  await Promise.all(Array.from({ length: 12 }, (_, index) => give(BigInt(index + 1), 100n)))
  now = new Date('2026-12-03T09:00:00Z')
  const published = await Promise.all([publish(), publish(), publish(), publish()])
  expect(published.flat().toSorted()).toEqual(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'])
  expect((await files()).map(({ lines }) => lines.length)).toEqual([0, 13, 0, 0, 0])
  expect(await breaches()).toEqual([])
})

test('a transaction that is open while a day is published is in the next file, whatever its date', async () => {
  const { app } = installation
  const opened = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const txId = randomUUID()
  const open = app.write(async (tx) => {
    await post(tx, {
      txId,
      sourceType: 'attempt',
      sourceId: txId,
      eventType: 'charge',
      at: new Date('2026-11-28T12:00:00Z'),
      entries: gift(9n, 900n),
    })
    opened.resolve()
    await finish.promise
  })
  await opened.promise
  await give(8n, 100n)
  expect(await publish()).toEqual(['2026-11-28'])
  finish.resolve()
  await open
  now = new Date('2026-11-30T01:00:00Z')
  await publish()
  const [first, second] = await files()
  expect(first!.lines).toEqual(['8,GBP,payable,gift,-100', 'platform,GBP,,,100'])
  expect(second!.lines).toEqual(['9,GBP,payable,gift,-900', 'platform,GBP,,,900'])
  expect(await breaches()).toEqual([])
})

test('donations are posted while a day is being published, and are in the next file', async () => {
  const { app } = installation
  await give(8n, 100n)
  await app.write(async (tx) => {
    await publishDay(app, tx, localDate('2026-11-28'))
    await installation.database.database.pool.query('select 1')
    // Another connection, which would wait for a lock until its time limit.
    const posted = give(9n, 900n)
    const result = await Promise.race([
      posted.then(() => 'posted'),
      new Promise((resolve) => setTimeout(resolve, 5_000, 'blocked')),
    ])
    expect(result).toBe('posted')
  })
  now = new Date('2026-11-30T01:00:00Z')
  await publish()
  expect((await files()).map(({ lines }) => lines[0])).toEqual(['8,GBP,payable,gift,-100', '9,GBP,payable,gift,-900'])
  expect(await breaches()).toEqual([])
})

test('a day that fails leaves no file, and its transactions wait for the next attempt', async () => {
  const { app } = installation
  await give(8n, 100n)
  await expect(
    app.write(async (tx) => {
      await publishDay(app, tx, localDate('2026-11-28'))
      throw new Error('the process ends')
    }),
  ).rejects.toThrow('the process ends')
  expect(await files()).toEqual([])
  expect(await publish()).toEqual(['2026-11-28'])
  expect((await files())[0]!.lines).toHaveLength(2)
})

test('no role changes a file, and no file can follow a day that already has a successor', async () => {
  await give(8n, 100n)
  await publish()
  now = new Date('2026-11-30T01:00:00Z')
  await publish()
  for (const sql of [
    `update public_ledger.day set file = 'x'`,
    'delete from public_ledger.day',
    'truncate public_ledger.day cascade',
    'update public_ledger.published_tx set day = day',
    'delete from public_ledger.published_tx',
  ]) {
    await expect(owner.query(sql), sql).rejects.toThrow(/never changes/)
    await expect(installation.database.database.pool.query(sql), sql).rejects.toThrow(/permission denied/)
  }
  await expect(
    installation.database.database.pool.query('insert into public_ledger.unpublished values ($1)', [randomUUID()]),
  ).rejects.toThrow(/permission denied/)
  const insert = (day: string, before: string) =>
    owner.query(
      `insert into public_ledger.day (day, file, head_before, row_count, published_at) values ($1, 'x', ${before}, 0, now())`,
      [day],
    )
  const first = `(select head from public_ledger.day where day = '2026-11-28')`
  await expect(insert('2026-12-05', first)).rejects.toMatchObject({ constraint: 'day_follows_one' })
  await expect(insert('2026-12-05', 'null')).rejects.toMatchObject({ constraint: 'day_follows_one' })
  await expect(insert('2026-11-28', `'\\x00'`)).rejects.toMatchObject({ constraint: 'day_pkey' })
  await expect(insert('2026-12-05', `'\\x00'`)).rejects.toMatchObject({ constraint: 'day_head_before_fkey' })
})

test('check Q23 finds a lost transaction and a total that differs from the files', async () => {
  const lost = await give(8n, 100n)
  await publish()
  await give(9n, 5n)
  await owner.query('delete from public_ledger.unpublished')
  await owner.query('update public_ledger.campaign_total set amount = amount + 1 where campaign_id = 8')
  const found = await breaches()
  expect(found).toHaveLength(3)
  expect(found).toContainEqual(expect.objectContaining({ meaning: 'in no file' }))
  expect(found).toContainEqual(expect.objectContaining({ campaign_id: '8', in_ledger: '-100', in_files: '-99' }))
  expect(JSON.stringify(found)).not.toContain(lost)
  await owner.query(`insert into public_ledger.unpublished values ($1)`, [lost])
  expect(await breaches()).toContainEqual(expect.objectContaining({ meaning: 'in a file and unpublished' }))
})
