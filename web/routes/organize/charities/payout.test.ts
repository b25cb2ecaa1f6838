import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './payout.tsx'

const params = { organizationId: '7', payoutId: 'p-1' }
const call = 'GET /v4/organizations/:organizationId/payouts/:payoutId'
const headCall = 'GET /v4/ledger/head'
const payout = { reference: 'SB9', state: 'sent', draftedAt: '2026-02-02T06:00:00Z', sentAt: null, paidOn: null }
const statement = { payout, charity: { name: 'Mosque' }, campaigns: [], releases: [], rows: [], rowCount: 0 }
const load = (page: FakePage) =>
  resultOf(() => loader(pageArgs('/organize/charities/7/payouts/p-1', { params, ...page })))

test('a statement has its dates in the language of the member', async () => {
  const newest = { day: '2026-11-28', head: 'ab'.repeat(32) }
  const { api, calls } = fakeApi({
    [headCall]: { newest },
    [call]: {
      ...statement,
      payout: { ...payout, state: 'paid', sentAt: '2026-02-03T09:00:00Z', paidOn: '2026-02-05' },
      rows: [{ date: '2026-01-20', net: 9_700 }],
    },
  })
  expect((await load({ api })).data).toMatchObject({
    draftedOn: '2 February 2026',
    sentOn: '3 February 2026',
    paidOn: '5 February 2026',
    head: { day: '28 November 2026', head: newest.head },
    rows: [{ day: '20 January 2026', net: 9_700 }],
  })
  expect(calls).toEqual([
    [call, params],
    [headCall, {}],
  ])
})

test('a payout that isn’t sent has no dates of the bank', async () => {
  const { api } = fakeApi({ [call]: statement })
  expect((await load({ api })).data).toMatchObject({ sentOn: null, paidOn: null })
})

test.each([
  ['another charity’s', new Problem('not-found', 'payout-not-found')],
  ['a malformed', new Problem('validation', 'invalid-input')],
])('%s payout is 404', async (_, problem) => {
  expect(await load({ api: fakeApi({ [call]: problem }).api })).toMatchObject({ status: 404 })
})

test('a statement is 404 where charities aren’t paid out', async () => {
  expect(await load({ hasPayouts: false })).toMatchObject({ status: 404 })
})
