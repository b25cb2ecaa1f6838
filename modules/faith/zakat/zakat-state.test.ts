import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { addRefundedAmounts } from '#modules/money/giving/index.ts'
import { insertRates } from '#modules/platform/currencies/queries.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import type { Currency } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { anInput, aZakatDonation } from './testing.ts'

let it: TestApp
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
  campaignId = (await aCampaign(it.app)).id
})
afterAll(() => it.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function call(method: Method, url: string, token?: string, payload: object = {}) {
  const response = await it.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const consent = (token: string, isGiven = true) =>
  call('POST', '/v4/privacy/consents', token, { purpose: 'zakat', isGiven, textVersion: consentTexts.zakat.version })
const save = (token: string, over: object = {}) =>
  call('POST', '/v4/zakat/profiles', token, {
    input: anInput(),
    zakat: '100000',
    status: 'DUE',
    timeZone: 'Europe/London',
    ...over,
  })
const stateOf = async (token?: string) => (await call('GET', '/v4/zakat', token)).body
const rate = (currency: Currency, day: string, perEuro: string) =>
  insertRates(it.app, [{ currency, day, perEuro: currenciesServer.parseRate(perEuro)!, source: 'ecb' }])
const refundWholly = async (donationId: string) => {
  const row = await it.app.db
    .selectFrom('giving.donation')
    .select(['gift', 'zakat_eligible'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  await it.app.write((tx) =>
    addRefundedAmounts(
      tx,
      [{ donationId, gift: row.gift, tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible: row.zakat_eligible }],
      clock.now(),
    ),
  )
}

test('the state goes from LOGGED_OUT to DONATED, and a refund brings CALCULATED back [S2 §4]', async () => {
  expect(await stateOf()).toMatchObject({ state: 'LOGGED_OUT', profile: null, window: null, isZakatHomeOn: true })
  const { token, viewer } = await aSession(it.app)
  expect(await stateOf(token)).toMatchObject({
    state: 'NOT_CALCULATED',
    remaining: null,
    window: { start: { date: '2025-12-02' }, end: { date: '2026-11-21' } },
  })
  await consent(token)
  expect((await save(token)).status).toBe(200)
  expect(await stateOf(token)).toMatchObject({
    state: 'CALCULATED',
    currency: 'GBP',
    due: '100000',
    remaining: '100000',
    overpaid: '0',
    window: { start: { date: '2026-11-20' } },
    anniversary: { date: '2027-11-09', hijri: { year: 1449, month: 6, day: 10, text: '10 Jumada al-Akhirah 1449 AH' } },
    profile: { period: '1449', zakatDue: '100000', ruleSetId: 'cautious-1' },
  })
  const donationId = await aZakatDonation(it.app, viewer, campaignId)
  expect(await stateOf(token)).toMatchObject({
    state: 'DONATED',
    online: { total: '19937', count: 1, isApproximate: false },
    remaining: '80063',
  })
  await refundWholly(donationId)
  expect(await stateOf(token)).toMatchObject({ state: 'CALCULATED', online: { total: '0' }, remaining: '100000' })
})

test('a donor without a calculation has DONATED by what they gave, and nothing remains to be said', async () => {
  const { token, viewer } = await aSession(it.app)
  await aZakatDonation(it.app, viewer, campaignId)
  expect(await stateOf(token)).toMatchObject({ state: 'DONATED', profile: null, due: null, remaining: null })
})

test('an amount beyond the sum due is overpaid; zakat given elsewhere counts at its own day’s rate', async () => {
  await rate('GBP', '2026-11-19', '0.8')
  await rate('GBP', '2026-11-20', '0.85')
  await rate('USD', '2026-11-20', '1.10')
  const { token } = await aSession(it.app)
  await consent(token)
  await save(token)
  const add = (entry: object) => call('POST', '/v4/zakat/offsite-donations', token, entry)
  expect((await add({ date: '2026-11-20', amount: '٨٠٠', currency: 'EUR', note: 'Local mosque' })).body).toMatchObject({
    amount: '80000',
    code: 'EUR',
  })
  // 110 USD = 100 EUR = 85 GBP, 800 EUR = 680 GBP.
  const second = (await add({ date: '2026-11-20', amount: '110.00', currency: 'USD' })).body
  expect(await stateOf(token)).toMatchObject({
    state: 'DONATED',
    offsite: { total: '76500', count: 2, isApproximate: false },
    remaining: '23500',
    overpaid: '0',
  })
  const id = second.id as string
  await call('PATCH', `/v4/zakat/offsite-donations/${id}`, token, { amount: '1100' })
  expect(await stateOf(token)).toMatchObject({ remaining: '0', overpaid: '53000' })
  await call('DELETE', `/v4/zakat/offsite-donations/${id}`, token)
  expect(await stateOf(token)).toMatchObject({ remaining: '32000', overpaid: '0' })
  // A donation before the zakat year is listed but doesn't count.
  await add({ date: '2026-11-01', amount: '5', currency: 'GBP' })
  expect(await stateOf(token)).toMatchObject({ remaining: '32000' })
})

test('a later calculation adds a revision, and the latest counts; a lapsed year asks to calculate again', async () => {
  const { token, viewer } = await aSession(it.app)
  await consent(token)
  const first = (await save(token)).body
  await save(token, { input: anInput({ assets: [{ kind: 'cash', amount: '4000' }] }), zakat: '10000' })
  expect(await stateOf(token)).toMatchObject({ due: '10000' })
  const listed = (await call('GET', `/v4/users/${viewer.accountId}/zakat-profiles`, token)).body.profiles
  expect(listed.map(({ zakatDue }: { zakatDue: string }) => zakatDue)).toEqual(['10000'])
  // The owner can still read the first revision.
  expect((await call('GET', `/v4/zakat/profiles/${first.id}`, token)).body.profile).toMatchObject({
    zakatDue: '100000',
  })

  clock.move({ days: 354 })
  const session = await identityServer.openSession(it.app, aRequestContext(), viewer.accountId)
  expect(await stateOf(session.token)).toMatchObject({ state: 'NOT_CALCULATED', profile: null, hasLapsed: true })
  clock.move({ days: -354 })
})
