import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { anAccount, aSession } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { breakAfterAnswer, fillDisk } from '#tests/support/broken-database.ts'
import { findBasketSummary } from './open-basket.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  // Other tests check who owns these codes (modules/organizers/referrals).
  Object.assign(installation.app, { referralCounts: async () => true })
})
afterAll(() => installation.close())

type Basket = {
  id: string
  token: string
  status: string
  version: number
  items: { id: string; tip: number }[]
  quote: { quoteHash: string; total: number } | null
}
type Answered = { status: number; body: Record<string, never> & { code?: string; basket?: Basket; result?: never } }
/** The IP address of requests. Tests with declined cards use another one, because it then needs a proof of work. */
let home = '127.0.0.1'
async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  token: string,
  payload: object = {},
  headers: Record<string, string> = {},
) {
  const answer = await installation.fastify.inject({
    method,
    url: path.startsWith('/') ? path : `/v4/checkout/${path}`,
    remoteAddress: home,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as never } as Answered
}

const item = (campaign: { id: bigint }, over: object = {}) => ({
  projectId: String(campaign.id),
  amount: 2000,
  currency: 'GBP',
  ...over,
})
async function aGuestBasket(items: object[], edit: object = {}) {
  const made = (await call('POST', 'guest/baskets', '', { currency: 'GBP' })).body as unknown as Basket
  for (const item of items) {
    const added = await call('POST', `guest/baskets/${made.id}/items`, made.token, { item: item })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
  }
  const basket = (await call('PATCH', `guest/baskets/${made.id}`, made.token, edit)).body as unknown as Basket
  return { basket, path: `guest/baskets/${made.id}`, token: made.token }
}

let requests = 0
const card = (token = 'pm_card_visa') => ({
  tokens: [{ type: 'card', token }],
  guest: { email: `basket-${++requests}@example.org`, name: 'Huda Saleh' },
})
const checkOut = (input: { path: string; token: string }, payload: object = {}, key = `request-${++requests}`) =>
  call('POST', `${input.path}/checkout`, input.token, { ...card(), ...payload }, { 'idempotency-key': key })

const charges = async () =>
  (
    (await (
      await fetch(`${installation.sandbox!.url}/admin/charges`, {
        headers: { authorization: 'Bearer sk_sandbox_test' },
      })
    ).json()) as {
      data: { amount: number }[]
    }
  ).data
const drain = async () => {
  while ((await drainOutbox(installation.app)) > 0);
}
const breaches = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all))
    .filter(({ count }) => count > 0)
    .map(({ title, rows }) => [title, rows])
const donationsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'gift', 'tip', 'campaign_id', 'custom_name', 'is_anonymous'])
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()

test('a wallet pays a whole basket once; a token of another wallet is refused [payments-23]', async () => {
  const { path, token } = await aGuestBasket([
    item(await aCampaign(installation.app)),
    item(await aCampaign(installation.app, { name: 'A school' })),
  ])
  const wallet = (kind: 'apple_pay' | 'google_pay') => ({
    paymentMethod: 'applepay',
    tokens: [
      {
        type: 'applepay',
        token: installation.sandbox!.gateway.confirmations.create({
          wallet: kind,
          payment_method_data: {
            type: 'card',
            card: { number: '4242424242424242', exp_month: '12', exp_year: '2040' },
          },
        }).id,
      },
    ],
  })
  const refused = await checkOut({ path, token }, wallet('google_pay'))
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['tokens']])
  expect((await checkOut({ path, token }, wallet('apple_pay'))).status).toBe(200)
  expect((await checkOut({ path, token }, wallet('apple_pay'))).status).toBe(409)
  await drain()
  const paid = await installation.app.db
    .selectFrom('giving.donation')
    .select(['gift', 'payment_method'])
    .where('payment_method', '=', 'applepay')
    .execute()
  expect(paid.map(({ gift }) => String(gift))).toEqual(['2000', '2000'])
  expect(await breaches()).toEqual([])
})

test('a basket of three donations to two charities has one payment, two receipts and one email', async () => {
  const [umeed, sadaqa] = [
    await anOrganization(installation.app),
    await anOrganization(installation.app, { name: 'Sadaqa House' }),
  ]
  const [well, school, clinic] = [
    await aCampaign(installation.app, { organization_id: umeed.id }),
    await aCampaign(installation.app, { organization_id: umeed.id, name: 'A school' }),
    await aCampaign(installation.app, { organization_id: sadaqa.id, name: 'A clinic' }),
  ]
  const guestBasket = await aGuestBasket(
    [item(well), item(school, { amount: 500, quantity: 3 }), item(clinic, { amount: 1000 })],
    {
      tipAmount: 100,
      anonymous: { enabled: true, name: 'Abu Bakr', location: 'Leeds' },
    },
  )
  expect(guestBasket.basket.items.map(({ tip }) => tip)).toEqual([44, 33, 23])
  const before = (await charges()).length
  const response = await checkOut(guestBasket, { quoteHash: guestBasket.basket.quote!.quoteHash }, 'the same press')
  expect(response).toMatchObject({ status: 200, body: { status: 'succeeded', amount: '46.00', currency: 'GBP' } })
  expect((await charges()).slice(before).map(({ amount }) => amount)).toEqual([4600])

  const { intentId } = response.body as unknown as { intentId: string }
  const donations = await donationsOf(intentId)
  expect(donations.map(({ gift, tip, custom_name, is_anonymous }) => [gift, tip, custom_name, is_anonymous])).toEqual([
    [2000n, 44n, 'Abu Bakr', true],
    [1500n, 33n, 'Abu Bakr', true],
    [1000n, 23n, 'Abu Bakr', true],
  ])
  await drain()
  const receipts = await installation.app.db
    .selectFrom('receipts.receipt')
    .select(['id', 'issuer_id', 'email'])
    .where('intent_id', '=', intentId)
    .execute()
  expect(receipts).toHaveLength(2)
  expect(new Set(receipts.map(({ issuer_id }) => issuer_id))).toEqual(new Set([umeed.id, sadaqa.id]))
  const lines = await installation.app.db
    .selectFrom('receipts.line')
    .select('donation_id')
    .where(
      'receipt_id',
      'in',
      receipts.map(({ id }) => id),
    )
    .execute()
  expect(lines.map((line) => line.donation_id).toSorted()).toEqual(donations.map(({ id }) => id).toSorted())
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'kind'])
    .where('to_address', '=', receipts[0]!.email!)
    .execute()
  expect(mails).toEqual([{ kind: 'receipt', subject: 'Your receipts: £45.00 to 2 charities' }])
  const tx = await installation.app.db.selectFrom('ledger.tx').select('id').where('event_type', '=', 'charge').execute()
  expect(tx.length).toBe(before + 1)

  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
  expect(
    await checkOut({ ...guestBasket }, { quoteHash: guestBasket.basket.quote!.quoteHash }, 'another key'),
  ).toMatchObject({
    status: 409,
    body: { code: 'basket-checked-out' },
  })
  expect((await charges()).length).toBe(before + 1)
  const thanks = await call(
    'GET',
    `/v4/thank-yous/${intentId}?token=${encodeURIComponent((response.body as unknown as { token: string }).token)}`,
    '',
  )
  expect(thanks.body).toMatchObject({
    gift: 4500,
    tip: 100,
    total: 4600,
    donations: [{ gift: 2000 }, { gift: 1500 }, { gift: 1000 }],
  })
  expect(await breaches()).toEqual([])
})

test('a basket with an unrecorded outcome is unknown, not payable again, and closed once recorded [payments-4]', async () => {
  const guestBasket = await aGuestBasket([item(await aCampaign(installation.app))])
  const before = (await charges()).length
  const restore = breakAfterAnswer(installation, 'confirm', () =>
    fillDisk(installation, ['payments.attempt', 'baskets.basket']),
  )
  const answered = await checkOut(guestBasket, {}, 'not recorded')
  await restore()
  expect(answered).toMatchObject({
    status: 202,
    body: { status: 'unknown', id: expect.any(String), message: expect.stringContaining("Please don't pay again.") },
  })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 409, body: { code: 'attempt-in-progress' } })
  const { clock } = installation.app
  Object.assign(installation.app, { clock: () => new Date(clock().getTime() + 20_000) })
  await resolveDueAttempts(installation.app)
  Object.assign(installation.app, { clock })
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
  expect((await charges()).length).toBe(before + 1)
  await drain()
})

test('a paid basket that can’t be closed now is returned and shown as paid, and the outbox closes it', async () => {
  const guestBasket = await aGuestBasket([item(await aCampaign(installation.app))])
  const before = (await charges()).length
  const restore = await fillDisk(installation, ['baskets.basket'])
  expect(await checkOut(guestBasket, {}, 'not closed')).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({
    status: 200,
    body: { status: 'checked-out' },
  })
  await restore()
  await drain()
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
  expect((await charges()).length).toBe(before + 1)
})

test('without a key, a repeated checkout returns its payment, even if lines remain in the basket [payments-1]', async () => {
  const [pounds, dollars] = [await aCampaign(installation.app), await aCampaign(installation.app, { currency: 'USD' })]
  const guestBasket = await aGuestBasket([item(pounds), item(dollars, { amount: 3000, currency: 'USD' })])
  const { guest } = card()
  const keyless = (over: object = {}) =>
    call('POST', `${guestBasket.path}/checkout`, guestBasket.token, {
      guest,
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      ...over,
    })
  const first = await keyless()
  expect(first).toMatchObject({ status: 200, body: { amount: '20.00', currency: 'GBP' } })
  expect(await keyless()).toEqual(first)
  expect(await keyless({ guest: { ...guest, name: 'Another Donor' } })).toMatchObject({
    status: 400,
    body: { code: 'basket-nothing-to-pay' },
  })
  // In another currency the same payload pays the remaining lines.
  await call('PATCH', guestBasket.path, guestBasket.token, { currency: 'USD' })
  const second = await keyless()
  expect(second).toMatchObject({ status: 200, body: { amount: '30.00', currency: 'USD' } })
  // Retyping the card doesn't make it another request.
  expect(await keyless({ tokens: [{ type: 'card', token: 'pm_card_mastercard' }] })).toEqual(second)
  expect(await keyless({ guest: { ...guest, name: 'Another Donor' } })).toMatchObject({
    status: 409,
    body: { code: 'basket-checked-out' },
  })
  expect((await charges()).slice(-2).map(({ amount }) => amount)).toEqual([2000, 3000])
})

test('the public name and place are checked on input, and per line if it has its own', async () => {
  const campaign = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([item(campaign)])
  const refused = await call('PATCH', guestBasket.path, guestBasket.token, {
    anonymous: { enabled: false, name: '=1+1', location: '4242 4242 4242 4242' },
  })
  expect(refused.status).toBe(400)
  const formula = await call('PATCH', guestBasket.path, guestBasket.token, {
    anonymous: { enabled: false, name: '=1+1', location: '' },
  })
  expect(formula.body).toMatchObject({ fields: { 'anonymous.name': expect.any(String) } })
  const lineItems = [{ projectID: String(campaign.id), amount: '20', currency: 'GBP', name: '@SUM(A1)' }]
  expect(await checkOut(guestBasket, { lineItems })).toMatchObject({
    status: 400,
    body: { fields: { CustomName: expect.any(String) } },
  })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200 })
})

test('baskets-6: a basket has one payment, whatever requests, tabs and cards are used; repeats return it', async () => {
  const guestBasket = await aGuestBasket([
    item(await aCampaign(installation.app)),
    item(await aCampaign(installation.app)),
  ])
  const before = (await charges()).length
  const guest = { email: 'tabs@example.org', name: 'Two Tabs' }
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      checkOut(
        guestBasket,
        { guest, tokens: [{ type: 'card', token: index % 2 ? 'pm_card_mastercard' : 'pm_card_visa' }] },
        `tab-${index % 4}-${guestBasket.basket.id}`,
      ),
    ),
  )
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(responses.every(({ status }) => status === 200 || status === 409 || status === 422)).toBe(true)
  expect(new Set(responses.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await charges()).length).toBe(before + 1)
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
})

test('F11: a line that changed after its price was shown isn’t charged, and the response has the basket', async () => {
  const guestBasket = await aGuestBasket([item(await aCampaign(installation.app))])
  const [line] = guestBasket.basket.items
  const quoteHash = guestBasket.basket.quote!.quoteHash
  const campaignId = (
    (await call('GET', guestBasket.path, guestBasket.token)).body as unknown as { items: { projectId: string }[] }
  ).items[0]!.projectId
  await call('PATCH', `${guestBasket.path}/items/${line!.id}`, guestBasket.token, {
    item: { projectId: campaignId, amount: 7000, currency: 'GBP' },
  })
  const before = (await charges()).length
  const refused = await checkOut(guestBasket, { quoteHash: quoteHash })
  expect(refused).toMatchObject({ status: 409, body: { code: 'quote-changed', basket: { subtotal: 7000 } } })
  expect((await charges()).length).toBe(before)
  expect(await checkOut(guestBasket, { quoteHash: refused.body.basket!.quote!.quoteHash })).toMatchObject({
    status: 200,
    body: { amount: '70.00' },
  })
})

test('F11: a basket that changes in another tab during payment isn’t charged, with or without a level', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 5 })
  const before = (await charges()).length
  const gateway = installation.app.providers.first
  const { createIntent } = gateway
  for (const over of [{}, { amount: 2500, givingLevelId: String(level.id) }]) {
    const guestBasket = await aGuestBasket([item(campaign, over)])
    const meanwhile: typeof createIntent = async (request) => {
      Object.assign(gateway, { createIntent })
      const creation = await gateway.createIntent(request)
      expect((await call('PATCH', guestBasket.path, guestBasket.token, { tipAmount: 300 })).status).toBe(200)
      return creation
    }
    Object.assign(gateway, { createIntent: meanwhile })
    expect(await checkOut(guestBasket)).toMatchObject({ status: 409, body: { code: 'quote-changed' } })
    expect((await charges()).length).toBe(before)
  }
})

test('the sender’s lines are compared with the basket before anything is charged [S2 §3]', async () => {
  const campaign = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([item(campaign, { quantity: 2 })], { tipAmount: 320 })
  const lineItem = { projectID: String(campaign.id), amount: '20', feeAmount: '3.20', currency: 'GBP', rewardCount: 2 }
  for (const wrong of [
    { amount: '19.99' },
    { feeAmount: '0' },
    { rewardCount: 1 },
    { giftAid: true },
    { zakah: true },
    { projectID: '1' },
  ])
    expect(await checkOut(guestBasket, { lineItems: [{ ...lineItem, ...wrong }] })).toMatchObject({
      status: 409,
      body: { code: 'quote-changed' },
    })
  expect(await checkOut(guestBasket, { lineItems: [lineItem, lineItem] })).toMatchObject({ status: 409 })
  expect(await checkOut(guestBasket, { giftAid: true })).toMatchObject({ status: 409 })
  expect(await checkOut(guestBasket, { lineItems: [lineItem], giftAid: false })).toMatchObject({
    status: 200,
    body: { amount: '43.20' },
  })
})

test('after a decline the basket can be paid with another card, changed or not', async () => {
  const guestBasket = await aGuestBasket([item(await aCampaign(installation.app))])
  const declined = { tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }] }
  expect(await checkOut(guestBasket, declined)).toMatchObject({ status: 402, body: { code: 'payment-declined' } })
  expect(await checkOut(guestBasket, declined)).toMatchObject({ status: 402 })
  await call('PATCH', guestBasket.path, guestBasket.token, { tipAmount: 200 })
  const before = (await charges()).length
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '22.00' } })
  expect((await charges()).length).toBe(before + 1)
  const states = await installation.app.db
    .selectFrom('payments.intent')
    .select('state')
    .where('reference', '=', `basket:${guestBasket.basket.id}:0`)
    .orderBy('created_at')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['CANCELLED', 'SUCCEEDED'])
  expect(await breaches()).toEqual([])
})

test('only lines in the basket’s currency are paid, and a checkout without any is refused [baskets-5]', async () => {
  const [pounds, dollars] = [await aCampaign(installation.app), await aCampaign(installation.app, { currency: 'USD' })]
  const guestBasket = await aGuestBasket([item(pounds), item(dollars, { currency: 'USD', amount: 3000 })])
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '20.00', currency: 'GBP' } })
  const body = (await call('GET', guestBasket.path, guestBasket.token)).body
  expect(body).toMatchObject({
    status: 'active',
    quote: null,
    items: [{ currency: 'USD', amount: 3000 }],
    skipped: [{ reason: 'other-currency' }],
  })
  expect(await checkOut(guestBasket)).toMatchObject({
    status: 400,
    body: {
      code: 'basket-nothing-to-pay',
      detail: 'Basket items not found in user preferred currency. Unable to checkout.',
    },
  })
  await call('PATCH', guestBasket.path, guestBasket.token, { currency: 'USD' })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '30.00', currency: 'USD' } })
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
})

test('a guest’s basket knows for a day who paid a part of it', async () => {
  const [pounds, dollars] = [await aCampaign(installation.app), await aCampaign(installation.app, { currency: 'USD' })]
  const guestBasket = await aGuestBasket([item(pounds), item(dollars, { currency: 'USD' })])
  const donor = async (token: string) => (await call('GET', `${guestBasket.path}/donor`, token)).body
  expect(await donor(guestBasket.token)).toEqual({ email: '', name: '' })
  await checkOut(guestBasket, { guest: { email: 'payer@example.org', name: 'Huda Saleh' } })
  expect(await donor(guestBasket.token)).toEqual({ email: 'payer@example.org', name: 'Huda Saleh' })
  expect(await donor('')).toMatchObject({ code: 'not-found' })
})

test('the tip is charged once in the basket’s currency, and remaining lines start without one', async () => {
  const [pounds, dollars] = [await aCampaign(installation.app), await aCampaign(installation.app, { currency: 'USD' })]
  const guestBasket = await aGuestBasket([item(pounds), item(dollars, { currency: 'USD', amount: 3000 })], {
    tipAmount: 320,
  })
  expect((await call('GET', guestBasket.path, guestBasket.token)).body).toMatchObject({
    tipAmount: 320,
    quote: { tip: 320, total: 2320 },
  })
  expect((await call('GET', `${guestBasket.path}?basketCurrency=USD`, guestBasket.token)).body).toMatchObject({
    quote: { currency: 'USD', tip: 0, total: 3000 },
  })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '23.20', currency: 'GBP' } })
  expect((await call('GET', guestBasket.path, guestBasket.token)).body).toMatchObject({
    status: 'active',
    tipAmount: 0,
  })
  await call('PATCH', guestBasket.path, guestBasket.token, { currency: 'USD' })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '30.00', currency: 'USD' } })
})

test('a round of a basket is closed once, even if the outbox reports it together with the next one', async () => {
  const campaign = await aCampaign(installation.app)
  const dollars = await aCampaign(installation.app, { currency: 'USD' })
  const guestBasket = await aGuestBasket([item(campaign), item(dollars, { currency: 'USD', amount: 3000 })])
  await drain()
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '20.00' } })
  await call('POST', `${guestBasket.path}/items`, guestBasket.token, { item: item(campaign, { amount: 700 }) })
  const response = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
  const { id, challenge } = response.body as unknown as { id: string; challenge: { url: string; token: string } }
  const asks = new URL(challenge.url)
  await fetch(`${asks.origin}${asks.pathname}/approve${asks.search}`, { method: 'POST', redirect: 'manual' })
  expect(await call('POST', '/api/donate/challenge', '', { id, challenge: { token: challenge.token } })).toMatchObject({
    status: 200,
  })
  await drain()
  const current = installation.app.db
    .selectFrom('baskets.basket')
    .select(['checkouts', 'status', 'lines'])
    .where('id', '=', guestBasket.basket.id)
  expect(await current.executeTakeFirst()).toMatchObject({
    checkouts: 2,
    status: 'active',
    lines: [{ currency: 'USD', amount: '3000' }],
  })
})

test('after 3-D Secure any process that learns the outcome closes the basket and keeps additions', async () => {
  const campaign = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([item(campaign)])
  const response = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
  expect(response.body).toMatchObject({ challenge: { url: expect.any(String), amount: '20.00', currency: 'GBP' } })
  expect(await checkOut(guestBasket)).toMatchObject({ status: 409, body: { code: 'bank-asks-elsewhere' } })
  await call('POST', `${guestBasket.path}/items`, guestBasket.token, { item: item(campaign, { quantity: 2 }) })
  const { id, challenge } = response.body as unknown as { id: string; challenge: { url: string; token: string } }
  const status = await call('GET', `/v4/donations/${id}?token=${encodeURIComponent(challenge.token)}`, '')
  expect(status.body, 'the basket is of 60.00 by now').toMatchObject({
    status: 'requires-action',
    challenge: { amount: '20.00', currency: 'GBP' },
  })
  const asks = new URL(challenge.url)
  await fetch(`${asks.origin}${asks.pathname}/approve${asks.search}`, { method: 'POST', redirect: 'manual' })
  const done = await call('POST', '/api/donate/challenge', '', { id, challenge: { token: challenge.token } })
  expect(done, JSON.stringify(done)).toMatchObject({
    status: 200,
    body: { success: true, result: { amount: '20.00' } },
  })
  const responseValue = await call('GET', guestBasket.path, guestBasket.token)
  expect(responseValue).toMatchObject({ body: { status: 'active', items: [{ quantity: 2 }] } })
  await drain()
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({
    body: { version: responseValue.body.version, items: [{ quantity: 2 }] },
  })
})

test('the header’s count excludes lines paid with a challenge, before and after the outbox', async () => {
  const campaign = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([item(campaign), item(campaign, { amount: 700 })])
  const response = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
  const { id, challenge } = response.body as unknown as { id: string; challenge: { url: string; token: string } }
  const counted = () => findBasketSummary(installation.app, { kind: 'basket', basketId: guestBasket.basket.id })
  expect(await counted()).toMatchObject({ count: 2 })
  const asks = new URL(challenge.url)
  await fetch(`${asks.origin}${asks.pathname}/approve${asks.search}`, { method: 'POST', redirect: 'manual' })
  expect(await call('POST', '/api/donate/challenge', '', { id, challenge: { token: challenge.token } })).toMatchObject({
    status: 200,
  })
  expect(await Promise.all([counted(), counted(), counted()])).toEqual([undefined, undefined, undefined])
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject({ body: { status: 'checked-out' } })
  await drain()
  expect(await counted()).toBeUndefined()
  expect(await breaches()).toEqual([])
})

test('paying here cancels a challenge in another tab, which then charges nothing', async () => {
  home = '198.51.100.41'
  const campaign = await aCampaign(installation.app)
  const { gateway } = installation.sandbox!
  const answer = (asks: string) => gateway.answerChallenge(new URL(asks).pathname.split('/').at(-1)!, true)
  const leave = async () => {
    const guestBasket = await aGuestBasket([item(campaign)])
    const { body } = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
    return { of: guestBasket, asks: (body as unknown as { challenge: { url: string } }).challenge.url }
  }
  const before = (await charges()).length
  const remainder = await leave()
  expect(await checkOut(remainder.of, { paysHere: true })).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(await answer(remainder.asks)).toBe('gone')
  expect(await call('GET', remainder.of.path, remainder.of.token)).toMatchObject({ body: { status: 'checked-out' } })
  expect((await charges()).length).toBe(before + 1)

  const approved = await leave()
  expect(await answer(approved.asks)).toBe('approved')
  expect(await checkOut(approved.of, { paysHere: true })).toMatchObject({
    status: 409,
    body: { code: 'basket-checked-out' },
  })

  const abandoned = await leave()
  const { cancel } = installation.app.providers.first
  Object.assign(installation.app.providers.first, { cancel: async () => ({ kind: 'unreachable', reason: 'away' }) })
  expect(await checkOut(abandoned.of, { paysHere: true })).toMatchObject({
    status: 409,
    body: { code: 'bank-asks-elsewhere' },
  })
  Object.assign(installation.app.providers.first, { cancel })
  expect((await charges()).length).toBe(before + 2)
  home = '127.0.0.1'
})

test('edits of a basket that is being paid are refused, and donations can be added meanwhile', async () => {
  const campaign = await aCampaign(installation.app)
  for (const meanwhile of [[], [{ quantity: 2 }]]) {
    const guestBasket = await aGuestBasket([item(campaign), item(campaign, { amount: 3000 })])
    const line = `${guestBasket.path}/items/${guestBasket.basket.items[1]!.id}`
    const response = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
    const before = (await call('GET', guestBasket.path, guestBasket.token)).body
    const message =
      'Your change wasn’t saved, because this basket is being paid for. Finish or cancel that payment first.'
    for (const refused of [
      await call('PATCH', line, guestBasket.token, { item: item(campaign) }),
      await call('DELETE', line, guestBasket.token),
      await call('PATCH', guestBasket.path, guestBasket.token, { tipAmount: 300 }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'basket-being-paid', message, basket: { version: before.version, items: before.items } },
      })
    for (const more of meanwhile)
      await call('POST', `${guestBasket.path}/items`, guestBasket.token, { item: item(campaign, more) })
    const { id, challenge } = response.body as unknown as { id: string; challenge: { url: string; token: string } }
    const asks = new URL(challenge.url)
    await fetch(`${asks.origin}${asks.pathname}/approve${asks.search}`, { method: 'POST', redirect: 'manual' })
    expect(
      await call('POST', '/api/donate/challenge', '', { id, challenge: { token: challenge.token } }),
    ).toMatchObject({
      status: 200,
      body: { result: { amount: '50.00' } },
    })
    await drain()
    expect((await call('GET', guestBasket.path, guestBasket.token)).body).toMatchObject(
      meanwhile.length > 0 ? { status: 'active', items: [{ amount: 2000, quantity: 2 }] } : { status: 'checked-out' },
    )
  }
  expect(await breaches()).toEqual([])
})

test('an edit during authorization is refused, and after a decline it is accepted', async () => {
  const campaign = await aCampaign(installation.app)
  const gateway = installation.app.providers.first
  const { confirm } = gateway
  home = '198.51.100.9'
  onTestFinished(() => void (home = '127.0.0.1'))
  for (const [token, edited] of [
    ['pm_card_visa', 409],
    ['pm_card_chargeDeclined', 200],
  ] as const) {
    const guestBasket = await aGuestBasket([item(campaign)])
    const edit = () => call('PATCH', guestBasket.path, guestBasket.token, { tipAmount: 300 })
    let duringChallenge: Answered | undefined
    const meanwhile: typeof confirm = async (request) => {
      Object.assign(gateway, { confirm })
      duringChallenge = await edit()
      return gateway.confirm(request)
    }
    Object.assign(gateway, { confirm: meanwhile })
    await checkOut(guestBasket, { tokens: [{ type: 'card', token }] })
    expect(duringChallenge).toMatchObject({ status: 409, body: { code: 'basket-being-paid' } })
    expect((await edit()).status).toBe(edited)
  }
})

test('F22: the last piece of a level goes to exactly one of twenty baskets, and no other is charged', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 1 })
  const with20 = await Promise.all(
    Array.from({ length: 20 }, () =>
      aGuestBasket([item(campaign, { amount: 2500, givingLevelId: String(level.id) }), item(campaign)]),
    ),
  )
  const before = (await charges()).length
  const answers = await Promise.all(with20.map((input) => checkOut(input)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409 || status === 400)).toHaveLength(19)
  expect((await charges()).length).toBe(before + 1)
})

/** Waits until the module reads levels again, whose data it caches for a second. */
const untilSeen = () => wait(1100)

test('after a decline the last pieces of a level stay reserved for the donor’s next card', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 2, include_note: true })
  const two = item(campaign, { amount: 2500, givingLevelId: String(level.id), quantity: 2 })
  const [request, other] = [await aGuestBasket([two]), await aGuestBasket([{ ...two, quantity: 1 }])]
  expect(await checkOut(request, { tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }] })).toMatchObject({
    status: 402,
  })
  await untilSeen()
  const soldOut = await checkOut(other)
  expect([400, 409]).toContain(soldOut.status)
  expect(JSON.stringify(soldOut.body)).toContain('This giving level is sold out.')
  const [line] = request.basket.items
  expect(
    await call('PATCH', `${request.path}/items/${line!.id}`, request.token, {
      item: { ...two, givingLevelNote: 'for my mother' },
    }),
  ).toMatchObject({ status: 200 })
  expect(await checkOut(request)).toMatchObject({ status: 200, body: { amount: '50.00' } })
  await drain()
  expect(
    await installation.app.db
      .selectFrom('campaigns.level')
      .select(['claimed', 'reserved'])
      .where('id', '=', level.id)
      .executeTakeFirst(),
  ).toEqual({
    claimed: 2,
    reserved: 0,
  })
  expect(await breaches()).toEqual([])
})

test('a single donation repeated after a decline takes over the reservation, too', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 1, amount: 2500n })
  const give = (visit: string, token: string, over: object = {}) =>
    call(
      'POST',
      `/api/donate/donate/${campaign.id}`,
      '',
      { amount: '25', currency: 'GBP', rewardID: String(level.id), rewardCount: 1, ...card(token), ...over },
      { 'session-id': visit, 'idempotency-key': `request-${++requests}` },
    )
  const [mine, theirs] = [`visit-${++requests}`, `visit-${++requests}`]
  const declined = await give(mine, 'pm_card_visa_chargeDeclined')
  expect(declined.status).toBe(402)
  await untilSeen()
  expect([400, 409]).toContain((await give(theirs, 'pm_card_visa')).status)
  const request = {
    campaignId: String(campaign.id),
    amount: 2500,
    currency: 'GBP',
    tip: 0,
    quantity: 1,
    levelId: String(level.id),
  }
  expect(await call('POST', '/v4/quotes', '', request, { 'session-id': mine })).toMatchObject({
    status: 200,
    body: { total: 2500 },
  })
  expect(await give(mine, 'pm_card_visa')).toMatchObject({ status: 200 })
  const states = await installation.app.db
    .selectFrom('campaigns.level_claim')
    .innerJoin('payments.intent', 'payments.intent.id', 'campaigns.level_claim.intent_id')
    .select(['campaigns.level_claim.state as claim', 'payments.intent.state as payment'])
    .where('level_id', '=', level.id)
    .orderBy('created_at')
    .execute()
  expect(states.filter(({ payment }) => payment === 'SUCCEEDED')).toHaveLength(1)
  expect(states.filter(({ payment }) => payment === 'CANCELLED')).toEqual([{ claim: 'released', payment: 'CANCELLED' }])
  await drain()
  expect(await breaches()).toEqual([])
})

test('two lines of one level take two pieces of it', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 2, include_note: true })
  const one = item(campaign, { amount: 2500, givingLevelId: String(level.id) })
  const guestBasket = await aGuestBasket([one, { ...one, givingLevelNote: 'for my mother' }])
  expect(guestBasket.basket.items).toHaveLength(2)
  expect(await checkOut(guestBasket)).toMatchObject({ status: 200, body: { amount: '50.00' } })
  await drain()
  expect(
    await installation.app.db
      .selectFrom('campaigns.level')
      .select(['claimed', 'reserved'])
      .where('id', '=', level.id)
      .executeTakeFirst(),
  ).toEqual({
    claimed: 2,
    reserved: 0,
  })
})

test('only a basket’s owner can pay it, and others don’t find it', async () => {
  const guestBasket = await aGuestBasket([item(await aCampaign(installation.app))])
  const other = await aGuestBasket([])
  const { token } = await aSession(installation.app)
  for (const foreign of [other.token, token, ''])
    expect(await checkOut({ ...guestBasket, token: foreign })).toMatchObject({ status: 404 })
  const owner = await aSession(installation.app)
  const path = `${owner.viewer.accountId}/baskets`
  const { id } = (await call('POST', path, owner.token, { currency: 'GBP' })).body as unknown as Basket
  await call('POST', `${path}/${id}/items`, owner.token, { item: item(await aCampaign(installation.app)) })
  expect(await checkOut({ path: `${path}/${id}`, token })).toMatchObject({ status: 404 })
  expect(await checkOut({ path: `${path}/${id}`, token: owner.token }, { guest: undefined })).toMatchObject({
    status: 200,
    body: { amount: '20.00' },
  })
  const mine = await installation.app.db
    .selectFrom('giving.donation')
    .select('gift')
    .where('account_id', '=', owner.viewer.accountId)
    .execute()
  expect(mine).toEqual([{ gift: 2000n }])
})

test('a line keeps its referral code, and lines with different codes stay separate [content-18]', async () => {
  const well = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([
    item(well, { referredDonor: 'Team-ONE' }),
    item(well, { referredDonor: 'Team-TWO' }),
    item(well, { referredDonor: 'Team-ONE' }),
    item(well),
  ])
  expect(guestBasket.basket.items).toMatchObject([
    { referredDonor: 'Team-ONE', quantity: 2 },
    { referredDonor: 'Team-TWO', quantity: 1 },
    { quantity: 1 },
  ])
  const answer = await checkOut(guestBasket, { quoteHash: guestBasket.basket.quote!.quoteHash })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { intentId } = answer.body as unknown as { intentId: string }
  const rows = await installation.app.db
    .selectFrom('giving.donation')
    .select(['gift', 'referred_donor'])
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()
  expect(rows).toEqual([
    { gift: 4000n, referred_donor: 'Team-ONE' },
    { gift: 2000n, referred_donor: 'Team-TWO' },
    { gift: 2000n, referred_donor: null },
  ])
})

test('a level whose amount changed meanwhile is shown and paid at the new amount, never silently', async () => {
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 0, amount: 2500n })
  const guestBasket = await aGuestBasket(
    [item(campaign, { amount: 2500, quantity: 2, givingLevelId: String(level.id) }), item(campaign, { amount: 6000 })],
    {
      tipAmount: 120,
    },
  )
  const quoteHash = guestBasket.basket.quote!.quoteHash
  await installation.app.db.updateTable('campaigns.level').set({ amount: 3000n }).where('id', '=', level.id).execute()
  await untilSeen()
  const refused = await checkOut(guestBasket, { quoteHash: quoteHash })
  expect(refused).toMatchObject({ status: 409, body: { code: 'quote-changed' } })
  expect(refused.body.basket).toMatchObject({
    subtotal: 12_000,
    quote: { gift: 12_000, tip: 120, total: 12_120 },
    items: [
      { amount: 3000, total: 6000, tip: 60 },
      { amount: 6000, total: 6000, tip: 60 },
    ],
  })
  const lineItems = [
    { projectID: String(campaign.id), amount: '30', currency: 'GBP', rewardID: String(level.id), rewardCount: 2 },
    { projectID: String(campaign.id), amount: '60', currency: 'GBP' },
  ]
  expect(await checkOut(guestBasket, { lineItems: [{ ...lineItems[0], amount: '25' }, lineItems[1]] })).toMatchObject({
    status: 409,
    body: { code: 'quote-changed' },
  })
  expect(await checkOut(guestBasket, { lineItems })).toMatchObject({ status: 200, body: { amount: '121.20' } })
  const asPaid = {
    body: { status: 'checked-out', subtotal: 12_000, items: [{ amount: 3000, total: 6000 }, { amount: 6000 }] },
  }
  expect(await call('GET', guestBasket.path, guestBasket.token)).toMatchObject(asPaid)
  await installation.app.db.updateTable('campaigns.level').set({ amount: 9000n }).where('id', '=', level.id).execute()
  await untilSeen()
  expect(await call('GET', guestBasket.path, guestBasket.token), 'what was paid is not priced anew').toMatchObject(
    asPaid,
  )
})

/** Creates a guest's basket whose payment has an open 3-D Secure challenge, and logs its owner in. */
async function aGuestLogsInBeforeTheBank(items: object[]) {
  const guestBasket = await aGuestBasket(items)
  const response = await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }] })
  const { id, challenge } = response.body as unknown as { id: string; challenge: { url: string; token: string } }
  const email = `logs-in-${++requests}@example.org`
  const password = 'ears of grain in the field'
  const account = await anAccount(installation.app, { email, password })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/login',
    payload: { email, password },
    cookies: { basket: guestBasket.token },
  })
  const session = answer.cookies.find(({ name }) => name === 'sid')!.value
  const asAccount = (method: 'GET' | 'POST', url: string, payload: object = {}) =>
    installation.fastify.inject({
      method,
      url,
      cookies: { sid: session },
      remoteAddress: home,
      ...(method === 'GET' ? {} : { payload, headers: { 'idempotency-key': `request-${++requests}` } }),
    })
  const answerBank = async (says: 'approve' | 'decline') => {
    const asks = new URL(challenge.url)
    await fetch(`${asks.origin}${asks.pathname}/${says}${asks.search}`, { method: 'POST', redirect: 'manual' })
    return call('POST', '/api/donate/challenge', '', { id, challenge: { token: challenge.token } })
  }
  return { of: guestBasket, path: `/v4/checkout/${account.id}/baskets/${guestBasket.basket.id}`, asAccount, answerBank }
}

test('a guest who logs in during a challenge keeps the basket, closed if approved, otherwise payable [S2 §4]', async () => {
  home = '203.0.113.9'
  const campaign = await aCampaign(installation.app)
  const approves = await aGuestLogsInBeforeTheBank([item(campaign)])
  expect((await approves.asAccount('GET', approves.path)).json()).toMatchObject({
    status: 'active',
    items: [{ amount: 2000 }],
  })
  expect((await approves.asAccount('POST', `${approves.path}/checkout`, card())).json()).toMatchObject({
    code: 'bank-asks-elsewhere',
  })
  expect(await approves.answerBank('approve')).toMatchObject({ status: 200, body: { success: true } })
  await drain()
  expect((await approves.asAccount('GET', approves.path)).json()).toMatchObject({ status: 'checked-out' })

  const other = await aCampaign(installation.app)
  const level = await aLevel(installation.app, other.id, { claim_limit: 1, amount: 2500n })
  const declines = await aGuestLogsInBeforeTheBank([item(other, { amount: 2500, givingLevelId: String(level.id) })])
  expect(await declines.answerBank('decline')).toMatchObject({ status: 402 })
  await untilSeen()
  expect((await declines.asAccount('POST', `${declines.path}/checkout`, card())).json()).toMatchObject({
    status: 'succeeded',
    amount: '25.00',
  })
  await drain()
  expect(await breaches()).toEqual([])
})

test('pieces that a guest’s declined payment reserved are available to the account after login', async () => {
  home = '203.0.113.10'
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { claim_limit: 1, amount: 2500n })
  const owner = await aSession(installation.app)
  const path = `${owner.viewer.accountId}/baskets`
  const { id } = (await call('POST', path, owner.token, { currency: 'GBP' })).body as unknown as Basket
  await call('POST', `${path}/${id}/items`, owner.token, { item: item(campaign) })
  const guestBasket = await aGuestBasket([item(campaign, { amount: 2500, givingLevelId: String(level.id) })])
  expect(
    await checkOut(guestBasket, { tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }] }),
  ).toMatchObject({
    status: 402,
  })
  expect(
    await call('PATCH', `${path}/${guestBasket.basket.id}/associate`, owner.token, { token: guestBasket.token }),
  ).toMatchObject({
    status: 200,
    body: { id },
  })
  await untilSeen()
  const response = await checkOut({ path: `${path}/${id}`, token: owner.token }, { guest: undefined })
  expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200, body: { amount: '45.00' } })
  await drain()
  expect(
    await installation.app.db
      .selectFrom('campaigns.level')
      .select(['claimed', 'reserved'])
      .where('id', '=', level.id)
      .executeTakeFirst(),
  ).toEqual({
    claimed: 1,
    reserved: 0,
  })
  expect(await breaches()).toEqual([])
})

test('a guest whose browser lost a response gets the outcome with the basket’s cookie', async () => {
  const campaign = await aCampaign(installation.app)
  const guestBasket = await aGuestBasket([item(campaign)])
  const ask = async (key: string, basket: string, visit = 'a visit') =>
    (
      await installation.fastify.inject({
        method: 'GET',
        url: `/v4/payment-attempts/by-key/${key}`,
        cookies: { basket },
        headers: { 'session-id': visit },
      })
    ).json<{
      intentId?: string
    }>()
  const body = (await checkOut(guestBasket, {}, 'lost-response')).body as unknown as { intentId: string }
  expect(await ask('lost-response', guestBasket.token)).toMatchObject({ intentId: body.intentId })
  expect(await ask('lost-response', (await aGuestBasket([])).token)).toMatchObject({ code: 'not-found' })
  const donation = { amount: '20', currency: 'GBP', ...card() }
  const single = await call('POST', `/api/donate/donate/${campaign.id}`, '', donation, {
    'session-id': 'a visit',
    'idempotency-key': 'lost-single',
  })
  expect(single.status).toBe(200)
  const { intentId } = (single.body as unknown as { result: { intentId: string } }).result
  expect(await ask('lost-single', guestBasket.token)).toMatchObject({ intentId })
  expect(await ask('lost-single', guestBasket.token, 'another visit')).toMatchObject({ code: 'not-found' })
})
