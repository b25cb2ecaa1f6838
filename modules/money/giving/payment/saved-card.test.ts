import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { aGuest, aSession } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { withoutDonor } from '../erasure/erase-donations.ts'
import type { DonationOrder } from '../order/order.ts'
import { resolveDueAttempts } from './resolve.ts'

let installation: TestApp
let campaignId: string
let crashAt: string | undefined
let ahead = 0
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: () => new Date(Date.parse('2026-11-21T12:00:00Z') + ahead),
  })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === crashAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  campaignId = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

type Body = {
  result: {
    id: string
    status?: string
    fields?: object
    intentId?: string
    canTryAgain?: boolean
    challenge?: { url: string; token: string }
  }
  readonly fields?: object
  readonly cards?: unknown
}
let keys = 0
let people = 0

async function aDonor() {
  const { token, viewer } = await aSession(installation.app)
  // Each donor has their own IP address, because declined cards are counted by address.
  const remoteAddress = `192.0.2.${(people += 1)}`
  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload: object = {},
    headers: Record<string, string> = {},
  ) => {
    const answer = await installation.fastify.inject({
      method,
      url,
      remoteAddress,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json() as Body }
  }
  const give = (over: object, key = `key-${(keys += 1)}`) =>
    ask(
      'POST',
      `/api/donate/donate/${campaignId}`,
      { amount: String(20 + keys), currency: 'GBP', ...over },
      { 'idempotency-key': key },
    )
  const list = async () => (await ask('GET', '/v4/cards')).body.cards as { id: string; last4: string; brand: string }[]
  return { viewer, ask, give, list }
}
const charges = () => installation.sandbox!.gateway.store.truth.size
const attempts = async () => (await installation.app.db.selectFrom('payments.attempt').select('id').execute()).length
const visa = [{ type: 'card', token: 'pm_card_visa' }]
const tokenOf = (number: string) => [
  {
    type: 'card',
    token: installation.sandbox!.gateway.wallet.create({
      type: 'card',
      card: { number, exp_month: '12', exp_year: '2034', cvc: '123' },
    }).id,
  },
]

test('a card is saved with its mandate after payment and can pay the next donation', async () => {
  const { viewer, give, list } = await aDonor()
  expect((await give({ tokens: visa, saveCard: true })).body.result.status).toBe('succeeded')
  await drainOutbox(installation.app)
  const [card] = await list()
  expect(card).toMatchObject({ brand: 'visa', last4: '4242' })
  const mandates = await installation.app.db
    .selectFrom('cards.mandate')
    .selectAll()
    .where('account_id', '=', viewer.accountId)
    .execute()
  expect(mandates).toMatchObject([{ card_id: card!.id, kind: 'off-session', ip: expect.stringContaining('192.0.2.') }])
  const before = charges()
  expect((await give({ cardID: card!.id })).body.result.status).toBe('succeeded')
  expect(charges()).toBe(before + 1)
  await drainOutbox(installation.app)
  expect(await list()).toHaveLength(1)
})

test('no card is saved without consent, after a decline, or for a guest', async () => {
  const { viewer, give, list } = await aDonor()
  await give({ tokens: visa })
  const declined = await give({
    tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }],
    saveCard: true,
    amount: '61',
  })
  expect(declined.status).toBe(402)
  // The retry with another card withdrew the consent.
  await give({ tokens: visa, amount: '61', intentId: declined.body.result.intentId })
  const [customers, cards] = [
    installation.sandbox!.gateway.store.customers.size,
    await installation.app.db.selectFrom('cards.card').select('id').execute(),
  ]
  const guest = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'guest', 'session-id': 'a visit of a guest' },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: visa,
      saveCard: true,
      guest: { email: 'guest@example.org', name: 'Bilal' },
    },
  })
  expect(guest.json<Body>().result.status).toBe('succeeded')
  await drainOutbox(installation.app)
  expect(await list()).toEqual([])
  const kept = [...installation.sandbox!.gateway.store.customers.values()].filter(
    ({ metadata }) => metadata.account === viewer.accountId,
  )
  expect(kept.flatMap(({ id }) => installation.sandbox!.gateway.wallet.methodsOf(id))).toEqual([])
  expect([
    installation.sandbox!.gateway.store.customers.size,
    await installation.app.db.selectFrom('cards.card').select('id').execute(),
  ]).toEqual([customers, cards])
})

test('another account’s card, a guest’s use of it and an unknown card are refused before the claim [payments-17]', async () => {
  const [owner, thief] = [await aDonor(), await aDonor()]
  const card = await aCard(installation.app, owner.viewer)
  const [before, tried] = [charges(), await attempts()]
  for (const cardID of [card.id, installation.app.newId(), 'nothing']) {
    const refused = await thief.give({ cardID })
    expect([refused.status, Object.keys(refused.body.result.fields ?? refused.body.fields ?? {})]).toEqual([
      400,
      ['cardID'],
    ])
    for (const headers of [{}, { authorization: `Bearer ${(await aGuest(installation.app)).token}` }]) {
      const answer = await installation.fastify.inject({
        method: 'POST',
        url: `/api/donate/donate/${campaignId}`,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `key-${(keys += 1)}`,
          'session-id': 'a visit',
          ...headers,
        },
        payload: { amount: '20', currency: 'GBP', cardID, guest: { email: 'guest@example.org', name: 'Bilal' } },
      })
      expect(answer.statusCode).toBe(400)
    }
  }
  expect([charges(), await attempts()]).toEqual([before, tried])
})

test('the provider’s id of another account’s card is refused', async () => {
  const [owner, thief] = [await aDonor(), await aDonor()]
  await aCard(installation.app, owner.viewer)
  const { method_id: token } = await installation.app.db
    .selectFrom('cards.card')
    .select('method_id')
    .where('account_id', '=', owner.viewer.accountId)
    .executeTakeFirstOrThrow()
  const before = charges()
  for (const saveCard of [false, true])
    expect((await thief.give({ tokens: [{ type: 'card', token }], saveCard })).status).toBe(402)
  expect(charges()).toBe(before)
})

test('a removed card has its own refusal, and nothing is claimed', async () => {
  const { viewer, ask, give } = await aDonor()
  const removed = await aCard(installation.app, viewer)
  await ask('DELETE', `/v4/cards/${removed.id}`)
  const tried = await attempts()
  expect(JSON.stringify((await give({ cardID: removed.id })).body)).toContain('This card was removed')
  expect(await attempts()).toBe(tried)
})

test('the provider decides about a card after its printed expiry, and the charge reports the new one', async () => {
  const { viewer, give, ask } = await aDonor()
  const card = await aCard(installation.app, viewer, 'pm_card_mastercard')
  await installation.app.write((tx) =>
    tx.updateTable('cards.card').set({ exp_year: 2024, last4: '1111' }).where('id', '=', card.id).execute(),
  )
  expect((await give({ cardID: card.id, amount: '73' })).body.result.status).toBe('succeeded')
  while ((await drainOutbox(installation.app)) > 0);
  const { cards } = (await ask('GET', '/v4/cards')).body as unknown as { cards: { expYear: number; last4: string }[] }
  expect(cards).toMatchObject([{ expYear: card.expYear, last4: '4444' }])
})

test('a declined payment can be retried with a saved card, and a declined saved card with another', async () => {
  const { viewer, give } = await aDonor()
  const card = await aCard(installation.app, viewer)
  const declined = await give({ tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }], amount: '71' })
  const { intentId } = declined.body.result
  expect((await give({ cardID: card.id, intentId, amount: '71' })).body.result.status).toBe('succeeded')
  const failing = await aCard(installation.app, viewer, 'pm_card_chargeCustomerFail')
  const refused = await give({ cardID: failing.id, amount: '72' })
  expect(refused.status).toBe(402)
  expect(
    (await give({ tokens: visa, saveCard: true, intentId: refused.body.result.intentId, amount: '72' })).body.result
      .status,
  ).toBe('succeeded')
})

test('the bank can challenge a saved card, and a card is saved after its challenge is passed', async () => {
  const { ask, give, list } = await aDonor()
  for (const ofDonation of [{ tokens: tokenOf('4000002760003184'), saveCard: true }, undefined]) {
    const response = await give(ofDonation ?? { cardID: (await list())[0]!.id })
    const { id, challenge } = response.body.result
    expect(challenge!.url).toContain('/3ds/')
    await fetch(`${challenge!.url}/approve`, { method: 'POST' })
    expect((await ask('POST', '/api/donate/challenge', { id, challenge: challenge!.token })).body.result.status).toBe(
      'succeeded',
    )
    await drainOutbox(installation.app)
    expect(await list()).toHaveLength(1)
  }
})

test('a repeated request after a crash charges the same saved card once', async () => {
  const { viewer, give } = await aDonor()
  const card = await aCard(installation.app, viewer)
  for (const [place, charged, status] of [
    ['before_provider', 0, 500],
    ['after_provider', 1, 202],
  ] as const) {
    const before = charges()
    const payload = { cardID: card.id, amount: place === 'before_provider' ? '81' : '82' }
    crashAt = place
    expect((await give(payload, place)).status).toBe(status)
    crashAt = undefined
    expect(charges()).toBe(before + charged)
    expect((await give(payload, place)).status).toBe(409)
    ahead += 20_000
    const again = await give(payload, place)
    expect(again.body.result.status).toBe('succeeded')
    expect((await give(payload, place)).body).toEqual(again.body)
    expect(charges()).toBe(before + 1)
  }
})

test('a repeated request is refused without a charge if its card was removed meanwhile', async () => {
  const { viewer, ask, give } = await aDonor()
  const card = await aCard(installation.app, viewer)
  const before = charges()
  const payload = { cardID: card.id, amount: '84' }
  crashAt = 'before_provider'
  await give(payload, 'removed')
  crashAt = undefined
  await ask('DELETE', `/v4/cards/${card.id}`)
  ahead += 20_000
  expect(JSON.stringify((await give(payload, 'removed')).body)).toContain('This card was removed')
  await resolveDueAttempts(installation.app)
  expect((await give(payload, 'removed')).status).toBe(402)
  expect(charges()).toBe(before)
})

test('the card of a payment with an unknown outcome is saved when the look-up finds it', async () => {
  const { give, list } = await aDonor()
  crashAt = 'after_provider'
  await give({ tokens: visa, saveCard: true })
  crashAt = undefined
  ahead += 20_000
  await Promise.all([resolveDueAttempts(installation.app), resolveDueAttempts(installation.app)])
  await drainOutbox(installation.app)
  await drainOutbox(installation.app)
  expect(await list()).toHaveLength(1)
})

test('provider-specific data is stored with the payment and never returned', async () => {
  const { give } = await aDonor()
  const paid = await give({ tokens: visa, providerSpecific: { device_session: 'ds-17' } })
  const row = await installation.app.db
    .selectFrom('payments.intent')
    .select('order_details')
    .where('id', '=', paid.body.result.intentId!)
    .executeTakeFirstOrThrow()
  expect(row.order_details).toMatchObject({ providerSpecific: { device_session: 'ds-17' } })
  expect(JSON.stringify(paid.body)).not.toContain('ds-17')
  expect(JSON.stringify(withoutDonor(row.order_details as DonationOrder))).not.toContain('ds-17')
})
