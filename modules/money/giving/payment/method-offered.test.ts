import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let dollars: string
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    environment: { WALLETS: 'googlepay', DEFAULT_COUNTRY: 'GB' },
  })
  dollars = String((await aCampaign(installation.app, { currency: 'USD' })).id)
})
afterAll(() => installation.close())

type Answered = { id: string; token: string; fields?: object; result?: { fields?: object } }
let keys = 0
async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'idempotency-key': `method-${(keys += 1)}`, ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as Answered }
}
const refusal = {
  status: 400,
  fields: { paymentMethod: 'This payment method isn’t available here. Please choose another one.' },
}

test('the server refuses payment methods that the page doesn’t offer, before calling the provider [payments-23]', async () => {
  for (const payload of [
    { paymentMethod: 'applepay', tokens: [{ type: 'applepay', token: 'pm_card_visa' }] },
    // Dollars, but a donor in the United Kingdom.
    { paymentMethod: 'ach', tokens: [{ type: 'ach', token: 'pm_bank' }] },
  ]) {
    const { status, body } = await post(`/api/donate/donate/${dollars}`, { amount: '20', currency: 'USD', ...payload })
    expect({ status, fields: body.result?.fields }).toEqual(refusal)
  }
  const basket = (await post('/v4/checkout/guest/baskets', { currency: 'USD' })).body
  const authorization = { authorization: `Bearer ${basket.token}` }
  const path = `/v4/checkout/guest/baskets/${basket.id}`
  await post(`${path}/items`, { item: { projectId: dollars, amount: 2000, currency: 'USD' } }, authorization)
  const { status, body } = await post(
    `${path}/checkout`,
    { paymentMethod: 'applepay', tokens: [{ type: 'applepay', token: 'pm_card_visa' }] },
    authorization,
  )
  expect({ status, fields: body.fields }).toEqual(refusal)
  expect([...installation.sandbox!.gateway.store.intents.values()]).toEqual([])
})

test('a page knows which payment methods its provider has beside cards [payments-23]', async () => {
  const answer = await installation.fastify.inject({ url: '/v4/payments/configuration' })
  expect(answer.json()).toMatchObject({ provider: 'sandbox', wallets: ['googlepay'], hasBankDebits: true })
})
