import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let house: TestApp
let campaignId: string
let ahead = 0
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true, clock: () => new Date(Date.now() + ahead) })
  campaignId = String((await aCampaign(house.app, { ends_at: null })).id)
})
afterAll(() => house.close())

type Asked = { id: string; challenge: { url: string; token: string } }
let presses = 0
async function press(token: string, visit = 'a visit', more: Record<string, string> = {}) {
  const answer = await house.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: {
      'content-type': 'application/json',
      'session-id': visit,
      'idempotency-key': `press ${(presses += 1)}`,
      ...more,
    },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token }] },
  })
  return { status: answer.statusCode, result: answer.json().result as Asked & { status?: string; code?: string } }
}
const aQuestion = async (visit: string): Promise<Asked> => (await press('pm_card_threeDSecureRequired', visit)).result
const stop = async ({ id, challenge }: Asked, token = challenge.token) => {
  const answer = await house.fastify.inject({
    method: 'POST',
    url: `/v4/gifts/${id}/stop`,
    headers: { 'content-type': 'application/json' },
    payload: { token },
  })
  return { status: answer.statusCode, ...(answer.json() as { status?: string; paid?: object; challenge?: object }) }
}
const sayYes = ({ challenge }: Asked) =>
  house.sandbox!.gateway.answerChallenge(new URL(challenge.url).pathname.split('/').at(-1)!, true)
const charges = () => house.sandbox!.gateway.store.truth.size
const look = async ({ id, challenge }: Asked) =>
  (await house.fastify.inject({ url: `/v4/gifts/${id}?token=${encodeURIComponent(challenge.token)}` })).json<{
    status: string
  }>().status

test('a bank’s question that was left charges nothing, whatever the donor’s bank hears later, and the gift may be given anew [payments-9]', async () => {
  const before = charges()
  const left = await aQuestion('a visit')
  expect(await stop(left)).toMatchObject({ status: 'declined', id: left.id })
  expect(await sayYes(left)).toBe('gone')
  expect(await stop(left)).toMatchObject({ status: 'declined' })
  const { state } = await house.app.db
    .selectFrom('payments.intent')
    .select('state')
    .where('id', '=', left.id)
    .executeTakeFirstOrThrow()
  const attempts = await house.app.db
    .selectFrom('payments.attempt')
    .select(['state', 'decline_code as code'])
    .where('intent_id', '=', left.id)
    .execute()
  expect([state, attempts]).toEqual(['CANCELLED', [{ state: 'DECLINED', code: 'abandoned' }]])
  expect((await press('pm_card_visa')).result.status).toBe('succeeded')
  expect(charges()).toBe(before + 1)
})

test('whose bank was faster has given', async () => {
  const before = charges()
  const asked = await aQuestion('a fast bank')
  expect(await sayYes(asked)).toBe('approved')
  expect(await stop(asked)).toMatchObject({ status: 'succeeded', paid: { intentId: asked.id } })
  expect(charges()).toBe(before + 1)
})

test('a question that was left in a tab that is gone gives way to the same gift given anew, and can charge nobody besides', async () => {
  const before = charges()
  const left = await aQuestion('a closed tab')
  const others = await aQuestion('another visit')
  expect((await press('pm_card_visa', 'a closed tab')).result.status).toBe('succeeded')
  expect(await sayYes(left)).toBe('gone')
  expect(charges()).toBe(before + 1)
  expect(await sayYes(others)).toBe('approved')
  expect(charges()).toBe(before + 2)
})

test('a question left by a guest gives way to the same gift once they have logged in', async () => {
  const before = charges()
  const left = await aQuestion('a guest’s')
  const { token } = await aSession(house.app)
  expect((await press('pm_card_visa', 'a guest’s', { cookie: `sid=${token}` })).result.status).toBe('succeeded')
  expect(await sayYes(left)).toBe('gone')
  expect(charges()).toBe(before + 1)
})

test('where a question that was left was approved already, it is asked whether the same gift is meant again', async () => {
  const before = charges()
  const left = await aQuestion('approved in the app')
  expect(await sayYes(left)).toBe('approved')
  expect(await press('pm_card_visa', 'approved in the app')).toMatchObject({
    status: 409,
    result: { code: 'duplicate-donation' },
  })
  expect(await stop(left)).toMatchObject({ status: 'succeeded' })
  expect(charges()).toBe(before + 1)
})

test('a page that asks how the gift stands leaves the bank’s question open, also where the provider is away; after its time it is called off', async () => {
  const before = charges()
  const [answered, away, left] = [
    await aQuestion('looks on'),
    await aQuestion('looks in vain'),
    await aQuestion('looks too late'),
  ]
  expect([await look(answered), await look(answered)]).toEqual(['requires-action', 'requires-action'])
  const gateway = house.app.providers.first
  const { lookUp } = gateway
  Object.assign(gateway, { lookUp: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await look(away)).toBe('requires-action')
  Object.assign(gateway, { lookUp })
  for (const asked of [answered, away]) expect(await sayYes(asked)).toBe('approved')
  expect([await look(answered), await look(away), charges()]).toEqual(['succeeded', 'succeeded', before + 2])
  ahead += 16 * 60_000
  expect(await look(left)).toBe('expired')
  expect([await sayYes(left), charges()]).toEqual(['gone', before + 2])
})

test('where the provider does not answer the question stands; nobody stops a gift whose token they do not hold', async () => {
  const [asked, other] = [await aQuestion('no answer'), await aQuestion('somebody else')]
  const gateway = house.app.providers.first
  const { cancel } = gateway
  Object.assign(gateway, { cancel: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await stop(asked)).toMatchObject({ status: 'requires-action', challenge: { token: expect.any(String) } })
  Object.assign(gateway, { cancel })
  expect((await stop(asked, other.challenge.token)).status).toBe(404)
  Object.assign(gateway, { cancel: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await press('pm_card_visa', 'no answer')).toMatchObject({
    status: 409,
    result: { code: 'duplicate-donation', isConfirming: true },
  })
  Object.assign(gateway, { cancel })
  expect(await sayYes(asked)).toBe('approved')
})
