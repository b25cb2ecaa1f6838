import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let campaign: { id: bigint; slug: string }
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  campaign = await aCampaign(installation.app)
})
afterAll(() => installation.close())

type Result = { id?: string; intentId?: string; challenge?: { url: string; token: string } }
let requests = 0
async function submit(token: string) {
  const key = `returns ${(requests += 1)}`
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaign.id}`,
    headers: { 'content-type': 'application/json', 'session-id': key, 'idempotency-key': key },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: [{ type: 'card', token }],
      guest: { email: 'huda@example.org', name: 'Huda Saleh' },
    },
  })
  return answer.json<{ result: Result }>().result
}
const ask = async (intentId = '') => {
  const answer = await installation.fastify.inject({ method: 'GET', url: `/v4/returns/${intentId}` })
  return { status: answer.statusCode, body: answer.json<object>() }
}
const statusOf = (status: string) => ({
  status: 200,
  body: { status, total: 2000, currency: 'GBP', campaignSlug: campaign.slug },
})

test('a donor who returns from the bank without a token sees the status and no data of the donor [payments-14]', async () => {
  expect(await ask((await submit('pm_card_visa')).intentId)).toEqual(statusOf('succeeded'))
  expect(await ask((await submit('pm_card_visa_chargeDeclined')).intentId)).toEqual(statusOf('not-paid'))
  const request = await submit('pm_card_threeDSecureRequired')
  expect(await ask(request.id)).toEqual(statusOf('confirming'))
  await installation.sandbox!.gateway.answerChallenge(new URL(request.challenge!.url).pathname.split('/').at(-1)!, true)
  // The provider is asked for the outcome, although the browser has no token.
  expect(await ask(request.id)).toEqual(statusOf('succeeded'))
  const donation = await installation.app.db
    .selectFrom('giving.donation')
    .select('id')
    .where('intent_id', '=', request.id!)
    .execute()
  expect(donation).toHaveLength(1)
})

test('only the payment’s own id returns a status, and an unknown id is not found', async () => {
  expect((await ask('0199a000-0000-7000-8000-00000000dead')).status).toBe(404)
  expect((await ask((await submit('pm_card_visa')).id)).status).toBe(404)
  expect((await ask('anything')).status).toBe(404)
})
