import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let house: TestApp
let campaign: { id: bigint; slug: string }
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true })
  campaign = await aCampaign(house.app)
})
afterAll(() => house.close())

type Result = { id?: string; intentId?: string; challenge?: { url: string; token: string } }
let presses = 0
async function press(token: string) {
  const key = `returns ${(presses += 1)}`
  const answer = await house.fastify.inject({
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
  const answer = await house.fastify.inject({ method: 'GET', url: `/v4/returns/${intentId}` })
  return { status: answer.statusCode, body: answer.json<object>() }
}
const told = (status: string) => ({
  status: 200,
  body: { status, total: 2000, currency: 'GBP', campaignSlug: campaign.slug },
})

test('who comes back from the bank with nothing but the address is told where the gift stands, and nothing of who gave [payments-14]', async () => {
  expect(await ask((await press('pm_card_visa')).intentId)).toEqual(told('succeeded'))
  expect(await ask((await press('pm_card_visa_chargeDeclined')).intentId)).toEqual(told('not-paid'))
  const asked = await press('pm_card_threeDSecureRequired')
  expect(await ask(asked.id)).toEqual(told('confirming'))
  await house.sandbox!.gateway.answerChallenge(new URL(asked.challenge!.url).pathname.split('/').at(-1)!, true)
  // What the bank has said by now is asked for, though nobody holds the gift’s token.
  expect(await ask(asked.id)).toEqual(told('succeeded'))
  const gift = await house.app.db
    .selectFrom('giving.donation')
    .select('id')
    .where('intent_id', '=', asked.id!)
    .execute()
  expect(gift).toHaveLength(1)
})

test('an id that is nobody’s tells nothing, and no gift’s id but the payment’s own does', async () => {
  expect((await ask('0199a000-0000-7000-8000-00000000dead')).status).toBe(404)
  expect((await ask((await press('pm_card_visa')).id)).status).toBe(404)
  expect((await ask('anything')).status).toBe(400)
})
