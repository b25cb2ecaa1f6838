import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'

let installation: TestApp
let campaignId: string
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  campaignId = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

let requests = 0
type Over = {
  readonly amount?: string
  readonly visit?: string
  readonly repeatOf?: string | undefined
  readonly language?: string
}
/** Donates and returns the response. */
async function donate(email: string, { amount = '20', visit, repeatOf, language = 'en' }: Over = {}) {
  const nth = (requests += 1)
  clock.move({ seconds: 20 })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      'idempotency-key': `request-${nth}`,
      'session-id': visit ?? `visit-${nth}`,
    },
    payload: {
      amount,
      currency: 'GBP',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email, name: 'Bilal Khan' },
      ...(repeatOf ? { repeatOf } : {}),
    },
  })
  await drainOutbox(installation.app)
  const { result } = answer.json<{ result: { intentId: string; code?: string; duplicateOf?: string } }>()
  return { ...result, status: answer.statusCode }
}
/** Returns the refund links in the receipt emails to an address, oldest first; undefined for an email without one. */
async function linksOf(email: string): Promise<(string | undefined)[]> {
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', email)
    .where('kind', '=', 'receipt')
    .orderBy('created_at')
    .execute()
  return mails.map(({ content }) => /refund-duplicate\?token=([^"]+)"/.exec(JSON.stringify(content))?.[1])
}
const tokenOf = async (email: string): Promise<string> => (await linksOf(email)).find((link) => link !== undefined)!
type View = { state?: string; total?: number; campaign?: string; code?: string }
async function read(token: string): Promise<[number, View]> {
  const answer = await installation.fastify.inject({ url: `/v4/duplicate-refunds?token=${encodeURIComponent(token)}` })
  return [answer.statusCode, answer.json()]
}
async function refund(token: string): Promise<[number, View]> {
  const headers = { 'content-type': 'application/json' }
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/duplicate-refunds',
    headers,
    payload: { token },
  })
  return [answer.statusCode, answer.json()]
}

test('a repeat in another visit with the same email has a refund link in its receipt email [refunds-8]', async () => {
  const email = 'twice@example.org'
  const [first, second] = [await donate(email), await donate(email)]
  expect([first.status, second.status, Object.keys(second).toSorted()]).toEqual([
    200,
    200,
    Object.keys(first).toSorted(),
  ])
  const [ofFirst, token] = await linksOf(email)
  expect([ofFirst, typeof token]).toEqual([undefined, 'string'])
  expect(await read(token!)).toMatchObject([200, { state: 'open', total: 2000, currency: 'GBP' }])

  const responses = await Promise.all([refund(token!), refund(token!), refund(token!)])
  expect(responses.map(([status]) => status)).toEqual([200, 200, 200])
  expect(await read(token!)).toMatchObject([200, { state: 'refunded' }])
  await drainOutbox(installation.app)
  const refunds = await installation.app.db
    .selectFrom('refunds.refund')
    .select(['intent_id', 'state', 'origin', 'reason', 'amount'])
    .execute()
  expect(refunds).toEqual([
    { intent_id: second.intentId, state: 'succeeded', origin: 'donor', reason: 'duplicate', amount: 2000n },
  ])
  const states = await installation.app.db
    .selectFrom('payments.intent')
    .select('state')
    .where('id', 'in', [first.intentId, second.intentId])
    .orderBy('id')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['SUCCEEDED', 'REFUNDED'])
  expect([...installation.sandbox!.gateway.store.truth.values()].reduce((sum, { refunded }) => sum + refunded, 0)).toBe(
    2000,
  )
})

test('another amount or email, 15 minutes later, or a confirmed repeat has no link', async () => {
  await donate('amount@example.org', { amount: '30' })
  await donate('amount@example.org', { amount: '31' })
  await donate('another@example.org', { amount: '30' })
  await donate('later@example.org')
  clock.move({ minutes: 15 })
  await donate('later@example.org')
  await donate('confirmed@example.org', { visit: 'one' })
  const { duplicateOf } = await donate('confirmed@example.org', { visit: 'one' })
  expect((await donate('confirmed@example.org', { visit: 'one', repeatOf: duplicateOf })).status).toBe(200)
  for (const name of ['amount', 'another', 'later', 'confirmed'])
    expect(
      (await linksOf(`${name}@example.org`)).filter((link) => link !== undefined),
      name,
    ).toEqual([])
})

test('the link works for 24 hours, for this payment only, and uses the donor’s language', async () => {
  const email = 'arabic@example.org'
  await donate(email, { language: 'ar' })
  const { intentId } = await donate(email, { language: 'ar' })
  const [, mail] = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', email)
    .orderBy('created_at')
    .execute()
  expect(JSON.stringify(mail!.content)).toContain('استرداد هذا التبرع')
  const token = await tokenOf(email)
  const ofAnotherKind = signToken(
    installation.app.tokenSecret,
    'donation',
    intentId,
    new Date(clock.now().getTime() + 1000),
  )
  for (const wrong of ['', 'nonsense', ofAnotherKind, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`])
    expect([(await read(wrong))[0], (await refund(wrong))[0]]).toEqual([404, 404])
  clock.move({ minutes: 24 * 60 - 1 })
  expect((await read(token))[0]).toBe(200)
  clock.move({ minutes: 2 })
  expect([(await read(token))[0], (await refund(token))[0]]).toEqual([404, 404])
  expect(
    await installation.app.db.selectFrom('refunds.refund').select('id').where('intent_id', '=', intentId).execute(),
  ).toEqual([])
})
