import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import { action } from './distributions.tsx'

const path = '/organize/8/distributions'
const report = 'POST /v4/campaigns/:campaignId/zakat-distributions'
const withdraw = 'DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId'
const files = 'POST /v4/campaigns/:campaignId/zakat-distributions/:distributionId/files'
const typed = {
  intent: 'report',
  amount: '120.50',
  distributedOn: '2026-11-01',
  country: 'SD',
  category: 'poor',
  people: '12',
  description: 'Food for a month',
  faces: 'none',
  fileDescription: 'Receipts',
}
const params = { campaignId: '8' }
const answers = { 'GET /v4/campaigns/:campaignId/running': { currency: 'GBP' }, [report]: { id: 'z-1' } }
const post = (over: Record<string, string> = {}, page: FakePage = {}, refused: Record<string, unknown> = {}) => {
  const { api, calls } = fakeApi({ ...answers, ...refused })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...over })) form.set(name, value)
  form.set('file', new File(['scan'], 'scan.pdf'))
  return resultOf(() => action(pageArgs(path, { form, api, params, ...page }))).then((result) => ({
    result,
    calls: calls.map(([call]) => call),
  }))
}

test('reports a distribution with its file, or withdraws one', async () => {
  const reported = await post()
  expect(reported.calls.slice(1)).toEqual([report, files])
  expect(reported.result.location).toBe(`${path}?done=reported`)
  const withdrawn = await post({ intent: 'withdraw', distribution: 'z-1' })
  expect([withdrawn.calls, withdrawn.result.location]).toEqual([[withdraw], `${path}?done=withdrawn`])
})

test('a rejected file withdraws its report, and everything typed comes back', async () => {
  const fields = { description: { code: 'field-required' } }
  const refused = { [files]: new Problem('validation', 'invalid-input', { fields }) }
  const { result, calls } = await post({ fileDescription: '' }, {}, refused)
  expect(calls.slice(1)).toEqual([report, files, withdraw])
  expect(result).toMatchObject({
    status: 400,
    data: {
      values: { amount: '120.50', description: 'Food for a month' },
      refused: { fields: { fileDescription: 'text of field-required' } },
    },
  })
})

test('an ended session keeps what was typed, and the file is chosen again', async () => {
  const ended = await post({ loggedInAs: '41' }, { viewer: visitors.guest })
  expect([ended.calls, ended.result.status]).toEqual([[], 307])
  const resumed = await post({ loggedInAs: '41', resumed: '1' })
  expect(resumed).toMatchObject({ calls: [], result: { status: 409, data: { values: { amount: '120.50' } } } })
})
