import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { resultOf, fakeApi, type FakePage, misfits, pageArgs, visitors } from '#web/kit/testing.ts'
import * as bank from './bank-details.tsx'
import * as calendar from './calendar.tsx'
import * as lists from './lists.tsx'
import * as people from './people.tsx'
import * as zakat from './zakat.tsx'

const pages = { bank, calendar, lists, people, zakat }
type Name = keyof typeof pages
const post = (name: Name, form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => pages[name].action(pageArgs('/staff/page', { form, ...page })))
const load = (name: Name, answers: Record<string, unknown>, query = '') =>
  resultOf(() => pages[name].loader(pageArgs(`/staff/page${query}`, { api: fakeApi(answers).api })))

const decide = 'POST /v4/staff/bank-details/:detailsId/decision'
const createList = 'POST /v4/discovery/lists'
const find = 'POST /v4/staff/people/lookups'
const saveRoles = 'PUT /v4/staff/people/:accountId/roles'
const requestRemoval = 'POST /v4/staff/factor-removals'
const approveRemoval = 'POST /v4/staff/factor-removals/:removalId/approve'
const revoke = 'POST /v4/staff/zakat-verifications/:verificationId/revocation'
const email = 'amina@example.org'
const revocation = { verification: '5', reason: 'Expired evidence', message: '' }

test.each<[string, Name, FakePage['form'] & object, string, object, string]>([
  [
    'approved bank details',
    'bank',
    { details: '5', decision: 'approve' },
    decide,
    { detailsId: '5', decision: 'approve' },
    '?done=1',
  ],
  [
    'rejected bank details',
    'bank',
    { details: '5', decision: 'reject' },
    decide,
    { detailsId: '5', decision: 'reject' },
    '?done=1',
  ],
  [
    'an unknown decision, which rejects',
    'bank',
    { details: '5', decision: 'x' },
    decide,
    { detailsId: '5', decision: 'reject' },
    '?done=1',
  ],
  [
    'roles, only known ones',
    'people',
    { intent: 'save', account: 'a-1', roles: ['finance', 'support', 'owner'] },
    saveRoles,
    { accountId: 'a-1', roles: ['support', 'finance'] },
    '?done=saved',
  ],
  ['no roles', 'people', { intent: 'save', account: 'a-1' }, saveRoles, { accountId: 'a-1', roles: [] }, '?done=saved'],
  [
    'a request to remove a second factor',
    'people',
    { intent: 'request', email },
    requestRemoval,
    { email },
    '?done=requested',
  ],
  [
    'an approved removal',
    'people',
    { intent: 'approve', removal: 'r-1' },
    approveRemoval,
    { removalId: 'r-1' },
    '?done=removed',
  ],
  [
    'a revoked verification',
    'zakat',
    revocation,
    revoke,
    { verificationId: '5', reason: 'Expired evidence', message: '' },
    '?done=revoked',
  ],
])('%s: one call, and back to the page', async (_, name, form, call, input, query) => {
  const { api, calls } = fakeApi()
  expect(await post(name, form, { api })).toEqual({ status: 303, location: `/staff/page${query}` })
  expect(calls).toEqual([[call, input]])
})

test('a new list leads to its own page, with its title trimmed', async () => {
  const { api, calls } = fakeApi({ [createList]: { id: '12' } })
  expect(await post('lists', { title: ' Winter ' }, { api })).toEqual({
    status: 303,
    location: '/staff/lists/12?done=saved',
  })
  expect(calls).toEqual([[createList, { title: 'Winter', campaignIds: [] }]])
})

test('a person is found by email and shown on the page', async () => {
  const { api } = fakeApi({ [find]: { id: 'a-1', email } })
  const response = await post('people', { intent: 'find', email }, { api })
  expect(response).toMatchObject({ status: 200, data: { result: { id: 'a-1' }, values: { email } } })
})

const refusal = new Problem('validation', 'invalid-input', { fields: { field: { code: 'text-too-long' } } })

test.each<[string, Name, FakePage['form'] & object, string, object]>([
  ['a title', 'lists', { title: 'x'.repeat(150) }, createList, { title: 'x'.repeat(150) }],
  ['an address', 'people', { intent: 'find', email: 'no one' }, find, { email: 'no one' }],
  [
    'roles',
    'people',
    { intent: 'save', account: 'a-1', roles: ['admin'] },
    saveRoles,
    { account: 'a-1', roles: ['admin'] },
  ],
  ['a request', 'people', { intent: 'request', email }, requestRemoval, { email }],
  ['a reason', 'zakat', revocation, revoke, revocation],
  ['a decision', 'bank', { details: '5', decision: 'approve' }, decide, { details: '5', decision: 'approve' }],
])('%s that is refused comes back with what was typed', async (_, name, form, call, values) => {
  const response = await post(name, form, { api: fakeApi({ [call]: refusal }).api })
  expect(response).toMatchObject({
    status: 400,
    data: { values, refused: { fields: { field: 'text of text-too-long' } } },
  })
})

test.each<[string, Name, FakePage['form'] & object]>([
  ['bank details', 'bank', { details: '5', decision: 'approve' }],
  ['roles', 'people', { intent: 'save', account: 'a-1', roles: ['admin'] }],
  ['a removal', 'people', { intent: 'approve', removal: 'r-1' }],
  ['a revocation', 'zakat', revocation],
])('after another login, %s are pressed again', async (_, name, form) => {
  const { api, calls } = fakeApi()
  const again = { ...form, loggedInAs: '41', resumed: '1' } as Record<string, string>
  expect(await post(name, again, { api })).toMatchObject({
    status: 409,
    data: { refused: { code: 'logged-in-again' } },
  })
  expect(calls).toEqual([])
})

test.each<[Name, FakePage['form'] & object, string]>([
  ['bank', {}, 'details decision'],
  ['lists', {}, 'title'],
  ['zakat', {}, 'reason message verification'],
  ['people', { intent: 'save' }, 'account roles'],
])('%s: an ended session keeps the fields of %o', async (name, form, keep) => {
  const posted = { ...form, loggedInAs: '41' } as Record<string, string>
  const { status, location = '' } = await post(name, posted, { viewer: visitors.guest })
  expect([status, new URL(location, 'http://localhost').searchParams.get('keep')]).toEqual([307, keep])
})

test.each([
  [saveRoles, { intent: 'save' }],
  [requestRemoval, { intent: 'request' }],
  [approveRemoval, { intent: 'approve' }],
])('%s asks for a recent proof of identity', async (call, form) => {
  const { api } = fakeApi({ [call]: new Problem('authentication', 'reauthentication-required') })
  const location = '/account/reauthenticate?redirectUrl=%2Fstaff%2Fpage'
  expect(await post('people', form, { api })).toEqual({ status: 303, location })
})

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=x', 1],
  ['?page=999999', 1000],
])('the verifications at “%s” are page %i', async (query, page) => {
  const response = await load('zakat', { 'GET /v4/staff/zakat-verifications': { verifications: [] } }, query)
  expect(response.data).toMatchObject({ page })
})

test('a removal is possible from its day on', async () => {
  const removals = ['2026-03-01T11:00:00Z', '2026-03-01T13:00:00Z'].map((removableFrom) => ({ removableFrom }))
  const answers = { 'GET /v4/staff/people': { people: [] }, 'GET /v4/staff/factor-removals': { removals } }
  const { data } = await load('people', answers)
  expect(data).toMatchObject({ removals: [{ isRemovable: true }, { isRemovable: false }] })
})

test('bank details are 404 where charities aren’t paid out', async () => {
  expect(await resultOf(() => bank.loader(pageArgs('/staff/page', { hasPayouts: false })))).toMatchObject({
    status: 404,
  })
})

test.each([
  [createList, lists.listFields],
  [revoke, zakat.revocationFields],
] as const)('the fields fit %s', (call, fields) => {
  expect(misfits(call, fields)).toEqual([])
})

const announce = 'PUT /v4/staff/hijri/months'
const announcement = { month: '1447-9', startsOn: '2026-02-18', source: 'Supreme Court' }

test('the first day of a month is recorded for its group, and the page shows this group again', async () => {
  const { api, calls } = fakeApi()
  const location = '/staff/page?calendar=EG&done=proposed'
  const posted = { ...announcement, calendar: 'EG', intent: 'announce' }
  expect(await post('calendar', posted, { api })).toEqual({ status: 303, location })
  const { month: _, ...values } = announcement
  expect(calls).toEqual([[announce, { ...values, calendar: 'EG', year: 1447, month: 9 }]])
})

test('a preview keeps what was typed, and an announcement can be undone', async () => {
  const preview = { plans: 3, nights: 12, isComplete: true }
  const { api, calls } = fakeApi({ 'GET /v4/staff/hijri/preview': preview })
  expect(await post('calendar', { ...announcement, intent: 'preview' }, { api })).toMatchObject({
    data: { values: announcement, result: preview },
  })
  const location = '/staff/page?calendar=SA&done=undone'
  expect(await post('calendar', { month: '1447-9', intent: 'undo' }, { api })).toEqual({ status: 303, location })
  expect(calls).toEqual([
    ['GET /v4/staff/hijri/preview', { calendar: 'SA', year: 1447, month: 9, startsOn: '2026-02-18' }],
    ['POST /v4/staff/hijri/months/undo', { calendar: 'SA', year: 1447, month: 9 }],
  ])
})

test('a refused announcement comes back with what was typed', async () => {
  const { api } = fakeApi({ [announce]: refusal })
  expect(await post('calendar', { ...announcement, intent: 'announce' }, { api })).toMatchObject({
    status: 400,
    data: { values: announcement },
  })
})

test('the calendar is 404 for staff without the role', async () => {
  const forbidden = new Problem('authorization', 'not-allowed')
  const answers = { 'GET /v4/hijri/months': { months: [] }, 'GET /v4/staff/hijri/proposals': forbidden }
  expect(await load('calendar', answers)).toMatchObject({ status: 404 })
})

test('the calendar lists months that begin after today', async () => {
  const months = [{ startsOn: '2000-01-01' }, { startsOn: '2999-01-01' }]
  const answers = {
    'GET /v4/hijri/months': { months },
    'GET /v4/staff/hijri/proposals': { proposals: [], approvals: 2 },
  }
  const { data } = await load('calendar', answers, '?calendar=x')
  expect(data).toMatchObject({ calendar: 'SA', months: [{ startsOn: '2999-01-01' }, { startsOn: '2999-01-01' }] })
})
