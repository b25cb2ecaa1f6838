import { expect, test } from 'vitest'
import { noteFields } from '#web/features/money/payouts/staff/draft-card.tsx'
import { Problem } from '#shared/problem.ts'
import { fakeApi, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action, loader } from './payouts.tsx'

const path = '/staff/payouts'
const approval = 'POST /v4/staff/payouts/:payoutId/approval'
const refusal = 'POST /v4/staff/payouts/:payoutId/refusal'
const post = (form: Record<string, string>, page = {}) => resultOf(() => action(pageArgs(path, { form, ...page })))

test.each([
  ['draft', 'first'],
  ['approved', 'approved'],
  ['cancelled', 'cancelled'],
])('an approval that leaves the payout %s says so', async (state, done) => {
  const { api, calls } = fakeApi({ [approval]: { state } })
  expect(await post({ intent: 'approve', payout: 'p-1' }, { api })).toEqual({
    status: 303,
    location: `${path}?done=${done}`,
  })
  expect(calls).toEqual([[approval, { payoutId: 'p-1' }]])
})

test('a refusal has a note', async () => {
  const { api, calls } = fakeApi()
  expect(await post({ intent: 'refuse', payout: 'p-1', note: 'Wrong account' }, { api })).toEqual({
    status: 303,
    location: `${path}?done=refused`,
  })
  expect(calls).toEqual([[refusal, { payoutId: 'p-1', note: 'Wrong account' }]])
})

test('a refused note comes back at its payout', async () => {
  const fault = new Problem('validation', 'invalid-input', { fields: { note: { code: 'text-too-long' } } })
  const { api } = fakeApi({ [refusal]: fault })
  expect(await post({ intent: 'refuse', payout: 'p-1', note: 'x' }, { api })).toMatchObject({
    status: 400,
    data: { intent: 'refuse', values: { payout: 'p-1', note: 'x' }, refused: { fields: { note: expect.any(String) } } },
  })
})

test('an approval asks for a recent proof of identity, and returns to the page', async () => {
  const { api } = fakeApi({ [approval]: new Problem('authentication', 'reauthentication-required') })
  const location = `/account/reauthenticate?redirectUrl=${encodeURIComponent(path)}`
  expect(await post({ intent: 'approve', payout: 'p-1' }, { api })).toEqual({ status: 303, location })
})

test.each([
  ['approve', 'payout'],
  ['refuse', 'note payout'],
])('%s: an ended session keeps the form, which is pressed again', async (intent, keep) => {
  const form = { intent, payout: 'p-1', note: 'Wrong account', loggedInAs: '41' }
  const ended = await post(form, { viewer: visitors.guest })
  expect([ended.status, new URL(ended.location ?? '', 'http://localhost').searchParams.get('keep')]).toEqual([
    307,
    keep,
  ])
  const { api, calls } = fakeApi()
  expect(await post({ ...form, resumed: '1' }, { api })).toMatchObject({
    status: 409,
    data: { values: { payout: 'p-1' }, refused: { code: 'logged-in-again' } },
  })
  expect(calls).toEqual([])
})

test('the page is 404 where charities aren’t paid out', async () => {
  const { api, calls } = fakeApi()
  expect(await resultOf(() => loader(pageArgs(path, { api, hasPayouts: false })))).toMatchObject({ status: 404 })
  expect(calls).toEqual([])
})

test('the note fits its call', () => {
  expect(misfits(refusal, noteFields)).toEqual([])
})
