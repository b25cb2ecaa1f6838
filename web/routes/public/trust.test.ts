import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './trust.tsx'

const load = (page: FakePage) => resultOf(() => loader(pageArgs('/trust', { params: {}, ...page })))
const months = [
  { month: '2026-10', received: 1_000, paidOut: 0 },
  { month: '2026-11', received: 2_000, paidOut: 500 },
]

test('figures have their time, the sums of the picture, and the names of months', async () => {
  const figures = {
    withoutOutcome: 0,
    duplicates: { refunded: 2, medianMinutes: 4.2 },
    payoutDays: { donations: 3, median: 12.5, percentile95: 40 },
    zakat: [],
    months: [{ currency: 'GBP', months }],
    checks: [{ name: 'Q1', title: '', breaches: 0, checkedAt: '2026-11-29T11:51:00.000Z' }],
  }
  const { api } = fakeApi({
    'GET /v4/trust': { computedAt: '2026-11-29T12:56:00.000Z', figures, hasPayouts: true },
  })
  expect((await load({ api })).data).toMatchObject({
    hasPayouts: true,
    shown: {
      computed: { date: '29 November 2026', time: '12:56' },
      chart: { params: { currency: 'GBP', received: '\u2068£30\u2069', paidOut: '\u2068£5\u2069' } },
      monthNames: ['October 2026', 'November 2026'],
      checks: [{ lastRun: '29 November 2026, 11:51' }],
    },
  })
})

test('the page is empty before the first hour, and not found if the operator turned it off', async () => {
  const early = fakeApi({ 'GET /v4/trust': { computedAt: null, figures: null, hasPayouts: false } })
  expect((await load({ api: early.api })).data).toEqual({ shown: null, hasPayouts: false })
  const off = fakeApi({ 'GET /v4/trust': new Problem('not-found', 'not-found') })
  expect(await load({ api: off.api })).toMatchObject({ status: 404 })
})
