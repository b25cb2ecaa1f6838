import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import {
  type Break,
  breakAfterAnswer,
  type DatabaseProxy,
  openDatabaseProxy,
  fillDisk,
  lockAttempt,
} from '#tests/support/broken-database.ts'
import { resolveDueAttempts } from './resolve.ts'

const unknown = "We're confirming your payment. Please don't pay again. We'll email you as soon as it's confirmed."
const away =
  "We can't reach our records right now. If you've just paid, please don't pay again. We'll confirm by email."

let installation: TestApp
let proxy: DatabaseProxy
let campaignId: string
let ahead = 0
let amount = 20
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: () => new Date(Date.now() + ahead),
    environment: { RECORD_TIMEOUT_MS: '1000' },
  })
  campaignId = String((await aCampaign(installation.app, { ends_at: null })).id)
  proxy = await openDatabaseProxy(installation.database.url)
  const { db, write, statement } = proxy.database
  Object.assign(installation.app, { db, write, statement, database: proxy.database })
})
afterAll(async () => {
  await proxy.close()
  await installation.close()
})

type Result = {
  id: string
  status?: string
  token?: string
  message?: string
  code?: string
  challenge?: { url: string; token: string }
}
async function call(method: 'GET' | 'POST', url: string, payload: object = {}, headers: Record<string, string> = {}) {
  const answer = await installation.fastify.inject({
    method,
    url,
    // Each donor has their own network, so that limits after declined cards don't apply.
    remoteAddress: `2001:db8:${amount.toString(16)}::1`,
    headers: {
      'session-id': 'a visit',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { payload } : {}),
  })
  const body = answer.json<{ message?: string; result?: Result } & Result>()
  return { status: answer.statusCode, message: body.message, result: body.result ?? body }
}
/** Donates a distinct amount; the same arguments send the same request again. */
const donate = (key: string, card: string, sum: number, headers = {}) =>
  call(
    'POST',
    `/api/donate/donate/${campaignId}`,
    { amount: String(sum), currency: 'GBP', tokens: [{ type: 'card', token: card }] },
    { 'idempotency-key': key, ...headers },
  )
const statusOf = async ({ id, token = '' }: Result) =>
  (await call('GET', `/v4/donations/${id}?token=${encodeURIComponent(token)}`)).result.status
const charges = () => installation.sandbox!.gateway.store.truth.size
const resolveAll = async () => {
  ahead += 20_000
  await resolveDueAttempts(installation.app)
}

const breaks: Readonly<Record<string, Break>> = {
  'a full disk': () => fillDisk(installation, ['payments.attempt']),
  'a lock held by another session': (attemptId) => lockAttempt(installation, attemptId),
  'refused connections': async () => {
    await proxy.disconnect()
    return proxy.reconnect
  },
  'a server that shuts down': async () => {
    const { statement } = installation.app
    Object.assign(installation.app, {
      statement: () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
    })
    return async () => void Object.assign(installation.app, { statement })
  },
}
const outcomes = [
  ['a success', 'pm_card_visa', 'succeeded', 1],
  ['a decline', 'pm_card_visa_chargeDeclined', 'declined', 0],
  ['a 3-D Secure challenge', 'pm_card_threeDSecureRequired', 'requires-action', 0],
] as const

for (const [what, breakIt] of Object.entries(breaks))
  test.each(outcomes)(
    `${what} while %s is recorded: 202 unknown, and the resolver records it [payments-4]`,
    async (_, card, end, charged) => {
      const before = charges()
      const [key, sum] = [`${what} ${card}`, (amount += 1)]
      const restore = breakAfterAnswer(installation, 'confirm', breakIt)
      const begun = performance.now()
      const answered = await donate(key, card, sum)
      expect(performance.now() - begun).toBeLessThan(2000)
      await restore()
      expect(answered).toMatchObject({
        status: 202,
        message: unknown,
        result: { id: expect.any(String), status: 'unknown', message: unknown },
      })
      expect(charges()).toBe(before + charged)
      await resolveAll()
      expect(await statusOf(answered.result)).toBe(end)
      const again = await donate(key, card, sum)
      expect(again.status).toBe(end === 'declined' ? 402 : 200)
      expect(charges()).toBe(before + charged)
    },
  )

test('the message for an unknown outcome is in the donor’s language', async () => {
  const restore = breakAfterAnswer(installation, 'confirm', breaks['a full disk']!)
  const answered = await donate('in Arabic', 'pm_card_visa', (amount += 1), { 'accept-language': 'ar' })
  await restore()
  expect(answered).toMatchObject({ status: 202, message: catalogueOf('platform/faults', 'ar')['payment-unknown'] })
  await resolveAll()
})

test('a repeated key whose outcome can’t be recorded is unknown, and returns the outcome later', async () => {
  const before = charges()
  const [key, sum] = ['repeated', (amount += 1)]
  let restore = breakAfterAnswer(installation, 'confirm', breaks['a full disk']!)
  expect((await donate(key, 'pm_card_visa', sum)).status).toBe(202)
  await restore()
  ahead += 20_000
  restore = breakAfterAnswer(installation, 'lookUp', breaks['a full disk']!)
  expect(await donate(key, 'pm_card_visa', sum)).toMatchObject({ status: 202, message: unknown })
  await restore()
  expect(await donate(key, 'pm_card_visa', sum)).toMatchObject({ status: 200, result: { status: 'succeeded' } })
  expect(charges()).toBe(before + 1)
})

test('a 3-D Secure result that can’t be recorded is unknown, in the call and in the status', async () => {
  const before = charges()
  const { result } = await donate('asked', 'pm_card_threeDSecureRequired', (amount += 1))
  await installation.sandbox!.gateway.answerChallenge(new URL(result.challenge!.url).pathname.split('/').at(-1)!, true)
  const answerBank = () => call('POST', '/api/donate/challenge', { id: result.id, challenge: result.challenge!.token })
  const restore = breakAfterAnswer(installation, 'lookUp', breaks['a full disk']!)
  expect(await answerBank()).toMatchObject({
    status: 202,
    message: unknown,
    result: { id: result.id, status: 'unknown' },
  })
  expect(await statusOf({ id: result.id, token: result.challenge!.token })).toBe('unknown')
  expect(await call('GET', `/v4/returns/${result.id}`)).toMatchObject({ status: 200, result: { status: 'confirming' } })
  await restore()
  expect(await answerBank()).toMatchObject({ status: 200, result: { status: 'succeeded' } })
  expect(charges()).toBe(before + 1)
})

test('a challenge whose cancellation can’t be recorded is unknown, and no one is charged', async () => {
  const before = charges()
  const { result } = await donate('stopped', 'pm_card_threeDSecureRequired', (amount += 1))
  const restore = breakAfterAnswer(installation, 'cancel', breaks['a full disk']!)
  expect(await call('POST', `/v4/donations/${result.id}/stop`, { token: result.challenge!.token })).toMatchObject({
    status: 200,
    result: { status: 'unknown' },
  })
  await restore()
  expect(await statusOf({ id: result.id, token: result.challenge!.token })).toMatch(/declined|expired/)
  expect(charges()).toBe(before)
})

test('without the database, payments, repeats and status polls return 503 and advise against paying again', async () => {
  const before = charges()
  const [key, sum] = ['before the cut', (amount += 1)]
  const { status, result } = await donate(key, 'pm_card_visa', sum)
  expect([status, result]).toMatchObject([200, { status: 'succeeded' }])
  const paid = result as Result & { intentId: string }
  await proxy.disconnect()
  const answers = await Promise.all([
    donate(key, 'pm_card_visa', sum),
    donate('a new one', 'pm_card_visa', (amount += 1)),
    call('GET', `/v4/donations/${paid.intentId}?token=${encodeURIComponent(paid.token!)}`),
    call('GET', '/v4/payment-attempts/by-key/0199a000-0000-7000-8000-00000000dead'),
    call('GET', `/v4/returns/${paid.intentId}`),
    call('POST', '/api/donate/challenge', { id: paid.intentId, challenge: paid.token! }),
  ])
  const inArabic = await donate(key, 'pm_card_visa', sum, { 'accept-language': 'ar' })
  await proxy.reconnect()
  for (const response of answers)
    expect(response).toMatchObject({ status: 503, message: away, result: { code: 'database-unavailable' } })
  expect(inArabic).toMatchObject({ status: 503, message: catalogueOf('platform/faults', 'ar')['database-unavailable'] })
  expect(await donate(key, 'pm_card_visa', sum)).toMatchObject({ status: 200, result: { status: 'succeeded' } })
  expect(charges()).toBe(before + 1)
})
