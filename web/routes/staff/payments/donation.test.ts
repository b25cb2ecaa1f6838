import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action } from './donation.tsx'

const path = '/staff/donations/i-1'
const read = 'GET /v4/staff/donations/:intentId'
const refund = 'POST /v4/staff/donations/:intentId/refunds'
const payment = { currency: 'USD', donations: [{ donationId: 'd-1' }] }
const typed = {
  scope: 'parts',
  'gift-d-1': '12.50',
  'tip-d-1': '',
  alreadyRefunded: '0',
  reason: 'duplicate',
  note: 'Paid twice',
  key: 'k-1',
  loggedInAs: '41',
}
const post = (form: Record<string, string>, page: FakePage = {}, answers: Record<string, unknown> = {}) => {
  const { api, calls } = fakeApi({ [read]: payment, ...answers })
  return resultOf(() => action(pageArgs(path, { form, api, params: { intentId: 'i-1' }, ...page }))).then((result) => ({
    result,
    calls: calls.filter(([call]) => call !== read),
  }))
}
const lines = [{ donationId: 'd-1', gift: 1250, tip: 0, coveredFee: 0 }]

test('a checked refund is confirmed with its key, which makes it count once', async () => {
  const checked = await post({ ...typed, intent: 'check' })
  expect(checked.result.data).toMatchObject({
    result: { lines, note: 'Paid twice', key: expect.stringMatching(/^.{36}$/) },
  })
  const made = await post({ ...typed, intent: 'refund' }, {}, { [refund]: { state: 'requested' } })
  expect(made.calls).toMatchObject([[refund, { intentId: 'i-1', everything: false, lines }, 'k-1']])
  expect(made.result.location).toBe(`${path}?done=requested#refunds`)
})

test('an unreadable amount is refused at its control with everything that was typed', async () => {
  const { result, calls } = await post({ ...typed, intent: 'check', 'gift-d-1': '12.505' })
  expect(calls).toEqual([])
  expect(result).toMatchObject({
    status: 400,
    data: {
      values: { amounts: { 'gift-d-1': '12.505' }, note: 'Paid twice', reason: 'duplicate' },
      refused: { fields: { 'gift-d-1': expect.any(String) } },
    },
  })
})

test('an ended session keeps each amount; a refund comes back to be pressed again, a check is sent', async () => {
  const ended = await post({ ...typed, intent: 'check' }, { viewer: visitors.guest })
  expect([ended.calls, ended.result.status]).toEqual([[], 307])
  const keep = new URLSearchParams(ended.result.location?.split('?')[1]).get('keep')
  expect(keep).toBe('scope gift-* tip-* coveredFee-* alreadyRefunded reason note key')
  const resumed = await post({ ...typed, intent: 'refund', resumed: '1' })
  expect(resumed).toMatchObject({
    calls: [],
    result: {
      status: 409,
      data: { values: { amounts: { 'gift-d-1': '12.50' } }, refused: { code: 'logged-in-again' } },
    },
  })
  expect((await post({ ...typed, intent: 'check', resumed: '1' })).result.data).toMatchObject({ result: { lines } })
})

test('a refused decision keeps the note to the donor', async () => {
  const call = 'POST /v4/staff/refund-requests/:requestId/decision'
  const form = { intent: 'decline', request: 'q-1', note: 'We can’t' }
  const { result } = await post(form, {}, { [call]: new Problem('validation', 'invalid-input') })
  expect(result).toMatchObject({ status: 400, data: { values: { request: 'q-1', note: 'We can’t' } } })
})
