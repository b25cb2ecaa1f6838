import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader as loadCampaigns } from './campaigns.tsx'
import { loader as loadLedger } from './ledger.tsx'
import { loader as loadOfCampaign } from './of-campaign.tsx'

const figures = (received: number, over: object = {}) => ({ received, fees: 0, paidOut: 0, waiting: received, ...over })
const newest = { day: '2026-11-28', head: 'ab'.repeat(32) }
const ledger = {
  newest,
  totals: [
    { currency: 'GBP', rest: figures(8_000, { fees: 100, paidOut: 5_000, waiting: 2_900 }), zakat: figures(2_000) },
  ],
  years: [{ year: 2026, days: 3 }],
  days: [{ ...newest, sums: [] }],
  next: '2026-11-28',
}
const ledgerPage = (path: string, page: FakePage) => resultOf(() => loadLedger(pageArgs(path, { params: {}, ...page })))

test('the picture is of the first currency with its zakat, and days are in the visitor’s language', async () => {
  const { api, calls } = fakeApi({ 'GET /v4/ledger': ledger })
  expect((await ledgerPage('/ledger', { api })).data).toMatchObject({
    newestDay: '28 November 2026',
    flow: {
      currency: 'GBP',
      figures: { received: 10_000, fees: 100, paidOut: 5_000, waiting: 4_900 },
      params: { received: '\u2068£100\u2069', waiting: '\u2068£49\u2069' },
    },
    days: [{ day: '2026-11-28', dayText: '28 November 2026' }],
    isFirstPage: true,
  })
  await ledgerPage('/ledger?before=2026-11-28', { api })
  await ledgerPage('/ledger?before=yesterday', { api })
  expect(calls.map(([, input]) => input)).toEqual([{ limit: 14 }, { limit: 14, before: '2026-11-28' }, { limit: 14 }])
})

test('before the first day there is no picture, and no list of fundraisers', async () => {
  const nothing = { newest: null, totals: [], years: [], days: [], next: null }
  const { api } = fakeApi({
    'GET /v4/ledger': nothing,
    'GET /v4/ledger/head': { newest: null },
    'GET /v4/ledger/campaigns': { campaigns: [], next: null },
  })
  expect((await ledgerPage('/ledger', { api })).data).toMatchObject({ newestDay: null, flow: null })
  expect(await resultOf(() => loadCampaigns(pageArgs('/ledger/campaigns', { params: {}, api })))).toMatchObject({
    status: 404,
  })
})

test('live figures are shown less refunds, as the published ones are [payouts-17]', async () => {
  const live = { ...figures(0), received: 9_000, returned: 1_000, fees: 100, paidOut: 5_000, waiting: 2_900 }
  const none = { ...figures(0), returned: 0 }
  const { api } = fakeApi({
    'GET /v4/campaigns/:campaignId/payout-totals': { totals: [{ currency: 'GBP', rest: live, zakat: none }] },
    'GET /v4/campaigns/:campaignId/published-totals': {
      name: 'Wells',
      nameAr: null,
      newest,
      campaigns: ['7', '9'],
      totals: ledger.totals,
    },
  })
  const load = (page: FakePage) =>
    resultOf(() => loadOfCampaign(pageArgs('/ledger/campaigns/7', { params: { campaignId: '7' }, ...page })))
  expect((await load({ api })).data).toMatchObject({
    name: 'Wells',
    day: '28 November 2026',
    live: [{ rest: { received: 8_000, fees: 100, paidOut: 5_000, waiting: 2_900 } }],
    published: ledger.totals,
    numbers: '7, 9',
    explained: '/donor-protection#payouts',
  })
  expect(await load({ api, hasPayouts: false })).toMatchObject({ status: 404 })
  const missing = fakeApi({
    'GET /v4/campaigns/:campaignId/payout-totals': new Problem('not-found', 'campaign-not-found'),
  })
  expect(await load({ api: missing.api })).toMatchObject({ status: 404 })
})
