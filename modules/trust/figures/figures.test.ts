import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { post, type Posting } from '#modules/money/ledger/index.ts'
import { chargeEntries } from '#modules/money/ledger/rules/posting.ts'
import { sentEntries } from '#modules/money/payouts/rules/posting.ts'
import { watchLedger } from '#server/jobs/watch-ledger.ts'
import type { Json } from '#shared/wire/json.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { computeFigures, lastMonths } from './compute-figures.ts'
import type { TrustFigures } from './contract.ts'

const now = new Date('2026-11-29T12:00:00Z')
let installation: TestApp
let owner: pg.Client
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
  owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  // Rows without the ones they belong to, because only these are counted.
  await owner.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await owner.end()
  await installation.close()
})

const read = async (app = installation) => {
  const response = await app.fastify.inject({ method: 'GET', url: '/v4/trust' })
  return {
    status: response.statusCode,
    body: response.json<{ computedAt: string | null; figures: Json<TrustFigures> | null }>(),
  }
}
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

async function postAt(instant: Date, posting: Omit<Posting, 'txId' | 'at'>): Promise<string> {
  const txId = randomUUID()
  await installation.app.write((tx) => post(tx, { ...posting, txId, at: instant }))
  return txId
}

const giveAt = (instant: Date, campaignId: bigint, gift: bigint, zakatEligible = 0n) =>
  postAt(instant, {
    sourceType: 'attempt',
    sourceId: randomUUID(),
    eventType: 'charge',
    entries: chargeEntries(
      'GBP',
      [{ campaignId, gift, zakatEligible, coveredFee: 0n, tip: 0n, feeShare: 0n, feeBearer: 'platform' }],
      0n,
    ),
  })

async function addAttempt(state: string, submittedAt: Date, settledAt: Date | null = null): Promise<string> {
  const [id, intentId] = [randomUUID(), randomUUID()]
  await owner.query(
    `insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, idempotency_key, request_hash, method, ip, submitted_at, settled_at)
     values ($1::uuid, $2, $3, 'sandbox', $1::uuid::text, 500, 'GBP', $1::uuid::text, $1::uuid::text, '', 'card', '192.0.2.1', $4, $5)`,
    [id, intentId, state, submittedAt, settledAt],
  )
  return intentId
}

test('twelve months end with the current one, over the end of a year', () => {
  expect(lastMonths(new Date('2027-02-28T23:59:59Z'))).toEqual([
    ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
    '2027-01',
    '2027-02',
  ])
})

test('before the first hour there are no figures, and an empty installation has figures of nothing', async () => {
  expect(await read()).toMatchObject({ status: 200, body: { computedAt: null, figures: null } })
  await computeFigures(installation.app)
  expect((await read()).body).toEqual({
    computedAt: now.toISOString(),
    hasPayouts: true,
    figures: {
      withoutOutcome: 0,
      duplicates: { refunded: 0, medianMinutes: null },
      payoutDays: { donations: 0, median: null, percentile95: null },
      zakat: [],
      months: [],
      checks: [],
    },
  })
})

test('figures are those of the database: outcomes, duplicates, days to payouts, zakat and months', async () => {
  const { id } = await aCampaign(installation.app)
  await addAttempt('UNKNOWN', daysAgo(1))
  await addAttempt('SUBMITTED', daysAgo(1))
  await addAttempt('SUBMITTED', now)
  await addAttempt('DECLINED', daysAgo(1))
  for (const [minutes, days, state] of [
    [10, 20, 'succeeded'],
    [30, 30, 'succeeded'],
    [50, 40, 'succeeded'],
    [70, 50, 'pending'],
    [90, 500, 'succeeded'],
  ] as const) {
    const paidAt = daysAgo(days)
    const intentId = await addAttempt('SUCCEEDED', paidAt, paidAt)
    await owner.query(
      `insert into refunds.refund (id, intent_id, state, origin, amount, currency, provider, reason, created_at, settled_at)
       values ($1, $2, $3, 'donor', 500, 'GBP', 'sandbox', 'duplicate', $4, $5)`,
      [randomUUID(), intentId, state, paidAt, new Date(paidAt.getTime() + minutes * 60_000)],
    )
  }
  const payoutId = randomUUID()
  await owner.query(
    `insert into payouts.payout (id, organization_id, currency, state, bank_details_id, batch_id, drafted_at, approved_at, sent_at)
     values ($1::uuid, 1, 'GBP', 'sent', $1::uuid, $1::uuid, $2, $2, $2)`,
    [payoutId, daysAgo(2)],
  )
  for (const days of [12, 22, 42]) {
    const txId = await giveAt(daysAgo(days), id, 10_000n, 4_000n)
    await owner.query(
      `insert into payouts.line (payout_id, tx_id, line, account, campaign_id, amount, is_charge) values ($1, $2, 2, 'campaign_payable', $3, 6000, true)`,
      [payoutId, txId, String(id)],
    )
  }
  await giveAt(daysAgo(400), id, 70_000n)
  await postAt(daysAgo(2), {
    sourceType: 'payout',
    sourceId: payoutId,
    eventType: 'sent',
    entries: sentEntries('GBP', [{ campaignId: id, zakat: 12_000n, rest: 18_000n, reserve: 1_800n, released: 0n }]),
  })
  for (const [amount, state] of [
    [5_000, 'approved'],
    [9_000, 'submitted'],
  ] as const)
    await owner.query(
      `insert into zakat.distribution (id, campaign_id, currency, amount, distributed_on, country, category, people, state, reported_at, reviewed_at)
       values ($1, $2, 'GBP', $3, '2026-10-01', 'PK', 'poor', 4, $4, now(), case when $4 = 'approved' then now() end)`,
      [randomUUID(), String(id), amount, state],
    )
  await computeFigures(installation.app)
  const { figures } = (await read()).body
  expect(figures).toMatchObject({
    withoutOutcome: 2,
    duplicates: { refunded: 3, medianMinutes: 30 },
    payoutDays: { donations: 3, median: 20, percentile95: 38 },
    zakat: [{ currency: 'GBP', received: 12_000, paidOut: 12_000, distributed: 5_000 }],
  })
  const [gbp] = figures!.months
  expect(gbp!.months).toHaveLength(12)
  expect(gbp!.months.at(-1)).toEqual({ month: '2026-11', received: 20_000, paidOut: 28_200 })
  expect(gbp!.months.at(-2)).toEqual({ month: '2026-10', received: 10_000, paidOut: 0 })
  expect(gbp!.months.reduce((sum, { received }) => sum + received, 0)).toBe(30_000)
})

test('the last run of each check is shown', async () => {
  await watchLedger(installation.app, { pauseMs: 0 })
  await computeFigures(installation.app)
  const { checks } = (await read()).body.figures!
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['Q1', 'Q9', 'Q23']))
  expect(checks.every(({ checkedAt, title }) => checkedAt === now.toISOString() && !title.startsWith('Q'))).toBe(true)
})

test('the operator can turn the page off', async () => {
  const without = await createTestApp({ environment: { TRUST_PAGE: 'no' } })
  try {
    await computeFigures(without.app)
    expect((await read(without)).status).toBe(404)
    expect(await without.app.db.selectFrom('figures.latest').selectAll().execute()).toEqual([])
  } finally {
    await without.close()
  }
})
