import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { post } from '#modules/money/ledger/index.ts'
import { chargeEntries } from '#modules/money/ledger/rules/posting.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { StaffOverview } from './contract-overview.ts'

const now = new Date('2026-11-29T12:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
let installation: TestApp
let owner: pg.Client
let campaignId: bigint
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
  owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  // Rows without the ones they belong to, because only these are counted.
  await owner.query("set session_replication_role = 'replica'")
  campaignId = (await aCampaign(installation.app)).id
})
afterAll(async () => {
  await owner.end()
  await installation.close()
})

async function overviewFor(...roles: string[]): Promise<{ status: number; body: StaffOverview }> {
  const { token } = await aSession(installation.app, { roles })
  const response = await installation.fastify.inject({
    method: 'GET',
    url: '/v4/staff/overview',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, body: response.json<StaffOverview>() }
}

/** Posts a charge whose transaction id begins with its time, as the platform's do. */
async function chargeAt(instant: Date, currency: 'GBP' | 'USD', gift: bigint): Promise<void> {
  const entries = chargeEntries(
    currency,
    [{ campaignId, gift, zakatEligible: 0n, coveredFee: 20n, tip: 100n, feeShare: 0n, feeBearer: 'platform' }],
    20n,
  )
  const { app } = installation
  await app.write((tx) =>
    post(tx, {
      txId: app.newId(),
      at: instant,
      sourceType: 'attempt',
      sourceId: app.newId(),
      eventType: 'charge',
      entries,
    }),
  )
}

const addCase = (kind: string, openedAt: Date) =>
  owner.query(
    `insert into moderation.case (id, kind, subject_id, campaign_id, opened_at, reasons, parts, score, at_stake, currency, snapshot)
     values (uuidv7(), $1, uuidv7()::text, $2, $3, '[]', '[]', 1, 0, 'GBP', '{}')`,
    [kind, campaignId, openedAt],
  )

test('an installation without work shows no money, no cases and no faults', async () => {
  expect((await overviewFor('finance')).body).toEqual({
    since: '2026-11-29T00:00:00.000Z',
    money: [],
    cases: [],
    failing: [],
    unmatched: { manualReviews: 0, withoutOutcome: 0 },
    bounced: [],
  })
})

test('money counts since midnight UTC by currency, with tips and covered fees', async () => {
  await chargeAt(before(hourMs), 'GBP', 5000n)
  await chargeAt(before(2 * hourMs), 'GBP', 1000n)
  await chargeAt(before(hourMs), 'USD', 700n)
  await chargeAt(before(12 * hourMs + 1), 'GBP', 9999n)
  expect((await overviewFor('support')).body.money).toEqual([
    { currency: 'GBP', payments: 2, received: 6240, refunded: 0, disputed: 0 },
    { currency: 'USD', payments: 1, received: 820, refunded: 0, disputed: 0 },
  ])
})

test('a reviewer sees the ages of the cases of their kinds, and neither money nor payments', async () => {
  await addCase('fundraiser', before(hourMs))
  await addCase('fundraiser', before(2 * dayMs))
  await addCase('fundraiser', before(3 * dayMs))
  await addCase('refund', before(dayMs))
  const { body } = await overviewFor('reviewer')
  expect(body).toMatchObject({ money: null, unmatched: null })
  expect(body.cases).toEqual([
    { kind: 'fundraiser', underOneDay: 1, underThreeDays: 1, older: 1, oldestAt: before(3 * dayMs).toISOString() },
  ])
  expect((await overviewFor('admin')).body.cases.map(({ kind }) => kind)).toEqual(['fundraiser', 'refund'])
})

test('failed events, stopped charging and bounced mails appear, without addresses', async () => {
  await owner.query(
    "insert into outbox.event (kind, payload, occurred_at, attempts, last_error, failed_at) values ('donation.succeeded', '{}', $1, 9, 'error', $1)",
    [before(hourMs)],
  )
  await owner.query("insert into subscriptions.kill_switch (reason, details, set_at) values ('person', '{}', $1)", [
    before(hourMs),
  ])
  const mail = (address: string, state: string, refusals: number, createdAt: Date) =>
    owner.query(
      `insert into notifications.mail (id, message_id, kind, to_address, locale, subject, html, plain, state, next_attempt_at, created_at, refusals)
       values (uuidv7(), uuidv7()::text, 'receipt', $1, 'en', '', '', '', $2, $3, $3, $4)`,
      [address, state, createdAt, refusals],
    )
  await mail('a@Example.org', 'failed', 0, before(dayMs))
  await mail('b@example.org', 'sent', 1, before(2 * dayMs))
  await mail('c@example.net', 'failed', 8, before(8 * dayMs))
  await mail('d@example.com', 'sent', 0, before(dayMs))
  const { body } = await overviewFor('reviewer')
  expect(body.failing).toEqual([
    { part: 'charging', count: null, since: before(hourMs).toISOString() },
    { part: 'events', count: 1, since: null },
  ])
  expect(body.bounced).toEqual([{ domain: 'example.org', mails: 2, lastAt: before(dayMs).toISOString() }])
})

test('payments in manual review and without an outcome are counted', async () => {
  await owner.query(
    "insert into refunds.manual_review (id, provider, provider_refund_id, amount, currency, reason, found_at) values (uuidv7(), 'sandbox', 'ch_1', 500, 'GBP', 'unknown-charge', $1)",
    [before(hourMs)],
  )
  await owner.query(
    `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, idempotency_key, request_hash, method, ip, submitted_at)
     select id, uuidv7(), 'UNKNOWN', 'sandbox', id::text, 500, 'GBP', 'visit:1', 'key', '', 'card', '', $1 from uuidv7() as id`,
    [before(hourMs)],
  )
  expect((await overviewFor('finance')).body.unmatched).toEqual({ manualReviews: 1, withoutOutcome: 1 })
})

test('accounts without a staff role are refused', async () => {
  expect((await overviewFor()).status).toBe(403)
})
