import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let campaignId: string
let ahead = 0
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: () => new Date(Date.parse('2026-11-21T12:00:00Z') + ahead),
  })
  campaignId = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

const typed = () => [
  {
    type: 'card',
    token: installation.sandbox!.gateway.wallet.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' },
    }).id,
  },
]
const charges = () => installation.sandbox!.gateway.store.truth.size
async function submit(payload: object, headers: Record<string, string>) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'session-id': 'a visit', ...headers },
    payload: { amount: '20', currency: 'GBP', tokens: typed(), ...payload },
  })
  return {
    status: answer.statusCode,
    result: answer.json().result as { id?: string; intentId?: string; code?: string; duplicateOf?: string },
  }
}

test('without a key, a repeated donation is one request for 15 minutes, even with a retyped card [payments-1]', async () => {
  const before = charges()
  const first = await submit({ amount: '31', browserInfo: { screenWidth: 390 } }, {})
  expect(first.status).toBe(200)
  expect(await submit({ amount: '31', browserInfo: { screenWidth: 844 } }, {})).toEqual(first)
  expect(charges()).toBe(before + 1)
  // A different donation and a confirmed repeat are new requests.
  expect((await submit({ amount: '32' }, {})).status).toBe(200)
  expect((await submit({ amount: '31', repeatOf: first.result.intentId }, {})).status).toBe(200)
  expect(charges()).toBe(before + 3)
  ahead += 16 * 60_000
  expect((await submit({ amount: '31' }, {})).result.id).not.toBe(first.result.id)
})

test('two donors at one address who send neither key nor session are never merged', async () => {
  const ipOnly = { 'session-id': '' }
  const before = charges()
  expect((await submit({ amount: '36' }, ipOnly)).status).toBe(200)
  const { status, result } = await submit({ amount: '36' }, ipOnly)
  expect([status, result.id]).toEqual([422, undefined])
  expect(charges()).toBe(before + 1)
})

test('no donor is asked about a duplicate of a stranger at the same address', async () => {
  const giver = (email: string) =>
    submit({ amount: '39', guest: { email, name: 'Huda Saleh' } }, { 'session-id': '', 'idempotency-key': email })
  const [one, other] = [await giver('one@example.org'), await giver('other@example.org')]
  expect([one.status, other.status]).toEqual([200, 200])
  expect(other.result.id).not.toBe(one.result.id)
})

test('a sent key identifies one request only [payments-2]', async () => {
  const before = charges()
  const tokens = typed()
  const first = await submit({ amount: '41', tokens }, { 'idempotency-key': 'mine' })
  expect(await submit({ amount: '41', tokens }, { 'idempotency-key': 'mine' })).toEqual(first)
  for (const other of [{ amount: '42', tokens }, { amount: '41' }, { amount: '41', tokens, anonymous: true }])
    expect(await submit(other, { 'idempotency-key': 'mine' })).toMatchObject({
      status: 422,
      result: { code: 'idempotency-key-reused' },
    })
  expect(charges()).toBe(before + 1)
})

test('every repeat of a request gets its outcome once the bank has responded', async () => {
  const gateway = installation.app.providers.first
  const later = { kind: 'processing' } as const
  Object.assign(installation.app, {
    providers: createPaymentProviders([
      {
        ...gateway,
        confirm: () => Promise.resolve(later),
        lookUp: () => Promise.resolve({ kind: 'settled', outcome: later }),
      },
    ]),
  })
  try {
    const tokens = typed()
    const first = await submit({ amount: '51', tokens }, { 'idempotency-key': 'slow bank' })
    expect(first).toMatchObject({ status: 202, result: { status: 'processing' } })
    expect(await submit({ amount: '51', tokens }, { 'idempotency-key': 'slow bank' })).toEqual(first)
    ahead += 11 * 60_000
    expect(await submit({ amount: '51', tokens }, { 'idempotency-key': 'slow bank' })).toEqual(first)
  } finally {
    Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  }
})

test('a duplicate is detected before the charge, also while the first outcome is unknown', async () => {
  const gateway = installation.app.providers.first
  Object.assign(installation.app, {
    providers: createPaymentProviders([
      { ...gateway, confirm: () => Promise.resolve({ kind: 'unknown', reason: 'no answer' }) },
    ]),
  })
  expect(await submit({ amount: '61' }, { 'idempotency-key': 'unheard' })).toMatchObject({
    status: 202,
    result: { status: 'unknown' },
  })
  Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  const before = charges()
  const again = { status: 409, result: { code: 'duplicate-donation', isConfirming: true } }
  const response = await submit({ amount: '61' }, { 'idempotency-key': 'another tab' })
  expect(response).toMatchObject(again)
  // A payment with an unknown outcome may charge even hours later.
  ahead += 3 * 3_600_000
  expect(await submit({ amount: '61' }, { 'idempotency-key': 'much later' })).toMatchObject(again)
  expect(charges()).toBe(before)
  expect(
    (await submit({ amount: '61', repeatOf: response.result.duplicateOf }, { 'idempotency-key': 'meant' })).status,
  ).toBe(200)
  expect(
    (await submit({ amount: '61' }, { 'idempotency-key': 'of another visit', 'session-id': 'another' })).status,
  ).toBe(200)
})

test('concurrent requests in two tabs create one donation; a confirmed repeat creates a second [payments-2]', async () => {
  const tab = (key: string, over: object = {}, visit = 'two tabs') =>
    submit({ amount: '63', ...over }, { 'idempotency-key': key, 'session-id': visit })
  const before = charges()
  const both = await Promise.all(['one tab', 'another tab', 'a third'].map((key) => tab(key)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    result: { code: 'duplicate-donation', isConfirming: true },
  })
  expect(charges()).toBe(before + 1)
  const { duplicateOf: repeatOf } = both.find(({ status }) => status === 409)!.result
  const meant = await Promise.all(['meant once', 'meant twice'].map((key) => tab(key, { repeatOf })))
  expect(meant.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const others = await Promise.all([
    tab('in one visit', {}, 'one of two'),
    tab('in the other visit', {}, 'the other'),
    tab('of more', { amount: '64' }, 'one of two'),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(charges()).toBe(before + 5)
})

test('a payment is found by its key after login, in the same visit only', async () => {
  const { result } = await submit(
    { amount: '62', guest: { email: 'since@example.org', name: 'Huda Saleh' } },
    { 'idempotency-key': 'before the log-in' },
  )
  const { token: sid } = await aSession(installation.app)
  const request = async (visit: string) =>
    (
      await installation.fastify.inject({
        method: 'GET',
        url: '/v4/payment-attempts/by-key/before%20the%20log-in',
        cookies: { sid },
        headers: { 'session-id': visit },
      })
    ).json<{
      intentId?: string
    }>()
  expect((await request('a visit')).intentId).toBe(result.intentId)
  expect((await request('another')).intentId).toBe(undefined)
})

test('a request keeps its identity through login and logout, and a repeat charges nothing [payments-2]', async () => {
  const [{ token: first }, { token: second }] = [
    await aSession(installation.app, { email: 'first@example.org' }),
    await aSession(installation.app, { email: 'second@example.org' }),
  ]
  const ways: { name: string; before: string | undefined; after: string | undefined }[] = [
    { name: 'logged in since', before: undefined, after: first },
    { name: 'logged out since', before: first, after: undefined },
    { name: 'another account', before: first, after: second },
  ]
  for (const [index, { name, before, after }] of ways.entries()) {
    const [tokens, amount] = [typed(), String(81 + index)]
    const submitAs = (sid: string | undefined, visit = name) =>
      submit(
        { amount, tokens },
        { 'idempotency-key': name, 'session-id': visit, ...(sid ? { cookie: `sid=${sid}` } : {}) },
      )
    const counted = charges()
    const paid = await submitAs(before)
    expect(paid.status).toBe(200)
    expect(await submitAs(after)).toEqual(paid)
    expect(charges()).toBe(counted + 1)
    expect((await submitAs(after, `${name}, elsewhere`)).result.intentId).not.toBe(paid.result.intentId)
  }
})

test('a donor who logs in after donating is asked about a duplicate and can retry a declined payment', async () => {
  const { token: sid } = await aSession(installation.app)
  const visit = { 'session-id': 'before and after' }
  const signedIn = { ...visit, cookie: `sid=${sid}` }
  expect((await submit({ amount: '72' }, { ...visit, 'idempotency-key': 'as a guest' })).status).toBe(200)
  const response = await submit({ amount: '72' }, { ...signedIn, 'idempotency-key': 'with an account' })
  expect(response).toMatchObject({ status: 409, result: { code: 'duplicate-donation' } })
  expect(
    (await submit({ amount: '72', repeatOf: response.result.duplicateOf }, { ...signedIn, 'idempotency-key': 'meant' }))
      .status,
  ).toBe(200)

  const declined = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', ...visit, 'idempotency-key': 'declined as a guest' },
    payload: { amount: '73', currency: 'GBP', tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }] },
  })
  const { intentId } = declined.json().result as { intentId: string }
  expect([declined.statusCode, typeof intentId]).toEqual([402, 'string'])
  const another = await submit({ amount: '73', intentId }, { ...signedIn, 'idempotency-key': 'another card' })
  expect(another).toMatchObject({ status: 200, result: { intentId } })
  const [donation, intent] = await Promise.all([
    installation.app.db
      .selectFrom('giving.donation')
      .select('account_id')
      .where('intent_id', '=', intentId)
      .executeTakeFirstOrThrow(),
    installation.app.db
      .selectFrom('payments.intent')
      .select('scope')
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow(),
  ])
  expect(intent.scope).toBe(`account:${donation.account_id}`)
})

test('a request lost before its claim resumes under its key, even if the fundraiser was renamed [payments-2]', async () => {
  const gateway = installation.app.providers.first
  const { createIntent } = gateway
  const tokens = typed()
  const again = () => submit({ amount: '63', tokens }, { 'idempotency-key': 'lost before its claim' })
  Object.assign(gateway, {
    createIntent: async (...items: Parameters<typeof createIntent>) => {
      await createIntent(...items)
      throw new Error('the process is gone')
    },
  })
  expect((await again()).status).toBe(500)
  Object.assign(gateway, { createIntent })
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ name: 'A name of its own' })
    .where('id', '=', BigInt(campaignId))
    .execute()
  ahead += 60_000
  const before = charges()
  expect([(await again()).status, (await again()).status, charges()]).toEqual([200, 200, before + 1])
})

test('a request that reaches its claim too late isn’t charged, but is when it is sent again', async () => {
  const before = charges()
  const gateway = installation.app.providers.first
  const { createIntent } = gateway
  const slowly: typeof createIntent = async (request) => {
    const creation = await createIntent.call(gateway, request)
    ahead += 12_001
    return creation
  }
  Object.assign(gateway, { createIntent: slowly })
  const tokens = typed()
  const late = await submit({ amount: '47', tokens }, { 'idempotency-key': 'a late press' })
  Object.assign(gateway, { createIntent })
  expect(late).toMatchObject({ status: 503, result: { code: 'payment-unavailable' } })
  expect(charges()).toBe(before)
  expect((await submit({ amount: '47', tokens }, { 'idempotency-key': 'a late press' })).status).toBe(200)
  expect(charges()).toBe(before + 1)
})
