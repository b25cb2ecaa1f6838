import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { addRefundedAmounts } from '#modules/money/giving/index.ts'
import { insertRates } from '#modules/platform/currencies/queries.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { Currency } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { readPrices } from './read-prices.ts'
import { aZakatDonation } from './testing.ts'

let it: TestApp
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  it = await createTestApp({
    clock: clock.now,
    environment: {
      ZAKAT_SIGN_OFFS: '{"hanafi-1": {"scholar": "Mufti A", "date": "2026-10-01", "source": "Minutes 12"}}',
      ZAKAT_OBLIGATIONS: JSON.stringify({
        rates: [
          { obligation: 'fidya', country: 'GB', year: 1448, amount: '5', currency: 'GBP', source: 'Board, 2026' },
          { obligation: 'fidya', country: '*', year: 1448, amount: '6.50', currency: 'USD', source: 'Board, 2026' },
          { obligation: 'fidya', country: 'GB', year: 1447, amount: '4', currency: 'GBP', source: 'Board, 2025' },
        ],
        fitrClosings: [{ country: 'GB', year: 1448, closesAt: '2027-03-10T06:00:00Z' }],
      }),
    },
  })
  campaignId = (await aCampaign(it.app)).id
})
afterAll(() => it.close())

type Method = 'GET' | 'POST'
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
const rate = (currency: Currency, day: string, perEuro: string) =>
  insertRates(it.app, [{ currency, day, perEuro: currenciesServer.parseRate(perEuro)!, source: 'ecb' }])

test('zakat donations are listed less their refunds and converted at the rate of their day [S1 §7]', async () => {
  await rate('GBP', '2026-11-20', '0.80')
  await rate('USD', '2026-11-20', '1.00')
  const { token, viewer } = await aSession(it.app)
  await aZakatDonation(it.app, viewer, campaignId, { gift: 10_063n })
  clock.move({ minutes: 1 })
  const dollars = await aZakatDonation(it.app, viewer, campaignId, { gift: 20_063n, currency: 'USD' })
  clock.move({ minutes: 1 })
  const refunded = await aZakatDonation(it.app, viewer, campaignId)
  const refund = (donationId: string, gift: bigint, zakatEligible: bigint) =>
    it.app.write((tx) =>
      addRefundedAmounts(
        tx,
        [{ donationId, gift, tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible }],
        clock.now(),
      ),
    )
  await refund(dollars, 10_000n, 10_000n)
  await refund(refunded, 20_000n, 19_937n)
  const load = (payload: object) => call('POST', '/api/user/loadZakatEligibleDonations', token, payload)
  const { body } = await load({ Currency: 'GBP', limit: 10, offset: 0 })
  expect(body).toMatchObject({ success: true, message: '' })
  expect(body.result).toMatchObject({
    totalZakatDonationAmount: '180.00',
    code: 'GBP',
    total: 2,
    fundraisers: 1,
    items: [
      { currency: 'USD', date: '2026-11-20', zakat_eligible_amount: '100.00', convertedAmount: '80.00' },
      { currency: 'GBP', zakat_eligible_amount: '100.00', convertedAmount: '100.00', isApproximate: false },
    ],
  })
  expect(body.result.items[0].campaign).toMatchObject({ id: String(campaignId), name: 'Clean water for Tharparkar' })
  expect((await load({ Currency: 'GBP', limit: 1, offset: 1 })).body.result).toMatchObject({
    total: 2,
    items: [{ currency: 'GBP' }],
  })
  // StartDate is inclusive, EndDate exclusive.
  expect((await load({ StartDate: '2026-11-20', EndDate: '2026-11-21' })).body.result.total).toBe(2)
  expect((await load({ StartDate: '2026-11-01', EndDate: '2026-11-20' })).body.result.total).toBe(0)
  expect((await load({ StartDate: '2026-11-21', EndDate: '2026-11-20' })).status).toBe(400)
  // In Honolulu it is still the same day, in Kiritimati already the next.
  expect(
    (await load({ StartDate: '2026-11-21', EndDate: '2026-11-22', timeZone: 'Pacific/Kiritimati' })).body.result.total,
  ).toBe(2)
})

test('zakat given elsewhere is imported whole or not at all, with faults by row and column [S1 §7]', async () => {
  const { token, viewer } = await aSession(it.app)
  const load = (csv: string, preview: boolean) =>
    call('POST', '/v4/zakat/offsite-donations/import', token, { csv, preview })
  const list = async (filter: object = {}) =>
    (await call('POST', '/api/zakat/getOffLineDonations', token, { id: viewer.accountId, filter })).body.result
  const broken = 'date,amount,currency,note\n2026-11-01,"1,250.50",GBP,Mosque\n2026-13-01,-5,GBP,\n'
  expect((await load(broken, true)).body).toMatchObject({
    isSaved: false,
    entries: [{ row: 2, amount: '1250.50', code: 'GBP', note: 'Mosque' }],
    refusals: [
      { row: 3, column: 'date', code: 'date-invalid' },
      { row: 3, column: 'amount', code: 'number-negative' },
    ],
  })
  const refused = await load(broken, false)
  expect([refused.status, refused.body.code, refused.body.refusals.length]).toEqual([400, 'csv-has-faults', 2])
  expect((await list()).total).toBe(0)
  const good = 'التاريخ;المبلغ;العملة\n2026-11-01;١٢٥٠٫٥٠;GBP\n2026-11-20;100;USD\n'
  expect((await load(good, true)).body).toMatchObject({ isSaved: false, refusals: [] })
  expect((await load(good, false)).body).toMatchObject({ isSaved: true, refusals: [] })
  expect(await list({ Currency: 'GBP', Type: 'zakat', sortBy: 'marked-as-zakat' })).toMatchObject({
    totalOfflineDonations: '1330.50',
    code: 'GBP',
    total: 2,
    offlineDonations: [
      { code: 'USD', date: '2026-11-20', amount: '100.00', convertedAmount: '80.00', isApproximate: false },
      { code: 'GBP', date: '2026-11-01', amount: '1250.50', convertedAmount: '1250.50', note: '' },
    ],
  })
  expect((await list({ limit: 1, offset: 1 })).offlineDonations).toMatchObject([{ date: '2026-11-01' }])
  // StartDate is inclusive, EndDate exclusive, and a page has ten entries [S2 §9].
  expect((await list({ StartDate: '2026-11-01', EndDate: '2026-11-20' })).total).toBe(1)
  await load(`date,amount,currency\n${'2026-11-20,1,GBP\n'.repeat(11)}`, false)
  const page = await list({ Currency: 'GBP' })
  expect([page.total, page.offlineDonations.length]).toEqual([13, 10])
})

test.each([
  [{ amount: '0' }, { amount: 'Enter a number above 0.' }],
  [{ amount: '12,5' }, { amount: 'Enter a number in digits with a point before the decimals, such as 1,234.50.' }],
  [{ date: '2026-11-21' }, { date: 'Enter today’s date or an earlier one.' }],
  [{ currency: 'XXX' }, { currency: 'Please choose one of the currencies listed.' }],
])('an entry with a fault is refused at its field: %o', async (over, fields) => {
  const { token } = await aSession(it.app)
  const entry = { date: '2026-11-20', amount: '5', currency: 'GBP', ...over }
  const refused = await call('POST', '/v4/zakat/offsite-donations', token, entry)
  expect([refused.status, refused.body.fields]).toEqual([400, fields])
})

test('metal prices have their day and age, in any currency at the rate of that day', async () => {
  const read = async () =>
    (['gold', 'silver'] as const).map((metal) => ({
      metal,
      day: '2026-11-20' as never,
      source: 'bundled' as const,
      usdPerGram: metal === 'gold' ? '130' : '1.95',
    }))
  await currenciesServer.jobs.refreshMetalPrices({ ...it.app, metalTables: [{ source: 'bundled', read }] })
  const prices = async (query: string) => (await call('GET', `/v4/zakat/metal-prices?${query}`)).body
  expect(await prices('currency=USD')).toMatchObject({
    gold: { perGram: '130.0000', day: '2026-11-20', age: 'fresh' },
    silver: { perGram: '1.9500' },
    rates: { GBP: { perEuro: '0.8000000000', day: '2026-11-20' } },
  })
  expect(await prices('currency=GBP')).toMatchObject({ gold: { perGram: '104.0000' } })
  expect((await call('GET', '/v4/zakat/metal-prices?currency=USD')).headers['cache-control']).toBe(
    'public, max-age=600',
  )
  clock.move({ days: 3 })
  expect(await prices('currency=USD')).toMatchObject({ gold: { day: '2026-11-20', age: 'dated' } })
  clock.move({ days: 8 })
  expect(await prices('currency=USD')).toMatchObject({ gold: { age: 'confirm' } })
  expect(await readPrices({ ...it.app, hasDemoMetalPrices: true }, { currency: 'USD', date: undefined })).toMatchObject(
    {
      gold: { perGram: '130.0000', day: '2026-12-01', source: 'demo', age: 'fresh' },
    },
  )
  clock.move({ days: -11 })
})

test('rule sets name who approved them, and rates are the country’s of this Hijri year with their source', async () => {
  const { ruleSets } = (await call('GET', '/v4/zakat/rule-sets')).body
  expect(ruleSets.map(({ id, signOff }: { id: string; signOff: object | null }) => [id, signOff])).toEqual([
    ['cautious-1', null],
    ['hanafi-1', { scholar: 'Mufti A', date: '2026-10-01', source: 'Minutes 12' }],
    ['shafii-1', null],
    ['maliki-1', null],
    ['hanbali-1', null],
  ])
  expect((await call('GET', '/v4/zakat/obligations')).body).toEqual({
    country: 'GB',
    year: 1448,
    rates: [{ obligation: 'fidya', year: 1448, rate: '500', code: 'GBP', source: 'Board, 2026' }],
    fitr: { closesAt: '2027-03-10T06:00:00.000Z', status: 'open' },
  })
  expect((await call('GET', '/v4/zakat/obligations?country=PK')).body).toMatchObject({
    rates: [{ rate: '650', code: 'USD' }],
    fitr: null,
  })
})
