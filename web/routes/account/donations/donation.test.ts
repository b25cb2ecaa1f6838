import { expect, test } from 'vitest'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './donation.tsx'

const params = { donationId: 'd-1' }
const answers = (status: string) => ({
  'GET /v4/account/donations/:donationId': { id: 'd-1', status, givenOn: '2026-02-01' },
  'GET /v4/account/donations/:donationId/tax-address': { donations: [], reliefs: [], stored: null },
})
const load = (status: string, page: FakePage = {}) =>
  resultOf(() => loader(pageArgs('/account/donations/d-1', { params, api: fakeApi(answers(status)).api, ...page })))

test.each([
  ['succeeded', true],
  ['refunded', true],
  ['declined', false],
])('a donation that is %s has a trail: %s', async (status, hasTrail) => {
  expect((await load(status)).data).toMatchObject({ hasTrail })
})

test('no donation has a trail where charities aren’t paid out', async () => {
  expect((await load('succeeded', { hasPayouts: false })).data).toMatchObject({ hasTrail: false })
})
