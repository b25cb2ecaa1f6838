import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aSubscription } from '../testing.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'
import { type RefusingProvider, startRefusingProvider } from '#tests/support/refusing-provider.ts'
import { chargeDue } from './charge-due.ts'

let installation: TestApp
let provider: RefusingProvider
let now = new Date('2026-11-20T12:00:00Z')
const errors: { readonly fields: object; readonly text: string }[] = []
beforeAll(async () => {
  provider = await startRefusingProvider()
  installation = await createTestApp({
    withSandbox: true,
    environment: { SANDBOX_URL: provider.url },
    clock: () => now,
    log: { ...silentLog, error: (fields: object, text: string) => void errors.push({ fields, text }) },
  })
  provider.passOnTo(installation.sandbox!.url)
})
afterAll(async () => {
  const findings = await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)
  provider.stop()
  await installation.close()
  // The mails of a clock in the past are overdue (Q8).
  expect(findings.filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))).toEqual([])
})
const [confirm, create] = [/^POST .*\/confirm$/, /^POST \/v1\/payment_intents$/]
afterEach(() => {
  for (const call of [confirm, create, setups, customers]) provider.refuse(call, undefined)
  errors.length = 0
})
const setups = /^POST \/v1\/setup_intents$/
const customers = /^POST \/v1\/customers$/

const restricted = {
  status: 400,
  error: {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: 'Your account cannot currently make live charges.',
  },
}
const alert = { text: 'the payment provider refused a request; nothing was charged' }
const haveNotBeenCharged = expect.stringContaining('You haven’t been charged')

let requests = 0
async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  requests += 1
  const answer = await installation.fastify.inject({
    method: 'POST',
    url,
    remoteAddress: `198.51.100.${requests}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key ${requests}`,
      'session-id': `visit ${requests}`,
      ...headers,
    },
    payload,
  })
  const body = answer.json<{ result?: object }>()
  return { ...body, ...body.result, status: answer.statusCode } as Record<string, unknown> & { status: number }
}
const gift = (over: object = {}) => ({
  amount: '25',
  currency: 'GBP',
  tokens: [{ type: 'card', token: 'pm_card_visa' }],
  ...over,
})
const attempts = () =>
  installation.app.db
    .selectFrom('payments.attempt as a')
    .innerJoin('payments.intent as i', 'i.id', 'a.intent_id')
    .select(['a.state', 'i.state as intentState', 'a.decline_code as declineCode', 'a.decline_class as declineClass'])
    .orderBy('a.submitted_at')
    .execute()
const charges = () => installation.sandbox!.gateway.store.truth.size

test('a refused payment is 422, ends its attempt, alerts the operator and can be paid in another way [payments-4]', async () => {
  const { id } = await aCampaign(installation.app)
  const level = await aLevel(installation.app, id, { amount: 2500n, claim_limit: 1 })
  const order = gift({ rewardID: String(level.id) })
  provider.refuse(confirm, restricted)
  const headers = { 'idempotency-key': 'refused', 'session-id': 'visit refused' }
  const refused = await post(`/api/donate/donate/${id}`, order, headers)
  expect(refused).toMatchObject({ status: 422, code: 'payment-refused', message: haveNotBeenCharged })
  expect(errors).toMatchObject([{ ...alert, fields: { code: 'account_invalid', attemptId: expect.any(String) } }])
  // The same request gets the same response, whatever the provider would say now, and no second alert.
  provider.refuse(confirm, undefined)
  expect(await post(`/api/donate/donate/${id}`, order, headers)).toMatchObject({ status: 422, code: 'payment-refused' })
  expect(errors).toHaveLength(1)
  expect(await attempts()).toEqual([
    {
      state: 'DECLINED',
      intentState: 'FAILED',
      declineCode: 'payment_refused account_invalid',
      declineClass: 'NONE',
    },
  ])
  expect(charges()).toBe(0)
  // The only piece of the level is free again, for this donor's other card.
  expect(await post(`/api/donate/donate/${id}`, order, { 'session-id': 'visit refused' })).toMatchObject({
    status: 200,
  })
  expect(charges()).toBe(1)
})

test.each([
  ['a rate limit', { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit', message: 'slow' } }],
  ['a lock', { status: 400, error: { type: 'invalid_request_error', code: 'lock_timeout', message: 'locked' } }],
  ['an idempotency error', { status: 400, error: { type: 'idempotency_error', message: 'reused' } }],
  ['an error of the provider', { status: 500, error: { type: 'api_error', message: 'sorry' } }],
])('%s leaves the outcome unknown, and the look-up decides', async (_name, refusal) => {
  const { id } = await aCampaign(installation.app)
  provider.refuse(confirm, refusal)
  expect(await post(`/api/donate/donate/${id}`, gift())).toMatchObject({
    status: 202,
    message: expect.stringContaining('Please don'),
  })
  expect(errors).toEqual([])
  expect((await attempts()).at(-1)).toMatchObject({ state: 'UNKNOWN', intentState: 'PROCESSING' })
  now = new Date(now.getTime() + 60_000)
  await resolveDueAttempts(installation.app)
  expect((await attempts()).at(-1)).toMatchObject({ state: 'DECLINED', declineCode: 'never-confirmed' })
})

test('a payment that the provider refuses to create is 422, and a small one names the amount', async () => {
  const { id } = await aCampaign(installation.app)
  provider.refuse(create, {
    status: 400,
    error: { type: 'invalid_request_error', param: 'currency', message: 'Invalid currency: gbp.' },
  })
  const before = (await attempts()).length
  expect(await post(`/api/donate/donate/${id}`, gift())).toMatchObject({
    status: 422,
    code: 'payment-refused',
    message: haveNotBeenCharged,
  })
  expect(errors).toMatchObject([{ ...alert, fields: { code: 'invalid_currency' } }])
  provider.refuse(create, {
    status: 400,
    error: { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount', message: 'too small' },
  })
  expect(await post(`/api/donate/donate/${id}`, gift())).toMatchObject({
    status: 400,
    code: 'payment-too-small',
    fields: { amount: haveNotBeenCharged },
  })
  expect((await attempts()).length).toBe(before)
})

test('a refused basket can be paid afterwards', async () => {
  const { id: campaignId } = await aCampaign(installation.app)
  const opened = await post('/v4/checkout/guest/baskets', { currency: 'GBP' })
  const headers = { authorization: `Bearer ${String(opened.token)}`, 'session-id': 'visit basket' }
  const basket = `/v4/checkout/guest/baskets/${String(opened.id)}`
  await post(`${basket}/items`, { item: { projectId: String(campaignId), amount: 2500, currency: 'GBP' } }, headers)
  const checkout = { paymentMethod: 'card', tokens: [{ type: 'card', token: 'pm_card_visa' }], email: 'a@example.org' }
  provider.refuse(confirm, { ...restricted, status: 403 })
  expect(await post(`${basket}/checkout`, checkout, headers)).toMatchObject({ status: 422, code: 'payment-refused' })
  provider.refuse(confirm, undefined)
  expect(await post(`${basket}/checkout`, checkout, headers)).toMatchObject({ status: 200 })
})

test('a refused card or customer isn’t saved and is no error of ours', async () => {
  const { token } = await aSession(installation.app)
  const headers = { authorization: `Bearer ${token}` }
  provider.refuse(customers, restricted)
  expect(await post('/v4/cards', { token: 'pm_card_visa' }, headers)).toMatchObject({
    status: 422,
    code: 'payment-refused',
  })
  provider.refuse(customers, undefined)
  provider.refuse(setups, restricted)
  expect(await post('/v4/cards', { token: 'pm_card_visa' }, headers)).toMatchObject({
    status: 422,
    code: 'card-not-savable',
    message: haveNotBeenCharged,
  })
  expect(errors.map(({ text }) => text)).toEqual([alert.text, alert.text])
  provider.refuse(setups, undefined)
  expect(await post('/v4/cards', { token: 'pm_card_visa' }, headers)).toMatchObject({ status: 200 })
})

test('a refused charge of a plan waits an hour without a mail, and is then charged once', async () => {
  now = new Date('2026-11-26T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { tipAmount: 160 })
  now = new Date('2026-11-27T09:00:00Z')
  const donation = async () =>
    (await occurrencesOf(installation.app.db, subscription.id)).find(({ key }) => key === '2026-11-27')
  const paid = charges()
  for (const call of [confirm, create]) {
    provider.refuse(call, restricted)
    await chargeDue(installation.app)
    await drainOutbox(installation.app)
    expect(await donation()).toMatchObject({
      state: 'SCHEDULED',
      retries: 0,
      dueAt: new Date(now.getTime() + 3_600_000),
      delayedSince: new Date('2026-11-27T09:00:00Z'),
    })
    expect(errors.at(-1)).toMatchObject(alert)
    provider.refuse(call, undefined)
    now = new Date(now.getTime() + 3_600_000)
  }
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('kind')
    .where('kind', 'like', '%fail%')
    .execute()
  expect(mails).toEqual([])
  await chargeDue(installation.app)
  await drainOutbox(installation.app)
  expect(await donation()).toMatchObject({ state: 'SUCCEEDED' })
  expect(charges()).toBe(paid + 1)
})
