import type { Currency } from '#shared/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

test.each([
  ['UGX', '70000', 70_000n, 7_000_000],
  ['JPY', '3000', 3000n, 3000],
  ['KWD', '5.120', 5120n, 5120],
])('a gift in %s is charged as shown, in the units the bank counts in', async (currency, amount, gift, charged) => {
  const campaign = await aCampaign(installation.app, { currency })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaign.id}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': currency },
    payload: { amount, currency, tokens: [{ type: 'card', token: 'pm_card_visa' }] },
  })
  expect(answer.json().result, answer.body).toMatchObject({ status: 'succeeded', amount })
  await drainOutbox(installation.app)
  const donation = await installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('currency', '=', currency as Currency)
    .executeTakeFirstOrThrow()
  expect(donation).toMatchObject({ gift, tip: 0n })
  const truth = [...installation.sandbox!.gateway.store.truth.values()].filter(
    (truth) => truth.currency === currency.toLowerCase(),
  )
  expect(truth.map((truth) => truth.amount)).toEqual([charged])
  const findings = await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)
  expect(findings.filter(({ count }) => count > 0)).toEqual([])
})

test('an amount or tip off the charge step is refused at its field and nothing is charged [amounts-6]', async () => {
  const campaign = await aCampaign(installation.app, { currency: 'KWD' })
  const before = installation.sandbox!.gateway.store.truth.size
  const ask = (url: string, payload: object) =>
    installation.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      payload,
    })
  const donate = (amounts: object) =>
    ask(`/api/donate/donate/${campaign.id}`, {
      currency: 'KWD',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      ...amounts,
    })
  const sentence = (amount: string) => `Amounts in KWD must be a multiple of 0.010, such as ${amount}.`
  const typed = await donate({ amount: '5.125' })
  expect([typed.statusCode, typed.json().result.fields]).toEqual([400, { amount: sentence('5.130') }])
  const tipped = await donate({ amount: '5.120', feeAmount: '0.001' })
  expect([tipped.statusCode, tipped.json().result.fields]).toEqual([400, { feeAmount: sentence('0.010') }])
  const quoted = await ask('/v4/quotes', { campaignId: String(campaign.id), amount: 5125, tip: 7, currency: 'KWD' })
  expect([quoted.statusCode, quoted.json().fields]).toEqual([
    400,
    { amount: sentence('5.130'), tip: sentence('0.010') },
  ])
  const basket = (await ask('/v4/checkout/guest/baskets', { currency: 'KWD' })).json()
  const item = { projectId: String(campaign.id), amount: 5125, currency: 'KWD' }
  const added = await installation.fastify.inject({
    method: 'POST',
    url: `/v4/checkout/guest/baskets/${basket.id}/items`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${basket.token}` },
    payload: { item },
  })
  expect([added.statusCode, added.json().fields], added.body).toEqual([400, { 'item.amount': sentence('5.130') }])
  expect(installation.sandbox!.gateway.store.truth.size).toBe(before)
})

test.each([
  ['USD', '20.00', '20.00', '0.00'],
  ['JPY', '3000', '3000', '0'],
  ['KWD', '5.12', '5.120', '0.000'],
])('the quote of a changed total in %s is in decimal major units [S2 §3]', async (currency, amount, shown, none) => {
  const campaign = await aCampaign(installation.app, { currency })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaign.id}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': `quote ${currency}` },
    payload: { amount, currency, quoteHash: 'stale', tokens: [{ type: 'card', token: 'pm_card_visa' }] },
  })
  expect([answer.statusCode, answer.json().result.code]).toEqual([409, 'quote-changed'])
  expect(answer.json().result.quote).toMatchObject({
    currency,
    gift: shown,
    tip: none,
    coveredFee: none,
    total: shown,
    zakatEligible: none,
  })
})

test.each([0, 100, -1])(
  'a reward count of %s is refused at its field, also without a reward [S2 §5]',
  async (rewardCount) => {
    const campaign = await aCampaign(installation.app)
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${campaign.id}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': `count ${rewardCount}` },
      payload: { amount: '20', currency: 'GBP', rewardCount, tokens: [{ type: 'card', token: 'pm_card_visa' }] },
    })
    expect([answer.statusCode, answer.json().result.fields]).toEqual([
      400,
      { rewardCount: 'Choose a quantity from 1 to 99.' },
    ])
  },
)

test('an amount above the bank’s maximum is refused at its field and nothing is charged', async () => {
  const campaign = await aCampaign(installation.app, { currency: 'LBP' })
  const before = installation.sandbox!.gateway.store.truth.size
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaign.id}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'LBP' },
    payload: { amount: '2250000000', currency: 'LBP', tokens: [{ type: 'card', token: 'pm_card_visa' }] },
  })
  expect([answer.statusCode, answer.json().result.code]).toEqual([400, 'payment-too-large'])
  expect(answer.json().result.fields).toEqual({
    amount: expect.stringMatching(/You haven’t been charged\. Please split it into several payments\.$/),
  })
  expect(installation.sandbox!.gateway.store.truth.size).toBe(before)
})
