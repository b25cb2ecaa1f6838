import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let campaignId: string
let ahead = 0
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => new Date(Date.now() + ahead) })
  campaignId = String((await aCampaign(installation.app, { ends_at: null })).id)
})
afterAll(() => installation.close())

type Challenged = { id: string; challenge: { url: string; token: string } }
let requests = 0
async function submit(token: string, visit = 'a visit', more: Record<string, string> = {}) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: {
      'content-type': 'application/json',
      'session-id': visit,
      'idempotency-key': `request ${(requests += 1)}`,
      ...more,
    },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token }] },
  })
  return { status: answer.statusCode, result: answer.json().result as Challenged & { status?: string; code?: string } }
}
const startChallenge = async (visit: string): Promise<Challenged> =>
  (await submit('pm_card_threeDSecureRequired', visit)).result
const stop = async ({ id, challenge }: Challenged, token = challenge.token) => {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/v4/donations/${id}/stop`,
    headers: { 'content-type': 'application/json' },
    payload: { token },
  })
  return { status: answer.statusCode, ...(answer.json() as { status?: string; paid?: object; challenge?: object }) }
}
const approveChallenge = ({ challenge }: Challenged) =>
  installation.sandbox!.gateway.answerChallenge(new URL(challenge.url).pathname.split('/').at(-1)!, true)
const charges = () => installation.sandbox!.gateway.store.truth.size
const readStatus = async ({ id, challenge }: Challenged) =>
  (
    await installation.fastify.inject({ url: `/v4/donations/${id}?token=${encodeURIComponent(challenge.token)}` })
  ).json<{
    status: string
  }>().status

test('an abandoned challenge charges nothing, even if approved later, and can be retried [payments-9]', async () => {
  const before = charges()
  const request = await startChallenge('a visit')
  expect(await stop(request)).toMatchObject({ status: 'declined', id: request.id })
  expect(await approveChallenge(request)).toBe('gone')
  expect(await stop(request)).toMatchObject({ status: 'declined' })
  const { state } = await installation.app.db
    .selectFrom('payments.intent')
    .select('state')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const attempts = await installation.app.db
    .selectFrom('payments.attempt')
    .select(['state', 'decline_code as code'])
    .where('intent_id', '=', request.id)
    .execute()
  expect([state, attempts]).toEqual(['CANCELLED', [{ state: 'DECLINED', code: 'abandoned' }]])
  expect((await submit('pm_card_visa')).result.status).toBe('succeeded')
  expect(charges()).toBe(before + 1)
})

test('a donation is paid if the bank was faster than the cancellation', async () => {
  const before = charges()
  const request = await startChallenge('a fast bank')
  expect(await approveChallenge(request)).toBe('approved')
  expect(await stop(request)).toMatchObject({ status: 'succeeded', paid: { intentId: request.id } })
  expect(charges()).toBe(before + 1)
})

test('a challenge in a closed tab is superseded by a repeated donation and can’t charge as well', async () => {
  const before = charges()
  const request = await startChallenge('a closed tab')
  const others = await startChallenge('another visit')
  expect((await submit('pm_card_visa', 'a closed tab')).result.status).toBe('succeeded')
  expect(await approveChallenge(request)).toBe('gone')
  expect(charges()).toBe(before + 1)
  expect(await approveChallenge(others)).toBe('approved')
  expect(charges()).toBe(before + 2)
})

test('a guest’s challenge is superseded by a repeated donation after login', async () => {
  const before = charges()
  const request = await startChallenge('a guest’s')
  const { token } = await aSession(installation.app)
  expect((await submit('pm_card_visa', 'a guest’s', { cookie: `sid=${token}` })).result.status).toBe('succeeded')
  expect(await approveChallenge(request)).toBe('gone')
  expect(charges()).toBe(before + 1)
})

test('if the challenge was approved before, the donor is asked about a duplicate', async () => {
  const before = charges()
  const request = await startChallenge('approved in the app')
  expect(await approveChallenge(request)).toBe('approved')
  expect(await submit('pm_card_visa', 'approved in the app')).toMatchObject({
    status: 409,
    result: { code: 'duplicate-donation' },
  })
  expect(await stop(request)).toMatchObject({ status: 'succeeded' })
  expect(charges()).toBe(before + 1)
})

test('status polls leave a challenge open, even without the provider, and the timeout cancels it', async () => {
  const before = charges()
  const [answered, away, request] = [
    await startChallenge('looks on'),
    await startChallenge('looks in vain'),
    await startChallenge('looks too late'),
  ]
  expect([await readStatus(answered), await readStatus(answered)]).toEqual(['requires-action', 'requires-action'])
  const gateway = installation.app.providers.first
  const { lookUp } = gateway
  Object.assign(gateway, { lookUp: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await readStatus(away)).toBe('requires-action')
  Object.assign(gateway, { lookUp })
  for (const intent of [answered, away]) expect(await approveChallenge(intent)).toBe('approved')
  expect([await readStatus(answered), await readStatus(away), charges()]).toEqual([
    'succeeded',
    'succeeded',
    before + 2,
  ])
  ahead += 16 * 60_000
  expect(await readStatus(request)).toBe('expired')
  expect([await approveChallenge(request), charges()]).toEqual(['gone', before + 2])
})

test('a challenge stays open if the provider doesn’t respond, and cancelling requires the token', async () => {
  const [request, other] = [await startChallenge('no answer'), await startChallenge('another donor')]
  const gateway = installation.app.providers.first
  const { cancel } = gateway
  Object.assign(gateway, { cancel: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await stop(request)).toMatchObject({ status: 'requires-action', challenge: { token: expect.any(String) } })
  Object.assign(gateway, { cancel })
  expect((await stop(request, other.challenge.token)).status).toBe(404)
  Object.assign(gateway, { cancel: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await submit('pm_card_visa', 'no answer')).toMatchObject({
    status: 409,
    result: { code: 'duplicate-donation', isConfirming: true },
  })
  Object.assign(gateway, { cancel })
  expect(await approveChallenge(request)).toBe('approved')
})
