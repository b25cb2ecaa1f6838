import { ledgerServer } from '#modules/money/ledger/index-server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { findZakatFeeFundBalance } from '#modules/money/ledger/index.ts'
import { aSubscription } from '../testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from './charge-due.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now, environment: { ZAKAT_FEES: 'sponsor' } })
})
afterAll(() => installation.close())

const fill = (amount: bigint) =>
  installation.app.write((tx) =>
    ledgerServer.addToZakatFeeFund(tx, {
      txId: installation.app.newId(),
      sourceId: installation.app.newId(),
      at: now,
      currency: 'GBP',
      amount,
    }),
  )
const balance = () => findZakatFeeFundBalance(installation.app.db, 'GBP')
const charges = () => installation.sandbox!.gateway.store.truth.size
const call = async (method: 'POST' | 'PUT', url: string, payload: object, headers: object = {}) => {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as never as Record<string, unknown> }
}
const zakatCampaign = () => aCampaign(installation.app, { zakat_verified: true, ends_at: null })
let visits = 0
const donate = (campaignId: bigint, over: object = {}) =>
  call(
    'POST',
    `/api/donate/donate/${campaignId}`,
    { amount: '100', currency: 'GBP', zakah: true, tokens: [{ type: 'card', token: 'pm_card_visa' }], ...over },
    { 'session-id': `visit-${(visits += 1)}` },
  )
const isEmpty = { code: 'zakat-fee-fund-empty' }

test('refuses zakat at its field before calling the provider while the fund can’t bear the fee', async () => {
  const { id } = await zakatCampaign()
  await fill(214n)
  const refused = await donate(id)
  expect(refused).toMatchObject({
    status: 400,
    body: { result: { fields: { zakah: expect.stringContaining('sponsor') } } },
  })
  expect(charges()).toBe(0)
  // Neither a covered donation nor one that isn't zakat needs the fund.
  expect((await donate(id, { maximizeZakat: true, amount: '30' })).status).toBe(200)
  expect((await donate(id, { zakah: false, amount: '40' })).status).toBe(200)
  await fill(1n)
  expect((await donate(id)).status).toBe(200)
  expect(await balance()).toBe(0n)
})

test('the quote says who bears the fee and what counts', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true, zakat_eligible_bps: 8000 })
  const quote = (over: object = {}) =>
    call('POST', '/v4/quotes', { campaignId: String(id), amount: 10_000, currency: 'GBP', zakat: true, ...over })
  expect((await quote()).body).toMatchObject({ zakatEligible: 8000, zakatFees: 'sponsor', coveredFee: 0 })
  expect((await quote({ maximizeZakat: true })).body).toMatchObject({ zakatEligible: 8000, zakatFees: null })
  expect((await quote({ zakat: false })).body).toMatchObject({ zakatEligible: 0, zakatFees: null })
})

test('refuses a basket at the lines that rely on the fund', async () => {
  const { id } = await zakatCampaign()
  const opened = (await call('POST', '/v4/checkout/guest/baskets', { currency: 'GBP' })).body
  const basketUrl = `/v4/checkout/guest/baskets/${String(opened.id)}`
  const headers = { authorization: `Bearer ${String(opened.token)}` }
  let items: readonly { id: string; isZakat: boolean }[] = []
  for (const isZakat of [true, false]) {
    const item = { projectId: String(id), amount: 2000, currency: 'GBP', isZakat }
    const added = await call('POST', `${basketUrl}/items`, { item }, headers)
    items = added.body.items as typeof items
  }
  const before = charges()
  const refused = await call(
    'POST',
    `${basketUrl}/checkout`,
    { tokens: [{ type: 'card', token: 'pm_card_visa' }], guest: { email: 'huda@example.org', name: 'Huda Saleh' } },
    headers,
  )
  const line = items.find(({ isZakat }) => isZakat)!
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { [`items.${line.id}.isZakat`]: expect.stringContaining('sponsor') } },
  })
  expect(charges()).toBe(before)
})

test('starts a plan only while the fund can bear its fee, and charges it when the fund is empty', async () => {
  const { id } = await zakatCampaign()
  const plan = { isZakat: true, causes: [{ campaignId: String(id), share: 10_000 }] }
  await expect(aSubscription(installation.app, plan)).rejects.toMatchObject({ fields: { isZakat: isEmpty } })
  await fill(100n)
  await aSubscription(installation.app, plan)
  for (const day of ['2026-11-27T09:00:00Z', '2026-12-04T09:00:00Z', '2026-12-11T09:00:00Z']) {
    now = new Date(day)
    while ((await chargeDue(installation.app)) > 0);
    while ((await drainOutbox(installation.app)) > 0);
  }
  const { rows } = await sql<{ account: string; amount: bigint }>`
    select e.account, e.amount from giving.donation d join ledger.tx t on t.source_id = d.attempt_id join ledger.entry e on e.tx_id = t.id
    where d.campaign_id = ${id} and e.meaning = 'processing_fee' and e.account <> 'provider_clearing' order by d.given_at`.execute(
    installation.app.db,
  )
  // 1.9 % of 10.00 and 0.25 are 0.44: the fund of 1.00 pays two of these fees, the platform the third.
  expect(rows).toEqual([
    { account: 'zakat_fee_fund', amount: 44n },
    { account: 'zakat_fee_fund', amount: 44n },
    { account: 'processor_fee_expense', amount: 44n },
  ])
  expect(await balance()).toBe(12n)
  const findings = await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)
  // The clock is ahead of the real one, so Q8 and Q15 do not apply.
  expect(findings.filter(({ title, count }) => count > 0 && !/^Q(8|15)/.test(title))).toEqual([])
})
