import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action, loader, reasonFields } from './zakat-distributions.tsx'

const path = '/staff/zakat-distributions'
const review = 'POST /v4/staff/zakat-distributions/:distributionId/review'
const answer = 'POST /v4/staff/zakat-reassignments/:donationId/answer'
const post = (form: Record<string, string>, page = {}) => resultOf(() => action(pageArgs(path, { form, ...page })))

test.each([
  ['approve', review, { distributionId: '7', decision: 'approve', reason: 'Bills match' }, 'reviewed'],
  ['reject', review, { distributionId: '7', decision: 'reject', reason: 'Bills match' }, 'reviewed'],
  ['answer', answer, { donationId: '7', reason: 'Bills match' }, 'answered'],
] as const)('%s: one call with its reason, and back to the page', async (intent, call, input, done) => {
  const { api, calls } = fakeApi()
  const result = await post({ intent, id: '7', reason: 'Bills match' }, { api })
  expect(result).toEqual({ status: 303, location: `${path}?done=${done}` })
  expect(calls).toEqual([[call, input]])
})

test.each(['approve', 'reject', 'answer'])('a refused %s keeps its reason at its report', async (intent) => {
  const refusal = new Problem('validation', 'invalid-input', { fields: { reason: { code: 'reason-missing' } } })
  const { api } = fakeApi({ [review]: refusal, [answer]: refusal })
  expect(await post({ intent, id: '7', reason: 'x' }, { api })).toMatchObject({
    status: 400,
    data: { intent, values: { id: '7', reason: 'x' }, refused: { fields: { reason: 'text of reason-missing' } } },
  })
})

test('an unknown intent is 400, and calls nothing', async () => {
  const { api, calls } = fakeApi()
  expect(await post({ intent: 'archive', id: '7', reason: 'x' }, { api })).toMatchObject({ status: 400 })
  expect(calls).toEqual([])
})

test('without a session a form asks to log in', async () => {
  expect(await post({ intent: 'answer', id: '7', reason: 'x' }, { viewer: visitors.guest })).toEqual({
    status: 303,
    location: `/login?redirectUrl=${encodeURIComponent(path)}`,
  })
})

test('the reason fits both calls', () => {
  expect([...misfits(review, reasonFields), ...misfits(answer, reasonFields)]).toEqual([])
})

test('reports have the name of their country, and requests the day on which they were sent', async () => {
  const answers = {
    'GET /v4/staff/zakat-distributions': {
      reports: [{ id: '7', country: 'PK' }],
      requests: [{ donationId: '8', requestedAt: '2026-02-01T10:00:00Z' }],
    },
  }
  const result = await resultOf(() => loader(pageArgs(path, { api: fakeApi(answers).api })))
  expect(result.data).toMatchObject({
    reports: [{ countryName: 'Pakistan' }],
    requests: [{ day: expect.stringContaining('February 2026') }],
  })
})
