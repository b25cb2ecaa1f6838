import { refreshMetalPrices, metalPricesOn } from './metal-prices.ts'
import { type RateTable, refreshRates } from './rates.ts'
import { parseRate, type Rate } from './rules/rate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies } from '#shared/money.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { getPreferences } from '#modules/platform/identity/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { localDate } from '#shared/calendar.ts'
import { ratesBetween } from './queries.ts'
import { convertOnDay } from './rules/rate-of-day.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

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
const refresh = (...rateTables: RateTable[]) => refreshRates({ ...installation.app, rateTables })
const ask = async (query: string) => {
  const answer = await installation.fastify.inject({ method: 'GET', url: `/v4/conversions?${query}` })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

test('a conversion states amount, day and source, and the newest rate applies [S1 §7]', async () => {
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

test('a stored rate never changes, and an unavailable source removes nothing', async () => {
  expect(await refresh(table('ecb', '2026-11-20', { USD: '9.99' }), away)).toBe(0)
  expect((await ask('from=USD&to=EUR&amounts=10800')).body.amounts).toEqual([10_000])
})

test('a currency without a rate and an inexact amount are refused', async () => {
  for (const query of ['from=USD&to=UZS&amounts=1', 'from=XXX&to=USD&amounts=1'])
    expect((await ask(query)).status).toBe(404)
  expect((await ask('from=USD&to=PKR&amounts=999999999999999')).status).toBe(400)
  for (const query of ['from=USD&to=GBP&amounts=', 'from=USD&to=GBP&amounts=-1', 'from=USD&to=GBP&amounts=1.5'])
    expect((await ask(query)).status).toBe(400)
})

test('the supported codes are the 65 [S1 §8]', async () => {
  const answer = await installation.fastify.inject({ method: 'GET', url: '/api/currency/supported' })
  expect(answer.json()).toEqual({ success: true, message: '', result: [...currencies] })
})

test('the preferred currency follows the account, and only a listed one is stored [S2 §7]', async () => {
  const { token, viewer } = await aSession(installation.app)
  const post = (url: string, payload: object) =>
    installation.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload,
    })
  const choose = (currencyCode: string) => post('/api/user/setPreferredCurrency', { currencyCode })
  expect((await choose('KWD')).json()).toMatchObject({ success: true, result: { currencyCode: 'KWD' } })
  expect(await getPreferences(installation.app, viewer.accountId)).toMatchObject({ preferredCurrency: 'KWD' })
  const refused = await choose('XXX')
  expect([refused.statusCode, refused.json().result.fields]).toEqual([
    400,
    { currencyCode: 'Please choose one of the currencies listed.' },
  ])
  // The call for all preferences refuses it as well.
  const among = await post('/api/user/properties', { preferredCurrency: 'XXX', newsletter: true })
  expect([among.statusCode, Object.keys(among.json().result.fields ?? {}), among.headers['set-cookie']]).toEqual([
    400,
    ['preferredCurrency'],
    undefined,
  ])
  expect(await getPreferences(installation.app, viewer.accountId)).toEqual({ preferredCurrency: 'KWD' })
})

test('rates of past days are kept, and the newest on or before a day is found', async () => {
  for (const [day, usd] of [
    ['2025-01-02', '1.10'],
    ['2025-01-06', '1.20'],
  ] as const)
    await refresh(table('ecb', day, { CHF: usd }))
  const between = async (from: string, to: string) =>
    (await ratesBetween(installation.app, ['CHF'], { from: localDate(from), to: localDate(to) })).CHF?.map(
      ({ day }) => day,
    )
  expect(await between('2025-01-04', '2025-01-31')).toEqual(['2025-01-02', '2025-01-06'])
  expect(await between('2025-01-07', '2025-01-31')).toEqual(['2025-01-06'])
  // Before the oldest rate, the oldest is used.
  expect(await between('2024-01-01', '2024-02-01')).toEqual(['2025-01-02'])
  const history = await ratesBetween(installation.app, ['CHF'], {
    from: localDate('2025-01-04'),
    to: localDate('2025-01-06'),
  })
  const convert = (day: string) => convertOnDay(history, { amount: 1000n, currency: 'EUR' }, 'CHF', localDate(day))
  expect(convert('2025-01-04')).toEqual({ amount: { amount: 1100n, currency: 'CHF' }, isApproximate: true })
  expect(convert('2025-01-06')).toEqual({ amount: { amount: 1200n, currency: 'CHF' }, isApproximate: false })
  await expect(installation.app.write((tx) => tx.deleteFrom('currencies.rate').execute())).rejects.toThrow(/permission/)
})

test('metal prices are recorded with their day, and an unavailable source removes nothing', async () => {
  const day = localDate('2026-09-29')
  const gold = { metal: 'gold', day, source: 'bundled', usdPerGram: '132.75366228' } as const
  const refreshMetals = (read: () => Promise<(typeof gold)[]>) =>
    refreshMetalPrices({ ...installation.app, metalTables: [{ source: 'bundled', read }] })
  expect(await refreshMetals(async () => [gold])).toBe(1)
  expect(await refreshMetals(async () => [{ ...gold, usdPerGram: '1.00000000' } as never])).toBe(0)
  expect(await refreshMetals(() => Promise.reject(new Error('away')))).toBe(0)
  for (const requestText of ['2026-01-01', '2026-11-20'])
    expect((await metalPricesOn(installation.app, localDate(requestText))).get('gold')).toEqual(gold)
})
