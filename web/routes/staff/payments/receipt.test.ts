import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as receipt from './receipt.tsx'
import * as donation from './donation.tsx'

const replace = 'POST /v4/receipts/:receiptId/replacement'
const params = { intentId: 'i-1', receiptId: 'r-1' }
const post = (form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => receipt.action(pageArgs('/staff/page', { form, params, ...page })))
const paid = { intentId: 'i-1', donor: { name: 'Bilal' }, receipts: [{ id: 'r-1', number: 'A-1' }], canReview: true }
const load = (over: object = {}) =>
  resultOf(() =>
    receipt.loader(
      pageArgs('/staff/page', {
        params,
        api: fakeApi({ 'GET /v4/staff/donations/:intentId': { ...paid, ...over } }).api,
      }),
    ),
  )

test('a corrected name replaces the receipt, and an empty one and the address stay as they are', async () => {
  const { api, calls } = fakeApi()
  const location = '/staff/donations/i-1?done=replaced#receipts'
  expect(await post({ reason: 'Misspelled', name: ' Bilal Khan ' }, { api })).toEqual({ status: 303, location })
  expect(await post({ reason: 'Moved', name: '', city: 'Leeds' }, { api })).toEqual({ status: 303, location })
  expect(calls).toEqual([
    [replace, { receiptId: 'r-1', reason: 'Misspelled', name: 'Bilal Khan' }],
    [replace, { receiptId: 'r-1', reason: 'Moved' }],
  ])
})

test('the checkbox sends the typed address', async () => {
  const { api, calls } = fakeApi()
  const address = {
    firstName: 'Bilal',
    lastName: 'Khan',
    line1: '1 High Street',
    line2: '',
    city: 'Leeds',
    state: '',
    postalCode: 'LS1 1AA',
    country: 'GB',
  }
  await post({ reason: 'Moved', name: '', hasAddress: 'on', ...address }, { api })
  expect(calls).toEqual([[replace, { receiptId: 'r-1', reason: 'Moved', address }]])
})

test('a refused replacement comes back with what was typed', async () => {
  const { api } = fakeApi({ [replace]: new Problem('conflict', 'receipt-replaced') })
  expect(await post({ reason: 'Moved', name: 'Bilal' }, { api })).toMatchObject({
    status: 409,
    data: { values: { reason: 'Moved', name: 'Bilal' } },
  })
})

test('the page is 404 for support, and for a receipt of another payment', async () => {
  expect(await load()).toMatchObject({ data: { receipt: { number: 'A-1' } } })
  expect(await load({ canReview: false })).toMatchObject({ status: 404 })
  expect(await load({ receipts: [] })).toMatchObject({ status: 404 })
})

test('a copy of a receipt is mailed from the payment’s page', async () => {
  const { api, calls } = fakeApi()
  const form = { intent: 'copy', receipt: 'r-1' }
  expect(await resultOf(() => donation.action(pageArgs('/staff/donations/i-1', { api, form, params })))).toEqual({
    status: 303,
    location: '/staff/donations/i-1?done=copied#receipts',
  })
  expect(calls).toEqual([['POST /v4/staff/receipts/:receiptId/copies', { receiptId: 'r-1' }]])
})
