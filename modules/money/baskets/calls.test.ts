import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function call(method: Method, path: string, token: string | undefined, payload: object = {}, key?: string) {
  const answer = await installation.fastify.inject({
    method,
    url: `/v4/checkout/${path}`,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return {
    status: answer.statusCode,
    body: answer.json<
      Record<string, never> & { id: string; token: string; items: { id: string }[]; version: number }
    >(),
  }
}

test('a guest’s basket passes every step of the specification, up to an account [S2 §7]', async () => {
  const campaign = await aCampaign(installation.app)
  const item = { projectId: String(campaign.id), amount: 2000, currency: 'GBP' }
  const made = await call('POST', 'guest/baskets', undefined, { currency: 'GBP' })
  const { id, token } = made.body
  expect(await call('POST', `guest/baskets/${id}/items`, token, { item, basketTip: 320 })).toMatchObject({
    status: 200,
    body: { tipAmount: 320 },
  })
  const two = await call('POST', `guest/baskets/${id}/items`, token, { item: { ...item, amount: 500 } })
  const [first, second] = two.body.items
  expect(
    await call('PATCH', `guest/baskets/${id}/items/${first!.id}`, token, {
      item: { ...item, quantity: 3 },
      basketCurrency: 'GBP',
    }),
  ).toMatchObject({
    status: 200,
    body: { subtotal: 6500 },
  })
  expect(await call('DELETE', `guest/baskets/${id}/items/${second!.id}`, token)).toMatchObject({
    status: 200,
    body: { subtotal: 6000 },
  })
  const stale = await call('PATCH', `guest/baskets/${id}`, token, { newsletter: true, version: 1 })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'basket-changed', basket: { id, version: 5, subtotal: 6000 } },
  })
  expect(await call('PATCH', `guest/baskets/${id}/status`, token, { status: 'checked-out' })).toMatchObject({
    status: 400,
  })
  expect(await call('PATCH', `guest/baskets/${id}/status`, token, { status: 'abandoned' })).toMatchObject({
    body: { status: 'abandoned' },
  })
  expect(await call('PATCH', `guest/baskets/${id}/status`, token, { status: 'active' })).toMatchObject({
    body: { status: 'active' },
  })
  expect(await call('GET', `guest/baskets/${id}?basketCurrency=USD`, token)).toMatchObject({
    status: 200,
    body: { subtotal: 0 },
  })

  const session = await aSession(installation.app)
  const mine = `${session.viewer.accountId}/baskets`
  expect(await call('PATCH', `${mine}/${id}/associate`, session.token, { token })).toMatchObject({
    status: 200,
    body: { id, subtotal: 6000 },
  })
  expect(await call('GET', `guest/baskets/${id}`, token)).toMatchObject({ status: 404 })
  expect(await call('GET', `${mine}/${id}`, session.token)).toMatchObject({ status: 200, body: { id } })
  expect(await call('GET', `${mine}?status=active&offset=0&limit=1`, session.token)).toMatchObject({
    body: { baskets: [{ id }] },
  })
  expect(await call('POST', mine, session.token, { currency: 'GBP' })).toMatchObject({ body: { id } })
})

test('an unknown currency is refused at its field', async () => {
  const campaign = await aCampaign(installation.app)
  const item = { projectId: String(campaign.id), amount: 2000, currency: 'GBP' }
  const { id, token } = (await call('POST', 'guest/baskets', undefined, { currency: 'GBP' })).body
  const added = await call('POST', `guest/baskets/${id}/items`, token, { item })
  const path = `guest/baskets/${id}`
  const refused = [
    ['currency', await call('POST', 'guest/baskets', undefined, { currency: 'XXX' })],
    ['currency', await call('PATCH', path, token, { currency: 'XXX' })],
    ['basketCurrency', await call('GET', `${path}?basketCurrency=XXX`, token)],
    ['item.currency', await call('POST', `${path}/items`, token, { item: { ...item, currency: 'XXX' } })],
    [
      'basketCurrency',
      await call('PATCH', `${path}/items/${added.body.items[0]!.id}`, token, { item, basketCurrency: 'XXX' }),
    ],
  ] as const
  for (const [field, { status, body }] of refused)
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, [field]])
})

test('one Idempotency-Key adds one donation, also when concurrent, and is refused for another [payments-2]', async () => {
  const campaign = await aCampaign(installation.app)
  const item = { projectId: String(campaign.id), amount: 2000, currency: 'GBP' }
  const guest = await call('POST', 'guest/baskets', undefined, { currency: 'GBP' })
  const { viewer, token } = await aSession(installation.app)
  const mine = await call('POST', `${viewer.accountId}/baskets`, token, { currency: 'GBP' })
  for (const [path, opener] of [
    [`guest/baskets/${guest.body.id}`, guest.body.token],
    [`${viewer.accountId}/baskets/${mine.body.id}`, token],
  ] as const) {
    const add = (over: object = {}, key?: string) =>
      call('POST', `${path}/items`, opener, { item: { ...item, ...over } }, key)
    const [one, two] = await Promise.all([add({}, 'a press'), add({}, 'a press')])
    for (const response of [one, two])
      expect(response).toMatchObject({
        status: 200,
        body: { version: 2, items: [{ quantity: 1 }], addedItemId: one!.body.items[0]!.id },
      })
    expect(await add({ amount: 2500 }, 'a press')).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused' },
    })
    expect(await add({}, '')).toMatchObject({ status: 400 })
    // A request without a key or with a new key adds another piece.
    expect(await add()).toMatchObject({ body: { items: [{ quantity: 2 }], addedItemId: one!.body.items[0]!.id } })
    expect(await add({}, 'another')).toMatchObject({ body: { items: [{ quantity: 3 }] } })
    expect(await add({}, 'a press')).toMatchObject({ body: { items: [{ quantity: 3 }] } })
  }
})

test('a basket’s token gives access to that basket only and doesn’t make its holder a guest', async () => {
  const [a, b] = [
    await call('POST', 'guest/baskets', undefined, { currency: 'GBP' }),
    await call('POST', 'guest/baskets', undefined, { currency: 'GBP' }),
  ]
  expect(await call('GET', `guest/baskets/${b.body.id}`, a.body.token)).toMatchObject({ status: 404 })
  expect(await call('GET', `guest/baskets/${b.body.id}`, undefined)).toMatchObject({ status: 404 })
  expect(await call('GET', `${a.body.id}/baskets`, a.body.token)).toMatchObject({ status: 401 })
})

test('an unauthorized request learns nothing about faults in its content', async () => {
  expect(await call('POST', 'someone/baskets', undefined, { currency: 7 })).toMatchObject({ status: 401 })
})
