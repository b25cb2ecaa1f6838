import { expect, test } from 'vitest'
import type { OpenPayout, StaffPayouts } from './drafts.ts'
import { groupsToSend, withUnconfirmed } from './batches.ts'

const approved = (over: object): OpenPayout =>
  ({
    state: 'approved',
    currency: 'GBP',
    format: 'csv',
    total: 100,
    refusal: 'payout-decided',
    wouldCancel: null,
    holds: [],
    hasPrintableName: true,
    ...over,
  }) as unknown as OpenPayout

test('approved payouts are sent by currency and format, and the sum is of those that can be paid', () => {
  const open = [
    approved({}),
    approved({ total: 20 }),
    approved({ wouldCancel: 'debt', total: 1000 }),
    approved({ currency: 'EUR', format: 'pain.001.001.09' }),
    approved({ currency: 'EUR' }),
    approved({ state: 'draft' }),
  ]
  expect(groupsToSend(open)).toEqual([
    { currency: 'GBP', format: 'csv', payouts: 2, total: 120, unfit: 1 },
    { currency: 'EUR', format: 'pain.001.001.09', payouts: 1, total: 100, unfit: 0 },
    { currency: 'EUR', format: 'csv', payouts: 1, total: 100, unfit: 0 },
  ])
})

test('a batch shows only its own payouts and proposal', () => {
  const payouts = {
    batches: [{ id: 'b-1' }, { id: 'b-2' }],
    sent: [
      { id: 'p-1', batchId: 'b-1' },
      { id: 'p-2', batchId: null },
    ],
    proposals: [{ subject: 'payout-batch:b-2' }, { subject: 'payout:b-1' }],
  } as unknown as StaffPayouts
  expect(withUnconfirmed(payouts)).toEqual([
    { id: 'b-1', unconfirmed: [{ id: 'p-1', batchId: 'b-1' }], proposal: undefined },
    { id: 'b-2', unconfirmed: [], proposal: { subject: 'payout-batch:b-2' } },
  ])
})
