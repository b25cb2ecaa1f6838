import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { taskList } from '#server/jobs/jobs.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { addCard } from './add-card.ts'
import { detachCards } from './own-cards.ts'
import { detachEverything } from './jobs.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { handleCardWebhooks } from './current-cards.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'
import { listCurrentCards } from './queries.ts'
import { mandateHashInput, mandateVersion } from './rules/mandate.ts'
import { aCard, printExpiry } from './testing.ts'

let installation: TestApp
const today = new Date('2026-11-21T12:00:00Z')
let now = today
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

type Card = { id: string; brand: string; last4: string; isDefault: boolean; expiry: string }

async function aDonor() {
  const { token, viewer } = await aSession(installation.app)
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload: object = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const list = async () => (await ask('GET', '/v4/cards')).body.cards as Card[]
  return { viewer, ask, list }
}
const atBank = (accountId: string) =>
  [...installation.sandbox!.gateway.store.customers.values()]
    .filter((customer) => customer.metadata.account === accountId)
    .map(({ id }) => installation.sandbox!.gateway.wallet.methodsOf(id).map((method) => method.id))
const work = () => runQueued(installation)
const tokenOf = (number: string) =>
  installation.sandbox!.gateway.wallet.create({
    type: 'card',
    card: { number, exp_month: '12', exp_year: '2034', cvc: '123' },
  }).id

test('a card is saved at the provider, and the first one is the default', async () => {
  const { viewer, ask, list } = await aDonor()
  expect(await list()).toEqual([])
  expect(await ask('POST', '/v4/cards', { token: 'pm_card_visa' })).toMatchObject({
    status: 200,
    body: { status: 'saved', card: { brand: 'visa', last4: '4242', isDefault: true, expiry: 'valid' } },
  })
  await ask('POST', '/v4/cards', { token: 'pm_card_mastercard' })
  expect((await list()).map(({ brand, isDefault }) => [brand, isDefault])).toEqual([
    ['visa', true],
    ['mastercard', false],
  ])
  const [methods, ...others] = atBank(viewer.accountId)
  expect([methods!.length, others.length]).toEqual([2, 0])
})

test('a mandate is stored with its text, time and IP address, and nothing of the card number is', async () => {
  const { viewer } = await aDonor()
  const card = await aCard(installation.app, viewer)
  const mandates = await installation.app.db
    .selectFrom('cards.mandate')
    .selectAll()
    .where('card_id', '=', card.id)
    .execute()
  const hash = createHash('sha256').update(mandateHashInput(mandateVersion, 'en')).digest('hex')
  expect(mandates).toMatchObject([
    {
      kind: 'off-session',
      text_version: mandateVersion,
      locale: 'en',
      text_hash: hash,
      ip: '192.0.2.1',
      revoked_at: null,
    },
  ])
  const row = await installation.app.db.selectFrom('cards.card').selectAll().where('id', '=', card.id).execute()
  expect(JSON.stringify(row)).not.toContain('424242')
  expect((await entriesAbout(installation.app.db, `card:${card.id}`, 10)).map(({ act }) => act)).toEqual([
    'cards.added',
  ])
})

test('a card that needs a challenge is saved after approval and not after a decline', async () => {
  for (const [answer, status] of [
    ['approve', 200],
    ['decline', 402],
  ] as const) {
    const { ask, list } = await aDonor()
    const { body } = await ask('POST', '/v4/cards', { token: tokenOf('4000002760003184') })
    expect(body).toMatchObject({ status: 'challenge', challenge: { url: expect.stringContaining('/3ds/') } })
    expect(await list()).toEqual([])
    const again = await ask('POST', `/v4/card-setups/${body.setupId}`)
    expect(again.body).toMatchObject({ status: 'challenge' })
    await fetch(`${body.challenge.url}/${answer}`, { method: 'POST' })
    const ended = await ask('POST', `/v4/card-setups/${body.setupId}`)
    expect([ended.status, ended.body.code]).toEqual([status, status === 402 ? 'card-not-confirmed' : undefined])
    await ask('POST', `/v4/card-setups/${body.setupId}`)
    expect((await list()).length).toBe(status === 200 ? 1 : 0)
  }
})

test('every card that the bank declines has the same message and isn’t saved', async () => {
  const { viewer, ask, list } = await aDonor()
  for (const token of ['pm_card_visa_chargeDeclined', 'pm_nonsense'])
    expect(await ask('POST', '/v4/cards', { token })).toMatchObject({
      status: 402,
      body: { code: 'card-not-accepted' },
    })
  expect([await list(), atBank(viewer.accountId)]).toEqual([[], [[]]])
})

test('the same physical card is one saved card, under the provider’s newest id', async () => {
  const { viewer, list } = await aDonor()
  const first = await aCard(installation.app, viewer)
  const again = await aCard(installation.app, viewer)
  expect(again.id).toBe(first.id)
  await work()
  expect(atBank(viewer.accountId)).toEqual([
    [(await listCurrentCards(installation.app.db, viewer.accountId))[0]!.methodId],
  ])
  expect(await list()).toHaveLength(1)
})

test('a removed card that is added again is a new one with its own mandate, and the old one stays removed', async () => {
  const { viewer, ask, list } = await aDonor()
  const add = async () => (await ask('POST', '/v4/cards', { token: tokenOf('4242424242424242') })).body.card as Card
  const first = await add()
  expect((await ask('DELETE', `/v4/cards/${first.id}`)).status).toBe(200)
  const second = await add()
  expect(second.id).not.toBe(first.id)
  expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([[second.id, true]])
  const mandates = await installation.app.db
    .selectFrom('cards.mandate')
    .select(['card_id', 'revoked_at'])
    .where('account_id', '=', viewer.accountId)
    .orderBy('revoked_at')
    .execute()
  expect(mandates.map(({ card_id, revoked_at }) => [card_id, revoked_at === null])).toEqual([
    [first.id, false],
    [second.id, true],
  ])
})

test('concurrent requests create one customer and one default', async () => {
  const { viewer, list } = await aDonor()
  await Promise.allSettled(
    ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'].map((token) => aCard(installation.app, viewer, token)),
  )
  for (const token of ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'])
    await aCard(installation.app, viewer, token)
  expect(atBank(viewer.accountId)).toHaveLength(1)
  expect((await list()).map(({ isDefault }) => isDefault)).toEqual([true, false, false])
})

test('choosing another default and removing a card reach the provider and revoke its mandate', async () => {
  const { viewer, ask, list } = await aDonor()
  const [visa, master] = [
    await aCard(installation.app, viewer),
    await aCard(installation.app, viewer, 'pm_card_mastercard'),
  ]
  expect((await ask('POST', `/v4/cards/${master.id}/default`)).body.cards[0]).toMatchObject({
    id: master.id,
    isDefault: true,
  })
  expect((await ask('DELETE', `/v4/cards/${master.id}`)).body.cards).toMatchObject([{ id: visa.id, isDefault: true }])
  expect((await ask('DELETE', `/v4/cards/${master.id}`)).status).toBe(404)
  expect((await ask('POST', `/v4/cards/${master.id}/default`)).status).toBe(404)
  await work()
  expect([await list(), atBank(viewer.accountId)]).toMatchObject([[{ id: visa.id }], [[expect.any(String)]]])
  const [mandate] = await installation.app.db
    .selectFrom('cards.mandate')
    .select('revoked_at')
    .where('card_id', '=', master.id)
    .execute()
  expect(mandate!.revoked_at).not.toBeNull()
  expect((await entriesAbout(installation.app.db, `card:${master.id}`, 10)).map(({ act }) => act)).toContain(
    'cards.removed',
  )
})

test('an account can’t see, choose, remove or complete another’s card, or learn that it exists [payments-17]', async () => {
  const [owner, thief] = [await aDonor(), await aDonor()]
  const card = await aCard(installation.app, owner.viewer)
  const { body } = await owner.ask('POST', '/v4/cards', { token: tokenOf('4000002760003184') })
  for (const id of [card.id, installation.app.newId(), 'nothing', "' or 1=1 --"]) {
    const path = encodeURIComponent(id)
    expect(await thief.ask('POST', `/v4/cards/${path}/default`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    expect(await thief.ask('DELETE', `/v4/cards/${path}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await thief.ask('POST', `/v4/card-setups/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
  }
  expect(await thief.ask('POST', `/v4/card-setups/${body.setupId}`)).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
  const [kept] = await listCurrentCards(installation.app.db, owner.viewer.accountId)
  expect(await thief.ask('POST', '/v4/cards', { token: kept!.methodId })).toMatchObject({
    status: 402,
    body: { code: 'card-not-accepted' },
  })
  expect([await thief.list(), (await owner.list()).map(({ id }) => id)]).toEqual([[], [card.id]])
})

test('an abandoned setup ends after an hour, saved if approved and cancelled otherwise', async () => {
  for (const decision of ['approve', undefined]) {
    const { viewer, ask, list } = await aDonor()
    const { body } = await ask('POST', '/v4/cards', { token: tokenOf('4000002760003184') })
    if (decision) await fetch(`${body.challenge.url}/${decision}`, { method: 'POST' })
    const task = taskList(installation.app)['cards:end_setup']
    await task({ id: body.setupId })
    await task({ id: body.setupId })
    expect((await list()).length).toBe(decision ? 1 : 0)
    expect(atBank(viewer.accountId)[0]!.length).toBe(decision ? 1 : 0)
    expect((await ask('POST', `/v4/card-setups/${body.setupId}`)).status).toBe(404)
  }
})

test('erasing an account leaves no card or setup here or at the provider', async () => {
  const { viewer, ask, list } = await aDonor()
  await aCard(installation.app, viewer)
  await aCard(installation.app, viewer, 'pm_card_amex')
  const { body } = await ask('POST', '/v4/cards', { token: tokenOf('4000002760003184') })
  await installation.app.write((tx) => detachCards(installation.app, tx, viewer.accountId))
  await work()
  await fetch(`${body.challenge.url}/approve`, { method: 'POST' })
  expect([await list(), atBank(viewer.accountId)]).toEqual([[], [[]]])
})

test('erasing an account deletes its setups at a provider that is no longer configured', async () => {
  const { viewer, ask } = await aDonor()
  const { body } = await ask('POST', '/v4/cards', { token: tokenOf('4000002760003184') })
  const { first } = installation.app.providers
  const providers = createPaymentProviders([{ ...first, name: 'stripe' }])
  const { customer_id: customerId, provider } = await installation.app.db
    .selectFrom('cards.setup')
    .select(['customer_id', 'provider'])
    .where('id', '=', body.setupId)
    .executeTakeFirstOrThrow()
  await detachEverything({ ...installation.app, providers }, { provider, customerId })
  expect((await ask('POST', `/v4/card-setups/${body.setupId}`)).status).toBe(404)
  expect(atBank(viewer.accountId)).toHaveLength(1)
})

test('adding a card needs fresh authentication and is rate-limited', async () => {
  const { ask } = await aDonor()
  now = new Date(today.getTime() + 11 * 60_000)
  expect(await ask('POST', '/v4/cards', { token: 'pm_card_visa' })).toMatchObject({
    status: 401,
    body: { code: 'reauthentication-required' },
  })
  now = today
  const { viewer } = await aDonor()
  for (let tries = 0; tries < 10; tries++) await aCard(installation.app, viewer)
  await expect(aCard(installation.app, viewer)).rejects.toMatchObject({ code: 'too-many-attempts' })
})

test('declined cards count per network, not per account [payments-16]', async () => {
  const from = (ip: string, viewer: AccountViewer, number: string) =>
    addCard(installation.app, viewer, aRequestContext({ ip }), tokenOf(number))
  for (let tries = 0; tries < 20; tries++) {
    const { viewer } = await aDonor()
    await expect(from(`2001:db8:7:7::${tries}`, viewer, '4000000000000002')).rejects.toMatchObject({
      code: 'card-not-accepted',
    })
  }
  const { viewer } = await aDonor()
  await expect(from('2001:db8:7:7::ffff', viewer, '4242424242424242')).rejects.toMatchObject({
    code: 'too-many-attempts',
  })
  expect(await from('2001:db8:7:8::1', viewer, '4242424242424242')).toMatchObject({ status: 'saved' })
})

test('a card is expiring before its end and expired afterwards', async () => {
  const { viewer, ask } = await aDonor()
  const card = await aCard(installation.app, viewer)
  const expireIn = async (text: string) => {
    await installation.app.write((tx) =>
      tx
        .updateTable('cards.card')
        .set({ exp_month: Number(text.slice(5, 7)), exp_year: Number(text.slice(0, 4)) })
        .where('id', '=', card.id)
        .execute(),
    )
    return ((await ask('GET', '/v4/cards')).body.cards as Card[])[0]!.expiry
  }
  const month = (by: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + by, 1)).toISOString()
  expect([await expireIn(month(-1)), await expireIn(month(0)), await expireIn(month(6))]).toEqual([
    'expired',
    'expiring',
    'valid',
  ])
})

test('donors are emailed 30 and 7 days before a card expires, once each, at a verified email only [recurring-14]', async () => {
  const day = 86_400_000
  const [proven, unproven] = [await aDonor(), await aDonor()]
  await installation.app.write((tx) =>
    tx
      .updateTable('identity.account')
      .set({ email_confirmed_at: null })
      .where('id', '=', unproven.viewer.accountId)
      .execute(),
  )
  const end = Date.UTC(today.getUTCFullYear() + 1, 0, 1)
  for (const { viewer } of [proven, unproven]) {
    const { id } = await aCard(installation.app, viewer)
    await printExpiry(installation, [id], { month: 12, year: new Date(end - day).getUTCFullYear() })
  }
  const subjects = async (email: string) =>
    (
      await installation.app.db
        .selectFrom('notifications.mail')
        .select('subject')
        .where('to_address', '=', email)
        .where('kind', '=', 'card-expiring')
        .execute()
    ).map(({ subject }) => subject)
  const seen: number[] = []
  for (const daysBefore of [31, 30, 29, 8, 7, 6, 0, -1]) {
    now = new Date(end - daysBefore * day)
    await Promise.all([warnOfExpiry(installation.app), warnOfExpiry(installation.app)])
    seen.push((await subjects(proven.viewer.email)).length)
  }
  now = today
  expect(seen).toEqual([0, 1, 1, 1, 2, 2, 2, 2])
  expect((await subjects(proven.viewer.email))[0]).toContain('4242')
  expect(await subjects(unproven.viewer.email)).toEqual([])
})

test('30 days before expiry is exact for every month, including both lengths of February [recurring-14]', async () => {
  const day = 86_400_000
  const wrong: string[] = []
  for (const year of [2029, 2032])
    for (let month = 1; month <= 12; month++) {
      const { viewer } = await aDonor()
      const { id } = await aCard(installation.app, viewer)
      await printExpiry(installation, [id], { month, year })
      const warnedAt = async (daysBefore: number): Promise<number> => {
        now = new Date(Date.UTC(year, month, 1) - daysBefore * day)
        await warnOfExpiry(installation.app)
        return (
          await installation.app.db
            .selectFrom('notifications.mail')
            .select('id')
            .where('to_address', '=', viewer.email)
            .where('kind', '=', 'card-expiring')
            .execute()
        ).length
      }
      const seen = [await warnedAt(31), await warnedAt(30)]
      if (seen.join() !== '0,1') wrong.push(`${month}/${year}: ${seen.join()}`)
    }
  now = today
  expect(wrong).toEqual([])
})

test('a renewed card is not warned of: the provider is asked, its event and each charge are believed', async () => {
  const { viewer } = await aDonor()
  const card = await aCard(installation.app, viewer)
  const { gateway } = installation.sandbox!
  const { methodId } = await installation.app.db
    .selectFrom('cards.card')
    .select('method_id as methodId')
    .where('id', '=', card.id)
    .executeTakeFirstOrThrow()
  const year = today.getUTCFullYear() + 1
  // Read from the database, because the donor's session ends long before the card's expiry.
  const readStoredCard = () =>
    installation.app.db
      .selectFrom('cards.card')
      .select(['last4', 'exp_month as expMonth', 'exp_year as expYear'])
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow()
  const warnings = () =>
    installation.app.db
      .selectFrom('notifications.mail')
      .select(['subject', 'content'])
      .where('to_address', '=', viewer.email)
      .where('kind', '=', 'card-expiring')
      .execute()
  await printExpiry(installation, [card.id], { month: 6, year })
  now = new Date(Date.UTC(year, 5, 10))
  const { readCard } = installation.app.providers.first.vault
  Object.assign(installation.app.providers.first.vault, {
    readCard: async () => ({ kind: 'unreachable', reason: 'away' }),
  })
  await warnOfExpiry(installation.app)
  expect(await warnings()).toEqual([])
  Object.assign(installation.app.providers.first.vault, { readCard })
  gateway.wallet.renew(methodId, { exp_month: '6', exp_year: String(year + 4) })
  await warnOfExpiry(installation.app)
  expect([await warnings(), await readStoredCard()]).toMatchObject([
    [],
    { last4: '4242', expMonth: 6, expYear: year + 4 },
  ])

  // Its bank reports a new number under the same token.
  await gateway.renewCard(methodId, { exp_month: '7', exp_year: String(year), last4: '4321' })
  await recordWebhook(installation.app, {
    provider: installation.app.providers.first.name,
    eventId: `evt_${card.id}`,
    kind: 'payment_method.automatically_updated',
    objectId: methodId,
    at: now,
  })
  expect(await handleCardWebhooks(installation.app)).toBe(1)
  expect(await readStoredCard()).toMatchObject({ last4: '4321', expMonth: 7, expYear: year })
  await warnOfExpiry(installation.app)
  expect(await warnings()).toEqual([])
  now = new Date(Date.UTC(year, 6, 10))
  await warnOfExpiry(installation.app)
  const [mail] = await warnings()
  expect(JSON.stringify(mail)).toContain(`07/${year}`)
  expect(JSON.stringify(mail)).not.toMatch(/bank|can’t be charged/i)
  now = today
})
