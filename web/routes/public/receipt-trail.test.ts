import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { aTrail } from '#web/features/money/payouts/testing.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './receipt-trail.tsx'

const params = { receiptId: 'r-1' }
const call = 'GET /v4/receipts/:receiptId/trails'
const headCall = 'GET /v4/ledger/head'
const zakatCall = 'GET /v4/receipts/:receiptId/zakat-distributions'
const trail = { donationId: 'd-1', ...aTrail }
const load = (page: FakePage, token = '?token=rc_1') =>
  resultOf(() => loader(pageArgs(`/receipts/r-1/trail${token}`, { params, ...page })))

test('the holder of a receipt’s token sees its trails, and the receipt', async () => {
  const newest = { day: '2026-11-28', head: 'ab'.repeat(32) }
  const { api, calls } = fakeApi({ [call]: { trails: [trail] }, [headCall]: { newest } })
  expect((await load({ api })).data).toMatchObject({
    head: { day: '28 November 2026', head: newest.head },
    trails: [{ trail: { donationId: 'd-1' }, zakat: null }],
    receiptUrl: '/v4/receipts/r-1/document?format=html&token=rc_1',
  })
  expect(calls).toEqual([
    [call, { receiptId: 'r-1', token: 'rc_1' }],
    [headCall, {}],
  ])
})

test('each zakat donation has its own distributions', async () => {
  const trails = [trail, { ...trail, donationId: 'd-2', zakat: 5_000 }]
  const part = { amount: 5_000, distributedOn: '2026-04-01', country: 'GB', category: 'poor' }
  const { api } = fakeApi({
    [call]: { trails },
    [zakatCall]: { donations: [{ donationId: 'd-2', parts: [part] }] },
  })
  expect((await load({ api })).data).toMatchObject({
    trails: [{ zakat: null }, { zakat: { parts: [{ day: '1 April 2026' }] } }],
  })
})

test('a wrong token is 404, and so is every trail where charities aren’t paid out', async () => {
  const { api } = fakeApi({ [call]: new Problem('not-found', 'not-found') })
  expect(await load({ api }, '')).toMatchObject({ status: 404 })
  expect(await load({ api: fakeApi().api, hasPayouts: false })).toMatchObject({ status: 404 })
})
