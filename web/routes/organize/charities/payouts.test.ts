import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { anOverview } from '#web/features/money/payouts/testing.ts'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as payouts from './payouts.tsx'

const params = { organizationId: '7' }
const path = '/organize/charities/7/payouts'
const list = 'GET /v4/organizations/:organizationId/payouts'
const request = 'POST /v4/organizations/:organizationId/payouts'
const payout = {
  id: 'p-1',
  reference: 'SB9',
  kind: 'payout',
  state: 'sent',
  currency: 'GBP',
  total: 80_000,
  draftedAt: '2026-02-02T06:00:00Z',
}
const answers = {
  [list]: { charity: { id: '7', name: 'Mosque' }, currencies: [anOverview], payouts: [payout], next: '9' },
  'GET /v4/organizations/:organizationId': { role: 'finance', isClosed: false },
  'GET /v4/organizations/:organizationId/bank-details': {
    details: [{ currency: 'GBP', state: 'active', lastFour: '6819' }],
  },
}
const load = (page: FakePage = {}, query = '') =>
  resultOf(() => payouts.loader(pageArgs(path + query, { params, api: fakeApi(answers).api, ...page })))
const post = (form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => payouts.action(pageArgs(path, { params, form, ...page })))

test('shows the money of each currency and the payouts with their dates', async () => {
  expect((await load()).data).toMatchObject({
    currencies: [{ currency: 'GBP', today: { total: 421_040 }, canRequest: true, lastFour: '6819', missing: [] }],
    payouts: [{ id: 'p-1', reference: 'SB9', day: '2 February 2026' }],
    next: '9',
    isFirst: true,
  })
})

test('shows what is missing in the sentence of the requirement', async () => {
  const holds = [{ reason: 'no-bank-details', until: null }]
  const currencies = [{ ...anOverview, holds, canRequest: false }]
  const { api } = fakeApi({ ...answers, [list]: { ...answers[list], currencies } })
  expect((await load({ api })).data).toMatchObject({
    currencies: [
      {
        canRequest: false,
        missing: [{ text: 'text of payout-bank-missing', page: 'bank', path: '/organize/charities/7/bank' }],
      },
    ],
  })
})

test('reads the older payouts of the address', async () => {
  const { api, calls } = fakeApi(answers)
  expect((await load({ api }, '?before=9')).data).toMatchObject({ isFirst: false })
  expect(calls[0]).toEqual([list, { ...params, before: '9' }])
})

test('is 404 where charities aren’t paid out, and reads nothing', async () => {
  const { api, calls } = fakeApi()
  expect(await load({ api, hasPayouts: false })).toMatchObject({ status: 404 })
  expect(calls).toEqual([])
})

test('a request is one call in its currency, and back to the page', async () => {
  const { api, calls } = fakeApi()
  expect(await post({ currency: 'GBP' }, { api })).toEqual({ status: 303, location: `${path}?done=requested` })
  expect(calls).toEqual([[request, { ...params, currency: 'GBP' }]])
})

test('a refused request says why', async () => {
  const { api } = fakeApi({ [request]: new Problem('conflict', 'payout-in-preparation') })
  expect(await post({ currency: 'GBP' }, { api })).toMatchObject({
    status: 409,
    data: { values: { currency: 'GBP' }, refused: { message: 'text of payout-in-preparation' } },
  })
})

test('a request asks for a recent proof of identity, and returns', async () => {
  const { api } = fakeApi({ [request]: new Problem('authentication', 'reauthentication-required') })
  const location = `/account/reauthenticate?redirectUrl=${encodeURIComponent(path)}`
  expect(await post({ currency: 'GBP' }, { api })).toEqual({ status: 303, location })
})

test('after another login the request is pressed again', async () => {
  const { api, calls } = fakeApi()
  const form = { currency: 'GBP', loggedInAs: visitors.signedIn.id, resumed: '1' }
  expect(await post(form, { api })).toMatchObject({ status: 409, data: { refused: { code: 'logged-in-again' } } })
  expect(calls).toEqual([])
})

test('the fields fit the call', () => {
  expect(misfits(request, payouts.requestFields)).toEqual([])
})
