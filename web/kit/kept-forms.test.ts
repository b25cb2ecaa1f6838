import { expect, test } from 'vitest'
import * as taxAddress from '#web/routes/account/donations/donation-tax-address.tsx'
import * as referrals from '#web/routes/account/donations/referrals.tsx'
import * as notifications from '#web/routes/account/notifications.tsx'
import * as security from '#web/routes/account/security/security.tsx'
import * as zakatImport from '#web/routes/account/zakat/import.tsx'
import * as domains from '#web/routes/organize/charities/domains.tsx'
import * as verification from '#web/routes/organize/charities/verification.tsx'
import * as draft from '#web/routes/organize/edit.tsx'
import * as offlineImport from '#web/routes/organize/offline/import.tsx'
import * as hostedPage from '#web/routes/organize/pages/edit.tsx'
import * as plans from '#web/routes/organize/plans.tsx'
import * as shares from '#web/routes/organize/qurbani/shares.tsx'
import * as zakat from '#web/routes/organize/zakat/zakat.tsx'
import { fakeApi, type FakePage, pageArgs, resultOf, visitors } from './testing.ts'

const params = {
  campaignId: '8',
  donationId: 'd-1',
  itemId: '3',
  organizationId: '7',
  slug: 'coats',
  step: 'basics',
  subdomain: 'umeed',
}
type Action = (args: never) => unknown
const send = (action: Action, form: Record<string, string>, page: FakePage = {}) =>
  resultOf(() => action(pageArgs('/page', { params, form, ...page })))

const actions: Readonly<Record<string, Action>> = {
  'tax address': taxAddress.action,
  referrals: referrals.action,
  notifications: notifications.action,
  security: security.action,
  'import of zakat': zakatImport.action,
  domains: domains.action,
  verification: verification.action,
  draft: draft.action,
  'offline import': offlineImport.action,
  'hosted page': hostedPage.action,
  plans: plans.action,
  'shares of qurbani': shares.action,
  'zakat request': zakat.action,
}

test.each(Object.entries(actions))('%s: a session that has ended keeps the form', async (_, action) => {
  const { api, calls } = fakeApi()
  const form = { note: 'Two villages', csv: 'a,b\n1,2', loggedInAs: '41' }
  expect(await send(action, form, { api, viewer: visitors.guest })).toEqual({
    status: 307,
    location: '/login/again?redirectUrl=%2Fpage&keep=note+csv+loggedInAs',
  })
  expect(calls).toEqual([])
})

const again = { loggedInAs: '41', resumed: '1' }
const lost = { status: 409, data: { refused: { fields: { file: 'text of file-not-kept' } } } }

test.each<[string, Action, Record<string, string>]>([
  ['import of zakat', zakatImport.action, { act: 'check', csv: '' }],
  ['offline import', offlineImport.action, { csv: '' }],
  ['shares of qurbani', shares.action, { intent: 'preview', csv: '' }],
  ['zakat request', zakat.action, { intent: 'ask', note: 'Two villages' }],
  ['verification', verification.action, { intent: 'attach', kind: 'other' }],
])('%s: the file must be chosen again after logging in', async (_, action, form) => {
  const { api, calls } = fakeApi()
  expect(await send(action, { ...form, ...again }, { api })).toMatchObject(lost)
  expect(calls).toEqual([])
})

test('a pasted file is read after logging in again', async () => {
  const { api, calls } = fakeApi({ 'POST /v4/campaigns/:campaignId/offline/preview': { rows: [] } })
  await send(offlineImport.action, { csv: 'amount\n5', ...again }, { api })
  expect(calls).toMatchObject([[expect.stringContaining('/offline/preview'), { csv: 'amount\n5' }]])
})

test('a Gift Aid declaration isn’t made by logging in again, but an address is saved', async () => {
  const save = 'POST /v4/account/donations/:donationId/tax-address'
  const { api, calls } = fakeApi()
  expect(await send(taxAddress.action, { giftAid: 'on', ...again }, { api })).toMatchObject({ status: 409 })
  expect(calls).toEqual([])
  await send(taxAddress.action, again, { api })
  expect(calls).toMatchObject([[save, { giftAid: false }]])
})
