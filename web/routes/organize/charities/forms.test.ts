import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { resultOf, fakeApi, type FakePage, misfits, pageArgs } from '#web/kit/testing.ts'
import * as address from './address.tsx'
import * as bank from './bank.tsx'
import * as closing from './closing.tsx'
import * as embed from './embed.tsx'
import * as ownership from './ownership.tsx'
import * as reports from './reports.tsx'
import * as settings from './settings.tsx'

const params = { organizationId: '7' }
const pages = { address, bank, closing, embed, ownership, reports, settings }
type Name = keyof typeof pages
const pathOf = (name: Name) => `/organize/charities/7/${name}`
const post = (name: Name, form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => pages[name].action(pageArgs(pathOf(name), { params, form, ...page })))
const load = (name: Name, answers: Record<string, unknown>, page: FakePage = {}, query = '') =>
  resultOf(() => pages[name].loader(pageArgs(pathOf(name) + query, { params, api: fakeApi(answers).api, ...page })))

const subdomainCall = 'PUT /v4/organizations/:organizationId/subdomain'
const requestClosing = 'POST /v4/organizations/:organizationId/closing'
const decide = 'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision'
const enterBank = 'PUT /v4/organizations/:organizationId/bank-details'
const hosts = 'PUT /v4/organizations/:organizationId/embed-hosts'
const transfer = 'POST /v4/organizations/:organizationId/ownership'
const addReport = 'POST /v4/organizations/:organizationId/reports'
const removeReport = 'DELETE /v4/organizations/:organizationId/reports/:reportId'
const saveSettings = 'PATCH /v4/organizations/:organizationId'

const account = { accountName: 'Mosque', currency: 'GBP', country: 'GB', accountType: 'checking' }
const numbers = { iban: 'GB29 1234', bankCode: '60-16-13', id: '31926819' }
const profile = {
  name: 'Mosque',
  nameAr: 'مسجد',
  about: 'We pray.',
  primaryColour: '#112233',
  email: 'a@example.org',
  phone: '123',
  website: 'https://example.org',
  facebook: '',
  twitter: '',
  instagram: '',
  youtube: '',
  linkedin: '',
  thanksEn: 'Thanks',
  thanksAr: 'شكرًا',
  largeDonationFrom: '1,000',
  logoId: 'picture-1',
}
const report = { year: '2025', title: 'Annual report' }

test.each<[string, Name, Record<string, string>, string, object, string]>([
  ['a new address', 'address', { subdomain: 'mosque' }, subdomainCall, { subdomain: 'mosque' }, '?done=changed'],
  ['closing', 'closing', {}, requestClosing, {}, ''],
  ['withdrawing a closing', 'closing', { withdraw: 'yes' }, 'DELETE /v4/organizations/:organizationId/closing', {}, ''],
  [
    'bank details, as those of a business',
    'bank',
    { ...account, ...numbers },
    enterBank,
    { ...account, ...numbers, accountClass: 'business' },
    '?done=entered',
  ],
  [
    'approved bank details',
    'bank',
    { decision: 'approve', details: '5' },
    decide,
    { decision: 'approve', detailsId: '5' },
    '?done=decided',
  ],
  [
    'rejected bank details',
    'bank',
    { decision: 'reject', details: '5' },
    decide,
    { decision: 'reject', detailsId: '5' },
    '?done=decided',
  ],
  ['websites, one per line', 'embed', { hosts: 'a.org\nb.org' }, hosts, { hosts: ['a.org', 'b.org'] }, '?done=changed'],
  ['a removed report', 'reports', { remove: '9' }, removeReport, { reportId: '9' }, '?done=removed'],
  ['a report without its file', 'reports', report, addReport, { ...report, file: '' }, '?done=added'],
  ['settings', 'settings', profile, saveSettings, profile, '?done=saved'],
  [
    'settings without their logo',
    'settings',
    { ...profile, without: 'logo' },
    saveSettings,
    { ...profile, logoId: '' },
    '?done=saved',
  ],
])('%s: one call, and back to the page', async (_, name, form, call, input, query) => {
  const { api, calls } = fakeApi()
  expect(await post(name, form, { api })).toEqual({ status: 303, location: pathOf(name) + query })
  expect(calls).toEqual([[call, { ...params, ...input }]])
})

const loadSettings = 'GET /v4/organizations/:organizationId/settings'
const loaded = { 'loaded-name': 'Umeed', 'loaded-phone': '1' }

test('settings send only what was changed, so that another person’s changes stay', async () => {
  const { api, calls } = fakeApi({ [loadSettings]: { name: 'Umeed', phone: '2', largeDonationFrom: null } })
  await post('settings', { name: 'Umeed Trust', phone: '1', ...loaded }, { api })
  expect(calls.at(-1)).toEqual([saveSettings, { ...params, name: 'Umeed Trust' }])
})

test('a long description can be changed, as long as no one else does', async () => {
  const about = 'Water. '.repeat(280)
  const { api, calls } = fakeApi({ [loadSettings]: { about, largeDonationFrom: null } })
  await post('settings', { about: 'Water and light.', 'loaded-about': about }, { api })
  expect(calls.at(-1)).toEqual([saveSettings, { ...params, about: 'Water and light.' }])
})

test('a setting that two people changed comes back with both texts, and saves when sent again', async () => {
  const { api, calls } = fakeApi({ [loadSettings]: { name: 'Umeed', phone: '2', largeDonationFrom: null } })
  const form = { name: 'Umeed', phone: '3' }
  expect(await post('settings', { ...form, ...loaded }, { api })).toMatchObject({
    status: 409,
    data: { values: form, refused: { fields: { phone: 'text of changed-meanwhile' } } },
  })
  expect(calls.map(([call]) => call)).toEqual([loadSettings])
  await post('settings', { ...form, ...loaded, 'loaded-phone': '2' }, { api })
  expect(calls.at(-1)).toEqual([saveSettings, { ...params, phone: '3' }])
})

test('settings that someone else saves between reading and writing are merged again', async () => {
  const saved = [
    { name: 'Umeed', phone: '1', version: 'a' },
    { name: 'Umeed', phone: '2', version: 'b' },
  ].map((settings) => ({ ...settings, largeDonationFrom: null }))
  const { api, calls } = fakeApi({
    [loadSettings]: () => saved.shift(),
    [saveSettings]: ({ version }: { version: string }) =>
      version === 'a' ? new Problem('conflict', 'settings-changed') : {},
  })
  await post('settings', { name: 'Umeed Trust', phone: '1', ...loaded }, { api })
  expect(calls.map(([call]) => call)).toEqual([loadSettings, saveSettings, loadSettings, saveSettings])
  expect(calls.at(-1)).toEqual([saveSettings, { ...params, name: 'Umeed Trust', version: 'b' }])
})

test('a report’s file is sent in Base64', async () => {
  const form = new FormData()
  form.set('file', new File(['pdf'], 'a.pdf'))
  const { api, calls } = fakeApi()
  await post('reports', form, { api })
  expect(calls[0]?.[1]).toMatchObject({ file: 'cGRm' })
})

test('a charity that closes at once leads to its overview', async () => {
  const { api } = fakeApi({ [requestClosing]: { state: 'closed' } })
  expect(await post('closing', {}, { api })).toEqual({ status: 303, location: '/organize/charities/7' })
})

test.each([
  ['done', 'saved'],
  ['pending', 'pending'],
  ['requested', 'requested'],
])('a transfer that is %s leads to the members with the notice “%s”', async (state, done) => {
  const { api, calls } = fakeApi({ [transfer]: { state } })
  const location = `/organize/charities/7/team?done=${done}`
  expect(await post('ownership', { account: 'a-1' }, { api })).toEqual({ status: 303, location })
  expect(calls).toEqual([[transfer, { ...params, accountId: 'a-1' }]])
})

const refusedFields = new Problem('validation', 'invalid-input', { fields: { name: { code: 'name-missing' } } })

test.each<[Name, Record<string, string>, string, object]>([
  ['address', { subdomain: 'A B' }, subdomainCall, { subdomain: 'A B' }],
  ['bank', { ...account, ...numbers }, enterBank, { ...account, decision: '', details: '' }],
  ['embed', { hosts: 'not a host' }, hosts, { hosts: 'not a host' }],
  ['reports', report, addReport, { ...report, remove: '' }],
  ['settings', profile, saveSettings, { ...profile, without: '', loaded: {} }],
  ['ownership', { account: '' }, transfer, { account: '' }],
  ['closing', {}, requestClosing, { withdraw: '' }],
])(
  '%s: a refused form comes back with what was typed, except account numbers and files',
  async (name, form, call, values) => {
    const response = await post(name, form, { api: fakeApi({ [call]: refusedFields }).api })
    expect(response).toMatchObject({ status: 400, data: { refused: { fields: { name: 'text of name-missing' } } } })
    expect((response.data as { values: object }).values).toEqual(values)
  },
)

const calls: Record<Name, string> = {
  address: subdomainCall,
  bank: enterBank,
  closing: requestClosing,
  embed: hosts,
  ownership: transfer,
  reports: addReport,
  settings: saveSettings,
}

test.each(Object.entries(calls) as [Name, string][])('%s asks for a recent proof of identity', async (name, call) => {
  const error = new Problem('authentication', 'reauthentication-required')
  const location = `/account/reauthenticate?redirectUrl=${encodeURIComponent(pathOf(name))}`
  expect(await post(name, {}, { api: fakeApi({ [call]: error }).api })).toEqual({ status: 303, location })
})

test.each(Object.entries(calls) as [Name, string][])('%s shows the refusal of a viewer', async (name, call) => {
  const response = await post(name, {}, { api: fakeApi({ [call]: new Problem('authorization', 'not-allowed') }).api })
  expect(response).toMatchObject({ status: 403, data: { refused: { message: 'text of not-allowed' } } })
})

test.each<[Name, Record<string, string>]>([
  ['bank', { decision: 'approve', details: '5' }],
  ['bank', account],
  ['ownership', { account: 'a-1' }],
  ['closing', {}],
  ['reports', report],
])('%s: after another login the decision %o is pressed again', async (name, form) => {
  const { api, calls: made } = fakeApi()
  const response = await post(name, { ...form, loggedInAs: '41', resumed: '1' }, { api })
  expect(response).toMatchObject({ status: 409, data: { values: form, refused: { code: 'logged-in-again' } } })
  expect(made).toEqual([])
})

test('settings are sent after another login', async () => {
  const location = `${pathOf('settings')}?done=saved`
  expect(await post('settings', { ...profile, loggedInAs: '41', resumed: '1' })).toEqual({ status: 303, location })
})

test('an ended session keeps bank details, except account numbers', async () => {
  const viewer = {
    isSignedIn: false,
    needsSecondFactor: false,
    id: '',
    firstName: '',
    email: '',
    isEmailConfirmed: false,
  }
  const { status, location } = await post('bank', { ...account, ...numbers, loggedInAs: '41' }, { viewer })
  const keep = new URL(location!, 'http://localhost').searchParams.get('keep')
  expect([status, keep]).toEqual([307, 'accountName currency country accountType decision details'])
})

test.each([
  ['address', { changeableFrom: '2026-04-02T00:00:00Z' }, { from: '2 April 2026' }],
  ['address', { changeableFrom: null }, { from: null }],
  ['closing', { requestedAt: '2026-04-02T00:00:00Z' }, { date: '2 April 2026' }],
  ['closing', { requestedAt: null }, { date: null }],
] as const)('%s shows the date of %o', async (name, found, shown) => {
  const call = `GET /v4/organizations/:organizationId/${name === 'address' ? 'subdomain' : 'closing'}`
  expect((await load(name, { [call]: found })).data).toMatchObject(shown)
})

test('bank details are 404 where charities aren’t paid out', async () => {
  expect(await load('bank', {}, { hasPayouts: false })).toMatchObject({ status: 404 })
})

test('a report’s year is last year at first', async () => {
  expect((await load('reports', {})).data).toMatchObject({ lastYear: '2025' })
})

const members = 'GET /v4/organizations/:organizationId/members'
test('an owner transfers to another member, not to themselves', async () => {
  const found = { roles: ['owner'], ownId: 'a', members: [{ accountId: 'a' }, { accountId: 'b' }], change: null }
  expect((await load('ownership', { [members]: found })).data).toMatchObject({ members: [{ accountId: 'b' }] })
})

test.each([
  ['an admin', { roles: ['admin'], change: null }],
  ['an owner while a change waits', { roles: ['owner'], change: {} }],
])('%s is led from the transfer to the members', async (_, found) => {
  const response = await load('ownership', { [members]: { ...found, members: [], ownId: 'a' } })
  expect(response).toEqual({ status: 303, location: '/organize/charities/7/team' })
})

const embeds = {
  'GET /v4/organizations/:organizationId/embed-hosts': { charity: { subdomain: 'mosque', name: 'Mosque' }, hosts: [] },
  'GET /v4/organizations/:subdomain/hosted-pages': {
    pages: [
      { status: 'published', legacyCampaignSlug: 'winter', title: 'Winter' },
      { status: 'draft', legacyCampaignSlug: 'spring', title: 'Spring' },
    ],
  },
}
test.each([
  ['?page=winter', 'winter'],
  ['?page=spring', 'mosque'],
  ['', 'mosque'],
])('the code to embed with “%s” is that of %s, never of a draft', async (query, slug) => {
  expect((await load('embed', embeds, {}, query)).data).toMatchObject({ chosen: { slug }, isPublic: true })
})

test('a page that isn’t public yet says so', async () => {
  const answers = { ...embeds, 'GET /v4/campaign-pages/:slug': new Problem('not-found', 'campaign-not-found') }
  expect((await load('embed', answers)).data).toMatchObject({ isPublic: false })
})

test.each([
  [subdomainCall, address.addressFields],
  [enterBank, bank.bankFields],
  [addReport, reports.reportFields],
  [saveSettings, settings.settingsFields],
] as const)('the fields fit %s', (call, fields) => {
  expect(misfits(call, fields)).toEqual([])
})
