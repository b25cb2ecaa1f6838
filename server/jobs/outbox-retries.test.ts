import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { attemptsMax, drainOutbox } from './outbox.ts'

let installation: TestApp
let refunds: ReturnType<typeof refundHelpers>
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  refunds = refundHelpers(installation)
})
beforeEach(async () => {
  campaignId = (await aCampaign(installation.app, { ends_at: null })).id
})
afterAll(() => installation.close())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  installation.database.database.pool.query<Row>(text, values).then(({ rows }) => rows)

/** Events of paid donations of 1.00 each, the one at `brokenAt` with a campaign that no code can read. */
const appendEvents = (count: number, brokenAt: number) =>
  query(
    `insert into outbox.event (kind, payload, occurred_at) select 'donation.succeeded', json_build_object('intentId', gen_random_uuid(), 'currency', 'GBP',
       'donorKey', encode(sha256(n::text::bytea), 'base64'), 'lines', json_build_array(json_build_object('campaignId', case n when $2 then 'broken' else $3 end,
       'gift', '100', 'levelId', null, 'isLevelLimited', false, 'quantity', 1))), $4::timestamptz from generate_series(1, $1::int) n`,
    [count, brokenAt, String(campaignId), clock.now()],
  )
const repair = () =>
  query(`update outbox.event set payload = jsonb_set(payload, '{lines,0,campaignId}', to_jsonb($1::text))`, [
    String(campaignId),
  ])
const donations = async () => (await campaignTotals(installation.app.db, [campaignId]))[0]?.donationCount ?? 0n
type Waiting = {
  id: string
  kind: string
  attempts: number
  error: string | null
  wait: number | null
  failed: boolean
}
const waiting = () =>
  query<Waiting>(
    `select id::text, kind, attempts, last_error as error, extract(epoch from next_attempt_at - $1::timestamptz)::int as wait, failed_at is not null as failed
     from outbox.event order by id`,
    [clock.now()],
  )

test('one failing event of 500 blocks no other and is processed once its cause is fixed', async () => {
  await appendEvents(500, 250)
  expect(await drainOutbox(installation.app)).toBe(500)
  expect(await donations()).toBe(499n)
  expect(await waiting()).toMatchObject([
    { attempts: 1, error: 'SyntaxError: Cannot convert broken to a BigInt', wait: 5, failed: false },
  ])
  expect(await drainOutbox(installation.app)).toBe(0)
  clock.move({ seconds: 5 })
  await drainOutbox(installation.app)
  expect(await waiting()).toMatchObject([{ attempts: 2, wait: 10 }])
  await repair()
  clock.move({ seconds: 10 })
  expect(await drainOutbox(installation.app)).toBe(1)
  expect([await donations(), await waiting()]).toEqual([500n, []])
})

test('after its last attempt an event needs review, where staff see its error and retry it', async () => {
  await appendEvents(3, 2)
  const logged: string[] = []
  const log = { ...installation.app.log, error: (_: object, text: string) => void logged.push(text) }
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    await drainOutbox({ ...installation.app, log })
    clock.move({ minutes: 60 })
  }
  expect(await waiting()).toMatchObject([{ attempts: attemptsMax, wait: null, failed: true }])
  expect(logged).toEqual(['an outbox event failed at its last attempt and needs review'])
  expect(await drainOutbox(installation.app)).toBe(0)
  const [finance, support] = [await refunds.staff('finance'), await refunds.staff('support')]
  const list = async () =>
    (await refunds.ask<{ events: { id: string }[]; canRetry: boolean }>(support, 'GET', '/v4/staff/failed-events')).body
  expect(await list()).toMatchObject({
    events: [
      { kind: 'donation.succeeded', attempts: attemptsMax, error: 'SyntaxError: Cannot convert broken to a BigInt' },
    ],
    canRetry: false,
  })
  const url = `/v4/staff/failed-events/${(await list()).events[0]!.id}/retry`
  expect((await refunds.ask(support, 'POST', url)).status).toBe(403)
  await repair()
  expect((await refunds.ask(finance, 'POST', url)).status).toBe(200)
  expect((await refunds.ask(finance, 'POST', url)).status).toBe(404)
  expect(await drainOutbox(installation.app)).toBe(1)
  expect([await donations(), await waiting(), (await list()).events]).toEqual([3n, [], []])
})

test('an event without reactions is retried alone, and the server stays ready', async () => {
  await appendEvents(2, 0)
  const occurredAt = new Date(Date.now() - 3_600_000)
  await query(`insert into outbox.event (kind, payload, occurred_at) values ('unheard.of', '{}', $1)`, [occurredAt])
  const outboxCheck = async () =>
    (await installation.fastify.inject({ url: '/readyz' }))
      .json<{ checks: { name: string; ok: boolean }[] }>()
      .checks.find(({ name }) => name === 'outbox')?.ok
  await drainOutbox(installation.app)
  expect(await donations()).toBe(2n)
  expect(await waiting()).toMatchObject([{ attempts: 1, error: 'Error: the event kind unheard.of has no reactions' }])
  expect(await outboxCheck()).toBe(true)
  await query('delete from outbox.event')
})

test('two workers process each event once and count a failure once', async () => {
  await appendEvents(200, 77)
  await Promise.all(Array.from({ length: 4 }, () => drainOutbox(installation.app)))
  while ((await drainOutbox(installation.app)) > 0);
  expect(await donations()).toBe(199n)
  expect(await waiting()).toMatchObject([{ attempts: 1, wait: 5 }])
  await query('delete from outbox.event')
})

test('a killed worker’s batch counts no attempt and another worker processes each event once', async () => {
  await appendEvents(20, 0)
  await query(`insert into campaigns.total (campaign_id) values ($1) on conflict do nothing`, [campaignId])
  const other = new pg.Client({ connectionString: installation.database.ownerUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from campaigns.total where campaign_id = $1 for update', [campaignId])
  const killed = drainOutbox(installation.app).catch((error: { code?: string }) => error.code)
  const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await other.query(blocked)).rowCount).toBe(1)
  await other.query(`select pg_terminate_backend(pid) from (${blocked}) b`)
  expect(await killed).toBe('database-unavailable')
  await other.query('rollback')
  await other.end()
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 20 }, () => 0))
  expect(await drainOutbox(installation.app)).toBe(20)
  expect([await donations(), await waiting()]).toEqual([20n, []])
})

test('events of one payment keep their order when the first one fails, and other payments proceed', async () => {
  const finance = await refunds.staff()
  const [first, second] = [await refunds.donation(campaignId), await refunds.donation(campaignId)]
  await refunds.refund(finance, first.intentId)
  await query(`update outbox.event set payload = jsonb_set(payload, '{lines,0,campaignId}', '"broken"')`)
  await query(
    `insert into outbox.event (kind, payload, occurred_at) select 'refund.failed', jsonb_set(payload, '{lines,0,campaignId}', to_jsonb($1::text)), occurred_at from outbox.event`,
    [String(campaignId)],
  )
  await refunds.refund(finance, second.intentId)
  await drainOutbox(installation.app)
  expect(await waiting()).toMatchObject([
    { kind: 'refund.succeeded', attempts: 1 },
    { kind: 'refund.failed', attempts: 0 },
  ])
  expect(await donations()).toBe(1n)
  await repair()
  clock.move({ seconds: 5 })
  await drainOutbox(installation.app)
  expect(await waiting()).toEqual([])
  expect(await donations()).toBe(1n)
})
