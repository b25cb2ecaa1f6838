import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies } from '#shared/money.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { readWishes } from '#modules/platform/identity/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { parseRate, type Rate, type RateTable, refreshRates } from './index.ts'

let house: TestApp
beforeAll(async () => {
  house = await createTestApp()
})
afterAll(() => house.close())

const table = (source: Rate['source'], day: string, rates: Partial<Record<Rate['currency'], string>>): RateTable => ({
  source,
  read: async () =>
    Object.entries(rates).map(([currency, text]) => ({
      currency: currency as Rate['currency'],
      perEuro: parseRate(text)!,
      day,
      source,
    })),
})
const away: RateTable = { source: 'ecb', read: () => Promise.reject(new Error('away')) }
const refresh = (...rateTables: RateTable[]) => refreshRates({ ...house.app, rateTables })
const ask = async (query: string) => {
  const answer = await house.fastify.inject({ method: 'GET', url: `/v4/conversions?${query}` })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

test('a conversion says what it is about, of which day and from whom; the newest rate counts [S1 §7]', async () => {
  expect(await refresh(table('bundled', '2026-09-29', { USD: '1.1', GBP: '0.88', PKR: '310.5' }))).toBe(3)
  expect(await ask('from=USD&to=GBP&amounts=2000,5000')).toEqual({
    status: 200,
    body: { currency: 'GBP', amounts: [1600, 4000], day: '2026-09-29', sources: ['bundled'] },
  })
  expect(await refresh(table('ecb', '2026-11-20', { USD: '1.08', GBP: '0.864' }))).toBe(2)
  expect((await ask('from=USD&to=GBP&amounts=2000')).body).toEqual({
    currency: 'GBP',
    amounts: [1600],
    day: '2026-11-20',
    sources: ['ecb'],
  })
  expect((await ask('from=PKR&to=EUR&amounts=31050')).body).toEqual({
    currency: 'EUR',
    amounts: [100],
    day: '2026-09-29',
    sources: ['bundled'],
  })
  expect((await ask('from=USD&to=USD&amounts=7')).body).toEqual({
    currency: 'USD',
    amounts: [7],
    day: null,
    sources: [],
  })
})

test('a rate that is kept never changes, and a source that is away takes nothing away', async () => {
  expect(await refresh(table('ecb', '2026-11-20', { USD: '9.99' }), away)).toBe(0)
  expect((await ask('from=USD&to=EUR&amounts=10800')).body.amounts).toEqual([10_000])
})

test('a currency without a rate is refused, not guessed, and so is what could not be told exactly', async () => {
  for (const query of ['from=USD&to=UZS&amounts=1', 'from=XXX&to=USD&amounts=1'])
    expect((await ask(query)).status).toBe(404)
  expect((await ask('from=USD&to=PKR&amounts=999999999999999')).status).toBe(400)
  for (const query of ['from=USD&to=GBP&amounts=', 'from=USD&to=GBP&amounts=-1', 'from=USD&to=GBP&amounts=1.5'])
    expect((await ask(query)).status).toBe(400)
})

test('the supported codes are the 65 [S1 §8]', async () => {
  const answer = await house.fastify.inject({ method: 'GET', url: '/api/currency/supported' })
  expect(answer.json()).toEqual({ success: true, message: '', result: [...currencies] })
})

test('the preferred currency follows the account, and only a listed one is kept [S2 §7]', async () => {
  const { token, viewer } = await aSession(house.app)
  const post = (url: string, payload: object) =>
    house.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload,
    })
  const choose = (currencyCode: string) => post('/api/user/setPreferredCurrency', { currencyCode })
  expect((await choose('KWD')).json()).toMatchObject({ success: true, result: { currencyCode: 'KWD' } })
  expect(await readWishes(house.app, viewer.accountId)).toMatchObject({ preferredCurrency: 'KWD' })
  const refused = await choose('XXX')
  expect([refused.statusCode, refused.json().result.fields]).toEqual([
    400,
    { currencyCode: 'Please choose one of the currencies listed.' },
  ])
  // Nor by the call for all wishes.
  const among = await post('/api/user/properties', { preferredCurrency: 'XXX', newsletter: true })
  expect([among.statusCode, Object.keys(among.json().result.fields ?? {}), among.headers['set-cookie']]).toEqual([
    400,
    ['preferredCurrency'],
    undefined,
  ])
  expect(await readWishes(house.app, viewer.accountId)).toEqual({ preferredCurrency: 'KWD' })
})
