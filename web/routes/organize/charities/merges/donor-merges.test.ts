import { expect, test } from 'vitest'
import { fakeApi, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as merges from './donor-merges.tsx'

const organizationId = '7'
const pair = {
  donationId: '00000000-0000-7000-8000-000000000001',
  otherDonationId: '00000000-0000-7000-8000-000000000002',
}
const calls = {
  list: 'GET /v4/organizations/:organizationId/donor-merges',
  decide: 'POST /v4/organizations/:organizationId/donor-merges',
  undo: 'DELETE /v4/organizations/:organizationId/donor-merges/:mergeId',
} as const
const path = '/organize/charities/7/donors/merges'

test('a pair is merged or kept apart, and a decision is undone', async () => {
  const { api, calls: made } = fakeApi({})
  const post = (form: Record<string, string>) =>
    resultOf(() => merges.action(pageArgs(path, { params: { organizationId }, api, form })))
  expect((await post({ intent: 'merge', ...pair })).location).toBe(`${path}?done=merged`)
  expect((await post({ intent: 'keep-apart', ...pair })).location).toBe(`${path}?done=kept-apart`)
  expect((await post({ intent: 'undo', mergeId: pair.donationId })).location).toBe(`${path}?done=undone`)
  expect(made).toEqual([
    [calls.decide, { organizationId, ...pair, isSame: true }],
    [calls.decide, { organizationId, ...pair, isSame: false }],
    [calls.undo, { organizationId, mergeId: pair.donationId }],
  ])
})

test('the days of donors and decisions are written out', async () => {
  const donor = { firstOn: '2026-02-02', lastOn: '2026-03-01' }
  const { api } = fakeApi({
    [calls.list]: {
      proposals: [{ first: donor, second: donor, reasons: ['email'] }],
      decisions: [{ decidedOn: '2026-03-02' }],
      hasMore: false,
    },
  })
  expect((await resultOf(() => merges.loader(pageArgs(path, { params: { organizationId }, api })))).data).toMatchObject(
    {
      proposals: [{ first: { first: '2 Feb 2026', last: '1 Mar 2026' } }],
      decisions: [{ day: '2 Mar 2026' }],
    },
  )
})

test('every field of the forms is one of its call', () => {
  expect(misfits(calls.undo, merges.forms.undo)).toEqual([])
  expect(misfits(calls.decide, merges.forms.merge)).toEqual([])
})
