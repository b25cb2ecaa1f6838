import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

let donations = 0
/** Pays a donation without processing its event. */
async function give(campaignId: bigint): Promise<void> {
  donations += 1
  const { statusCode, body } = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `batch-${donations}`,
      'session-id': `batch-${donations}`,
    },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `batch-${donations}@example.org`, name: 'Bilal Khan' },
    },
  })
  if (statusCode !== 200) throw new Error(body)
}

test('two workers with donations and a refund of one campaign don’t deadlock', async () => {
  const with_ = refundHelpers(installation)
  const [first, second] = [(await aCampaign(installation.app)).id, (await aCampaign(installation.app)).id]
  const { intentId } = await with_.donation(second)
  await with_.refund(await with_.staff(), intentId)
  await give(first)
  // Delays the donation's reactions until the refund has been subtracted from the totals.
  const { rows } = await installation.database.database.pool.query<{ guest: string }>(
    `select payload -> 'guest' ->> 'id' as guest from outbox.event where kind = 'donation.succeeded'`,
  )
  const blocker = new pg.Client({ connectionString: installation.database.ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into identity.guest (id, email, name, created_at) values ($1, 'someone@example.org', 'Someone', now())`,
    [rows[0]!.guest],
  )
  let tries = 0
  const write: typeof installation.app.write = (work) =>
    installation.app.write((tx) => {
      tries += 1
      return work(tx)
    })
  const waiting = async () =>
    (await installation.database.database.pool.query('select from pg_locks where not granted')).rowCount
  const mixed = drainOutbox({ ...installation.app, write })
  await expect.poll(waiting).toBe(1)
  await give(first)
  await give(second)
  const others = drainOutbox({ ...installation.app, write })
  await expect.poll(waiting).toBe(2)
  await blocker.query('rollback')
  await blocker.end()
  expect([await mixed, await others, tries]).toEqual([2, 2, 2])
  expect(
    (await campaignTotals(installation.app.db, [first, second])).map(({ raised, donationCount }) => [
      raised,
      donationCount,
    ]),
  ).toEqual([
    [4000n, 2n],
    [2000n, 1n],
  ])
})
