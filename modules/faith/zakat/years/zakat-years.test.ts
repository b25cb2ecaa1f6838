import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertRates } from '#modules/platform/currencies/queries.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { localDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { insertProfile } from '../profile-queries.ts'
import { aZakatDonation } from '../testing.ts'

let it: TestApp
let campaignId: bigint
const clock = manualClock(new Date('2026-11-20T12:00:00Z'))
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
  campaignId = (await aCampaign(it.app)).id
  for (const [currency, perEuro] of [
    ['GBP', '0.80'],
    ['USD', '1.00'],
  ] as const)
    await insertRates(it.app, [
      { currency, day: '2025-10-01', perEuro: currenciesServer.parseRate(perEuro)!, source: 'ecb' },
    ])
})
afterAll(() => it.close())

async function call(method: 'GET' | 'POST', url: string, token?: string, payload: object = {}, language = 'en') {
  const response = await it.fastify.inject({
    method,
    url,
    headers: {
      'accept-language': language,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.body, bytes: response.rawPayload, headers: response.headers }
}

async function aYear(accountId: string, period: string, [start, end]: readonly [string, string], due: bigint) {
  const id = it.app.newId()
  await it.app.write((tx) =>
    insertProfile(tx, accountId, {
      id,
      period,
      zakatDue: { amount: due, currency: 'GBP' as Currency },
      status: 'DUE',
      zakatStartDate: localDate(start),
      zakatAnniversary: localDate(end),
      anchor: { year: 'lunar', month: 1, day: 1 },
      timeZone: 'UTC',
      ruleSetId: 'cautious-1',
      prices: { gold: { perGram: '100' }, silver: { perGram: '1' } },
      createdAt: clock.now(),
      encrypted: Buffer.from('nothing'),
    }),
  )
  return id
}
const addOffsite = (token: string, date: string, amount: string, currency = 'GBP') =>
  call('POST', '/v4/zakat/offsite-donations', token, { date, amount, currency, note: 'Mosque' })

test('each year has what was given within it, converted at the rate of its day [S1 §7]', async () => {
  const { token, viewer } = await aSession(it.app)
  const past = await aYear(viewer.accountId, '1447', ['2025-11-01', '2026-10-21'], 50_000n)
  const running = await aYear(viewer.accountId, '1448', ['2026-10-21', '2027-10-10'], 10_000n)
  await addOffsite(token, '2025-11-01', '100')
  await addOffsite(token, '2026-10-20', '100', 'USD')
  await addOffsite(token, '2026-10-21', '60')
  await aZakatDonation(it.app, viewer, campaignId, { gift: 10_063n })
  const { body, headers } = await call('GET', '/v4/zakat/years', token)
  expect(headers['cache-control']).toBe('no-store')
  expect(JSON.parse(body).years).toMatchObject([
    {
      profile: { id: running, period: '1448', zakatDue: '10000' },
      online: { total: '10000', count: 1 },
      offsite: { total: '6000', count: 1 },
      remaining: '0',
      overpaid: '6000',
    },
    {
      profile: { id: past, period: '1447' },
      online: { total: '0', count: 0 },
      offsite: { total: '18000', count: 2 },
      remaining: '32000',
      overpaid: '0',
    },
  ])
})

test('a donor without a zakat year has none', async () => {
  const { token } = await aSession(it.app)
  expect(JSON.parse((await call('GET', '/v4/zakat/years', token)).body)).toEqual({ years: [] })
})

test('the statement is a PDF in both languages that only its owner gets', async () => {
  const { token, viewer } = await aSession(it.app)
  const id = await aYear(viewer.accountId, '1448', ['2026-10-21', '2027-10-10'], 10_000n)
  await addOffsite(token, '2026-11-01', '60')
  await aZakatDonation(it.app, viewer, campaignId)
  for (const language of ['en', 'ar']) {
    const made = await call('GET', `/v4/zakat/profiles/${id}/statement`, token, {}, language)
    expect([made.status, made.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(made.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="zakat-1448.pdf"',
    })
  }
  const { token: other } = await aSession(it.app)
  const { token: staff } = await aSession(it.app, { roles: ['admin'] } as never)
  for (const stranger of [other, staff])
    expect((await call('GET', `/v4/zakat/profiles/${id}/statement`, stranger)).status).toBe(404)
  expect((await call('GET', `/v4/zakat/profiles/${id}/statement`)).status).toBe(401)
})

test('one entry is read by its owner alone', async () => {
  const { token } = await aSession(it.app)
  const { id } = JSON.parse((await addOffsite(token, '2026-11-01', '٦٠٫٥')).body) as { id: string }
  expect(JSON.parse((await call('GET', `/v4/zakat/offsite-donations/${id}`, token)).body)).toEqual({
    id,
    date: '2026-11-01',
    code: 'GBP',
    amount: '6050',
    note: 'Mosque',
  })
  const { token: other } = await aSession(it.app)
  expect((await call('GET', `/v4/zakat/offsite-donations/${id}`, other)).status).toBe(404)
  expect((await call('GET', '/v4/zakat/offsite-donations/nothing', token)).status).toBe(404)
})
