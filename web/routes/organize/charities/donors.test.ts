import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as donations from './donations.tsx'
import * as donationsExport from './donations-export.ts'
import * as donor from './donor.tsx'
import * as donors from './donors.tsx'
import * as plans from './plans.tsx'

const organizationId = '7'
const donationId = '00000000-0000-7000-8000-000000000001'
const root = '/organize/charities/7'
const calls = {
  donations: 'GET /v4/organizations/:organizationId/donations',
  export: 'POST /v4/organizations/:organizationId/donations/export',
  thanks: 'POST /v4/organizations/:organizationId/donations/thanks',
  receipts: 'POST /v4/organizations/:organizationId/donations/receipts',
  donors: 'GET /v4/organizations/:organizationId/donors',
  plans: 'GET /v4/organizations/:organizationId/donor-plans',
  cancellation: 'POST /v4/organizations/:organizationId/donor-plans/:planId/cancellation',
  notes: 'POST /v4/organizations/:organizationId/donors/:donationId/notes',
  tags: 'POST /v4/organizations/:organizationId/donors/:donationId/tags',
  tagRemoval: 'DELETE /v4/organizations/:organizationId/donors/:donationId/tags',
} as const
const charity = { id: '7', name: 'Mosque', timeZone: 'Europe/London' }
const answers = {
  [calls.donations]: { charity, canExport: true, fundraisers: [], donations: [{ day: '2026-02-02' }], next: 'x_1' },
  [calls.donors]: { charity, donors: [{ firstOn: '2026-02-02', lastOn: '2026-03-01' }], tags: [], next: null },
  [calls.plans]: { charity, plans: [], next: null },
}
const page = (path: string, over: FakePage = {}) => pageArgs(root + path, { params: { organizationId }, ...over })

test('the filters of the address are those of the call', async () => {
  const { api, calls: made } = fakeApi(answers)
  const query = '?state=refunded&search=%20Leyla%20&zakat=yes&before=x_1&currency=XX'
  expect((await resultOf(() => donations.loader(page(`/donations${query}`, { api })))).data).toMatchObject({
    charity: 'Mosque',
    donations: [{ day: '2 Feb 2026' }],
    filters: { state: 'refunded', search: 'Leyla', zakat: 'yes' },
    isFirst: false,
  })
  const filters = { state: 'refunded', search: 'Leyla', zakat: 'yes' }
  expect(made).toEqual([[calls.donations, { organizationId, ...filters, before: 'x_1' }]])
  const list = await resultOf(() => donors.loader(page('/donors?segment=lapsed&tag=VIP', { api })))
  expect(list.data).toMatchObject({ donors: [{ first: '2 Feb 2026', last: '1 Mar 2026' }], isFirst: true })
  expect(made[1]).toEqual([calls.donors, { organizationId, segment: 'lapsed', tag: 'VIP' }])
  await resultOf(() => plans.loader(page('/plans?state=paused&failing=yes', { api })))
  expect(made[2]).toEqual([calls.plans, { organizationId, state: 'paused', failing: 'yes' }])
})

test('selected donations are thanked, or get their receipts again, and the page says how many', async () => {
  const result = { done: 1, skipped: 1 }
  const { api, calls: made } = fakeApi({ [calls.thanks]: result, [calls.receipts]: result })
  const form = { donations: [donationId, 'nonsense'], message: 'Thank you' }
  const post = (intent: string) =>
    resultOf(() => donations.action(page('/donations', { api, form: { ...form, intent } })))
  expect((await post('thank')).data).toMatchObject({ intent: 'thank', result })
  expect((await post('resend')).data).toMatchObject({ intent: 'resend', result })
  const donationIds = [donationId]
  expect(made).toEqual([
    [calls.thanks, { organizationId, donationIds, message: 'Thank you' }],
    [calls.receipts, { organizationId, donationIds }],
  ])
})

test('an export keeps the filters, also when it first asks for a proof of identity', async () => {
  const path = '/donations/export?state=refunded'
  const { api, calls: made } = fakeApi({ [calls.export]: { csv: 'a', filename: 'f.csv' } })
  expect(await resultOf(() => donationsExport.action(page(path, { api, form: {} })))).toMatchObject({ status: 200 })
  expect(made).toEqual([[calls.export, { organizationId, state: 'refunded' }]])
  const refusing = fakeApi({ [calls.export]: new Problem('authentication', 'reauthentication-required') })
  expect(await resultOf(() => donationsExport.action(page(path, { api: refusing.api, form: {} })))).toEqual({
    status: 303,
    location: `/account/reauthenticate?redirectUrl=${encodeURIComponent(root + path)}`,
  })
  expect(await resultOf(() => donationsExport.loader(page(path)))).toMatchObject({
    location: `${root}/donations?state=refunded`,
  })
})

test('notes and tags are one call each, and back to the donor', async () => {
  const { api, calls: made } = fakeApi()
  const params = { organizationId, donationId }
  const post = (form: Record<string, string>) =>
    resultOf(() => donor.action(page(`/donors/${donationId}`, { api, params, form })))
  expect(await post({ intent: 'note', text: 'Prefers calls' })).toMatchObject({
    location: `${root}/donors/${donationId}?done=noted`,
  })
  await post({ intent: 'tag', name: ' Iftar ' })
  await post({ intent: 'remove-tag', name: 'Iftar' })
  expect(made).toEqual([
    [calls.notes, { ...params, text: 'Prefers calls' }],
    [calls.tags, { ...params, name: 'Iftar' }],
    [calls.tagRemoval, { ...params, name: 'Iftar' }],
  ])
})

test('a plan is cancelled with a reason; a refused one keeps it', async () => {
  const form = { planId: donationId, reason: 'They asked us.' }
  const { api, calls: made } = fakeApi()
  expect(await resultOf(() => plans.action(page('/plans', { api, form })))).toMatchObject({
    location: `${root}/plans?done=cancelled`,
  })
  expect(made).toEqual([[calls.cancellation, { organizationId, ...form }]])
  const over = fakeApi({ [calls.cancellation]: new Problem('conflict', 'subscription-over') })
  expect(await resultOf(() => plans.action(page('/plans', { api: over.api, form })))).toMatchObject({
    status: 409,
    data: { values: form, refused: { message: 'text of subscription-over' } },
  })
})

test('the fields fit the calls', () => {
  expect(misfits(calls.cancellation, plans.cancelFields)).toEqual([])
  expect(misfits(calls.notes, donor.forms.note)).toEqual([])
  expect(misfits(calls.tags, donor.forms.tag)).toEqual([])
})

test('filters are saved without leaving them, and columns are read from the address', async () => {
  const saved = 'POST /v4/organizations/:organizationId/saved-filters'
  const removal = 'DELETE /v4/organizations/:organizationId/saved-filters/:filterId'
  const { api, calls: made } = fakeApi(answers)
  const post = (form: Record<string, string>) => resultOf(() => donors.action(page('/donors', { api, form })))
  expect(await post({ intent: 'save-filter', name: ' Friends ', query: '?segment=major' })).toEqual({
    status: 303,
    location: `${root}/donors?segment=major&done=filter-saved`,
  })
  await post({ intent: 'remove-filter', filterId: donationId, query: '' })
  expect(made).toEqual([
    [saved, { organizationId, list: 'donors', name: 'Friends', query: '?segment=major' }],
    [removal, { organizationId, filterId: donationId }],
  ])
  const list = await resultOf(() => donors.loader(page('/donors?columns=place&columns=total', { api })))
  expect(list.data).toMatchObject({ columns: ['total', 'place'] })
})
