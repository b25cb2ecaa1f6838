import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { paymentFields } from '#web/features/faith/zakat/tracker/payment-form.tsx'
import { resultOf, fakeApi, type FakePage, misfits, pageArgs, visitors } from '#web/kit/testing.ts'
import * as refund from './donations/donation-refund.tsx'
import * as reassignment from './donations/donation-zakat.tsx'
import * as profile from './profile.tsx'
import * as email from './security/email-new.tsx'
import * as password from './security/password.tsx'
import * as payment from './zakat/payment.tsx'
import * as year from './zakat/year.tsx'

const pages = { profile, password, email, refund, reassignment, payment, year }
type Name = keyof typeof pages
const donationId = 'd-1'
const params: Record<Name, Record<string, string>> = {
  profile: {},
  password: {},
  email: {},
  refund: { donationId },
  reassignment: { donationId },
  payment: { entryId: 'e-1' },
  year: { profileId: 'p-1' },
}
const post = (name: Name, form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => pages[name].action(pageArgs('/account/page', { params: params[name], form, ...page })))
const load = (name: Name, answers: Record<string, unknown>, page: FakePage = {}) =>
  resultOf(() =>
    pages[name].loader(pageArgs('/account/page', { params: params[name], api: fakeApi(answers).api, ...page })),
  )

const saveName = 'POST /v4/me/name'
const savePassword = 'POST /v4/password'
const saveEmail = 'POST /v4/me/email'
const askRefund = 'POST /v4/account/donations/:donationId/refund-request'
const askReassignment = 'POST /v4/account/donations/:donationId/zakat-reassignment'
const addPayment = 'POST /v4/zakat/offsite-donations'
const savePayment = 'PATCH /v4/zakat/offsite-donations/:id'
const deletePayment = 'DELETE /v4/zakat/offsite-donations/:id'
const deleteYear = 'DELETE /v4/zakat/profiles/:id'

const names = { firstName: 'Amina', lastName: 'Karim' }
const entry = { date: '2026-02-30', amount: '1,250', currency: 'USD', note: 'Mosque' }

test.each<[string, Name, Record<string, string>, string, object, string]>([
  ['a name', 'profile', names, saveName, names, '/account/page?done=name'],
  [
    'a new password',
    'password',
    { currentPassword: 'ears of grain', password: 'seven ears' },
    savePassword,
    { currentPassword: 'ears of grain', password: 'seven ears' },
    '/account/page?done=password',
  ],
  [
    'the first password of an account without one',
    'password',
    { password: 'seven ears' },
    savePassword,
    { password: 'seven ears' },
    '/account/page?done=password',
  ],
  [
    'a request for a refund, which leads to the donation',
    'refund',
    { reason: 'Twice' },
    askRefund,
    { donationId, reason: 'Twice' },
    '/account/donations/d-1?asked=yes',
  ],
  [
    'a request to reassign zakat',
    'reassignment',
    { note: 'Please' },
    askReassignment,
    { donationId, note: 'Please' },
    '/account/page',
  ],
  ['a deleted payment', 'payment', { act: 'delete' }, deletePayment, { id: 'e-1' }, '/account/zakat?done=deleted'],
  ['a deleted year', 'year', { act: 'delete' }, deleteYear, { id: 'p-1' }, '/account/zakat?done=year-deleted'],
])('%s: one call, then its page', async (_, name, form, call, input, location) => {
  const { api, calls } = fakeApi()
  expect(await post(name, form, { api })).toEqual({ status: 303, location })
  expect(calls).toEqual([[call, input]])
})

test('a new email address is shown as the one that the link was sent to', async () => {
  const { api, calls } = fakeApi()
  const response = await post('email', { email: 'new@example.org' }, { api })
  expect(response).toMatchObject({ status: 200, data: { result: 'new@example.org' } })
  expect(calls).toEqual([[saveEmail, { email: 'new@example.org' }]])
})

const invalid = new Problem('validation', 'invalid-input', { fields: { field: { code: 'text-too-long' } } })

test.each<[Name, Record<string, string>, string, object]>([
  ['profile', names, saveName, names],
  ['password', { currentPassword: 'ears of grain', password: 'seven ears' }, savePassword, {}],
  ['email', { email: 'no address' }, saveEmail, { email: 'no address' }],
  ['refund', { reason: 'x'.repeat(1500) }, askRefund, { reason: 'x'.repeat(1500) }],
  ['reassignment', { note: 'x'.repeat(1500) }, askReassignment, { note: 'x'.repeat(1500) }],
  ['payment', entry, savePayment, { ...entry, timeZone: '', act: '' }],
  ['year', {}, deleteYear, {}],
])('%s: a refused form comes back with all that was typed except passwords', async (name, form, call, values) => {
  const response = await post(name, form, { api: fakeApi({ [call]: invalid }).api })
  expect(response).toMatchObject({ status: 400, data: { refused: { fields: { field: 'text of text-too-long' } } } })
  expect((response.data as { values: object }).values).toEqual(values)
})

test.each<[Name, string]>([
  ['password', savePassword],
  ['email', saveEmail],
])('%s asks for a recent proof of identity', async (name, call) => {
  const error = new Problem('authentication', 'reauthentication-required')
  const location = '/account/reauthenticate?redirectUrl=%2Faccount%2Fpage'
  expect(await post(name, {}, { api: fakeApi({ [call]: error }).api })).toEqual({ status: 303, location })
})

test.each(Object.keys(pages) as Name[])('%s asks to log in if the session has ended', async (name) => {
  const location = '/login?redirectUrl=%2Faccount%2Fpage'
  const { api, calls } = fakeApi()
  expect(await post(name, {}, { api, viewer: visitors.guest })).toEqual({ status: 303, location })
  expect(calls).toEqual([])
})

test.each<[Name, string]>([
  ['profile', 'firstName lastName'],
  ['password', ''],
  ['email', 'email'],
  ['refund', 'reason'],
  ['reassignment', 'note'],
  ['payment', 'date amount currency note timeZone act'],
  ['year', ''],
])('%s: an ended session keeps “%s”', async (name, keep) => {
  const { status, location = '' } = await post(name, { loggedInAs: '41' }, { viewer: visitors.guest })
  expect([status, new URL(location, 'http://localhost').searchParams.get('keep')]).toEqual([307, keep])
})

test.each<[Name, number]>([
  ['profile', 303],
  ['reassignment', 303],
  ['year', 303],
  ['password', 409],
  ['refund', 409],
])(
  'after another login %s answers %i: a name is sent, a refund and a password are pressed again',
  async (name, status) => {
    expect(await post(name, { loggedInAs: '41', resumed: '1' })).toMatchObject({ status })
  },
)

const window = { start: { date: '2026-01-01' }, end: { date: '2026-12-21' } }

test.each([
  ['this year', '2026-03-01', '/account/zakat?done=added'],
  ['the day the year ends', '2026-12-21', '/account/zakat/payments?done=added'],
  ['another year', '2025-03-01', '/account/zakat/payments?done=added'],
])('a payment of %s leads to the list that shows it', async (_, date, location) => {
  const { api, calls } = fakeApi({ [addPayment]: { date }, 'GET /v4/zakat': { window } })
  expect(await post('payment', entry, { api, params: { entryId: 'new' } })).toEqual({ status: 303, location })
  expect(calls[0]).toEqual([addPayment, entry])
})

test('a payment is saved with the browser’s time zone, which determines today', async () => {
  const { api, calls } = fakeApi({ [savePayment]: { date: '2026-03-01' }, 'GET /v4/zakat': { window } })
  const location = '/account/zakat?done=changed'
  expect(await post('payment', { ...entry, timeZone: 'Asia/Riyadh' }, { api })).toEqual({ status: 303, location })
  expect(calls[0]).toEqual([savePayment, { id: 'e-1', ...entry, timeZone: 'Asia/Riyadh' }])
})

test('a new payment can’t be deleted', async () => {
  const { api, calls } = fakeApi({ [addPayment]: { date: '2026-03-01' }, 'GET /v4/zakat': { window } })
  await post('payment', { ...entry, act: 'delete' }, { api, params: { entryId: 'new' } })
  expect(calls.map(([call]) => call)).not.toContain(deletePayment)
})

test.each([
  ['Pacific/Kiritimati', '2026-03-02'],
  [undefined, '2026-03-01'],
])('a new payment begins with today in %s', async (timeZone, date) => {
  const zakat = { currency: 'GBP', profile: timeZone ? { timeZone } : null }
  const response = await load('payment', { 'GET /v4/zakat': zakat }, { params: { entryId: 'new' } })
  expect(response.data).toEqual({ saved: { date, amount: '', currency: 'GBP', note: '' }, isNew: true })
})

test('a saved payment is shown in major units of its currency', async () => {
  const found = { date: '2026-02-01', amount: '1250', code: 'KWD', note: '' }
  const { data } = await load('payment', { 'GET /v4/zakat/offsite-donations/:id': found })
  expect(data).toMatchObject({ saved: { amount: '1.250', currency: 'KWD' }, isNew: false })
})

test('a new address is asked for only after a recent proof of identity', async () => {
  const response = await load('email', { 'GET /v4/me/email': { mustReauthenticate: true } })
  expect(response).toMatchObject({ location: '/account/reauthenticate?redirectUrl=%2Faccount%2Fprofile%2Femail' })
})

test.each<[Name, string]>([
  ['refund', 'GET /v4/account/donations/:donationId'],
  ['reassignment', 'GET /v4/account/donations/:donationId/zakat-distribution'],
  ['payment', 'GET /v4/zakat/offsite-donations/:id'],
  ['year', 'GET /v4/zakat/profiles/:id'],
])('%s of another donor is 404', async (name, call) => {
  expect(await load(name, { [call]: new Problem('not-found', 'not-found') })).toMatchObject({ status: 404 })
})

test('a year that isn’t in the list of years is 404', async () => {
  const answers = { 'GET /v4/zakat/years': { years: [] }, 'GET /v4/zakat/profiles/:id': { profile: { id: 'p-1' } } }
  expect(await load('year', answers)).toMatchObject({ status: 404 })
})

test.each([
  [saveName, profile.nameFields],
  [saveEmail, email.emailFields],
  [askRefund, refund.refundFields],
  [askReassignment, reassignment.reassignmentFields],
  [addPayment, paymentFields],
] as const)('the fields fit %s', (call, fields) => {
  expect(misfits(call, fields)).toEqual([])
})
