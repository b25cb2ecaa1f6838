import { expect, test } from 'vitest'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as fundraisers from './fundraisers.tsx'

const organizationId = '7'
const calls = {
  list: 'GET /v4/organizations/:organizationId/fundraiser-requests',
  decision: 'POST /v4/organizations/:organizationId/fundraiser-requests/:submissionId/decision',
} as const
const submissionId = '00000000-0000-7000-8000-000000000001'
const page = (over: FakePage = {}) =>
  pageArgs('/organize/charities/7/fundraisers', { params: { organizationId }, ...over })

test('lists the fundraisers that wait with their dates, and posts a decision with its reason', async () => {
  const request = { submittedAt: '2026-11-02T12:00:00Z', decidedWithoutAt: '2026-11-09T12:00:00Z' }
  const { api, calls: made } = fakeApi({ [calls.list]: { requests: [request] }, [calls.decision]: { done: true } })
  expect((await resultOf(() => fundraisers.loader(page({ api })))).data).toMatchObject({
    requests: [{ submittedOn: '2 Nov 2026', decidedWithoutOn: '9 Nov 2026' }],
  })
  const decide = (form: Record<string, string>) =>
    resultOf(() => fundraisers.action(page({ api, form: { submissionId, ...form } })))
  expect(await decide({ decision: 'accept' })).toMatchObject({
    status: 303,
    location: expect.stringContaining('done=accepted'),
  })
  expect(await decide({ decision: 'refuse', reason: 'We run it ourselves.' })).toMatchObject({
    location: expect.stringContaining('done=declined'),
  })
  expect(made.slice(1)).toEqual([
    [calls.decision, { organizationId, submissionId, decision: 'accept', reason: '' }],
    [calls.decision, { organizationId, submissionId, decision: 'refuse', reason: 'We run it ourselves.' }],
  ])
})

test('the form has the fields of the call, and its limit is below the contract’s', () => {
  expect(misfits(calls.decision, fundraisers.fields)).toEqual([])
})
