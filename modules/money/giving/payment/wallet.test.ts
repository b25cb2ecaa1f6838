import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let pounds: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  pounds = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

let keys = 0
const token = (wallet: 'apple_pay' | 'google_pay', number = '4242424242424242') =>
  installation.sandbox!.gateway.confirmations.create({
    wallet,
    payment_method_data: {
      type: 'card',
      card: { number, exp_month: '12', exp_year: '2040' },
    },
  }).id
async function give(payload: object, amount = String(20 + keys)) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${pounds}`,
    remoteAddress: `192.0.2.${(keys += 1)}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `wallet-${keys}`,
      'session-id': 'a-visit-with-a-wallet',
    },
    payload: { amount, currency: 'GBP', guest: { email: 'layla@example.org', name: 'Layla Hassan' }, ...payload },
  })
  const { result } = answer.json() as {
    result: { code?: string; intentId?: string; status?: string; fields?: object; challenge?: object }
  }
  return { status: answer.statusCode, ...result, code: answer.statusCode }
}
const applePay = (id: string) => ({ paymentMethod: 'applepay', tokens: [{ type: 'applepay', token: id }] })

test('a wallet’s token is charged once, and donation and ledger name the wallet [payments-24]', async () => {
  expect(await give(applePay(token('apple_pay')))).toMatchObject({ status: 'succeeded' })
  await drainOutbox(installation.app)
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .select(['payment_method', 'card_last4'])
    .where('payment_method', '=', 'applepay')
    .execute()
  expect(donations).toEqual([{ payment_method: 'applepay', card_last4: '4242' }])
  expect((await verifyLedger(installation.database.ownerUrl, undefined)).filter(({ count }) => count > 0)).toEqual([])
})

test('a token of another wallet, of a card or of nothing is refused without a charge [payments-24]', async () => {
  const before = installation.sandbox!.gateway.store.intents.size
  for (const wrong of [token('google_pay'), 'pm_card_visa', 'ctoken_unknown'])
    expect(await give(applePay(wrong))).toMatchObject({
      code: 400,
      fields: { tokens: 'This token doesn’t belong to the chosen wallet.' },
    })
  expect(installation.sandbox!.gateway.store.intents.size).toBe(before)
})

test('after a decline the next wallet payment reuses the intent [payments-24]', async () => {
  const declined = await give(applePay(token('apple_pay', '4000000000000002')), '91')
  expect(declined.code).toBe(402)
  const paid = await give({ ...applePay(token('apple_pay')), intentId: declined.intentId }, '91')
  expect(paid).toMatchObject({ status: 'succeeded', intentId: declined.intentId })
})

test('a used wallet token is declined without a charge, and 3-D Secure works as with a card', async () => {
  const used = token('apple_pay')
  expect((await give(applePay(used))).code).toBe(200)
  const charges = installation.sandbox!.gateway.store.truth.size
  expect((await give(applePay(used))).code).toBe(402)
  expect(installation.sandbox!.gateway.store.truth.size).toBe(charges)
  expect(await give(applePay(token('apple_pay', '4000000000003220')))).toMatchObject({
    challenge: { provider: 'sandbox' },
  })
})
