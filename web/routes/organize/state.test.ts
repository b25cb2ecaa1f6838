import { expect, test } from 'vitest'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './state.tsx'

const params = { campaignId: '8' }
const missing = [{ field: 'verification', code: 'payout-not-verified', message: 'Not verified.' }]
const answers = {
  'POST /api/projectadmin/requirementsCheck': { state: 'active', missing: [], payout: { ready: false, missing } },
  'GET /v4/campaigns/:campaignId/running': { acts: ['state'], kind: 'fundraiser' },
}
const load = (page: FakePage = {}) =>
  resultOf(() => loader(pageArgs('/organize/8/state', { params, api: fakeApi(answers).api, ...page })))

test('the state of a fundraiser has what its charity lacks for payouts', async () => {
  expect((await load()).data).toMatchObject({ missingForPayout: missing })
})

test('nothing is missing for payouts where charities aren’t paid out', async () => {
  expect((await load({ hasPayouts: false })).data).toMatchObject({ missingForPayout: [] })
})
