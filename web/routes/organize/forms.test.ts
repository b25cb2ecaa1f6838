import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { offlineFields } from '#web/features/organizers/organizing/offline-parts.tsx'
import { errorsOfPeopleForm, placeOf } from '#web/features/organizers/fundraising/people.tsx'
import { resultOf, fakeApi, type FakePage, misfits, pageArgs, visitors } from '#web/kit/testing.ts'
import * as charityTeam from './charity-team.tsx'
import * as offline from './offline/offline.tsx'
import * as supporters from './supporters.tsx'
import * as team from './team.tsx'

const pages = { team, charityTeam, offline, supporters }
type Name = keyof typeof pages
const params: Record<Name, Record<string, string>> = {
  team: { campaignId: '8' },
  charityTeam: { organizationId: '7' },
  offline: { campaignId: '8' },
  supporters: { campaignId: '8' },
}
type Form = Record<string, string>
const post = (name: Name, form: Form, page: FakePage = {}, query = '') =>
  resultOf(() => pages[name].action(pageArgs(`/organize/page${query}`, { params: params[name], form, ...page })))
const load = (name: Name, answers: Record<string, unknown>, query = '') => {
  const { api, calls } = fakeApi(answers)
  const args = pageArgs(`/organize/page${query}`, { params: params[name], api })
  return { calls, response: resultOf(() => pages[name].loader(args)) }
}

const invite = 'POST /v4/campaigns/:campaignId/team/invitations'
const change = 'PATCH /v4/campaigns/:campaignId/team/:accountId'
const withdrawInvitation = 'DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId'
const remove = 'DELETE /v4/campaigns/:campaignId/team/:accountId'
const inviteMember = 'POST /v4/organizations/:organizationId/members/invitations'
const changeMember = 'PATCH /v4/organizations/:organizationId/members/:accountId'
const removeMember = 'DELETE /v4/organizations/:organizationId/members/:accountId'
const stop = 'POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop'
const add = 'POST /api/projectadmin/offlineDonation'
const confirm = 'POST /v4/campaigns/:campaignId/offline/confirm'
const withdraw = 'POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw'

const visibleValues = { role: 'organizer', publicName: 'Sana', publicRole: 'Chair' }
const email = 'sana@example.org'

test.each<[string, Name, Form, string, object, string]>([
  [
    'an invitation',
    'team',
    { intent: 'invite', email, ...visibleValues },
    invite,
    { email, ...visibleValues },
    '?done=invited',
  ],
  [
    'an unknown role, which becomes viewer',
    'team',
    { intent: 'invite', email, ...visibleValues, role: 'owner' },
    invite,
    { email, ...visibleValues, role: 'viewer' },
    '?done=invited',
  ],
  [
    'a changed member',
    'team',
    { intent: 'change', account: 'a-1', ...visibleValues },
    change,
    { accountId: 'a-1', ...visibleValues },
    '?done=saved',
  ],
  [
    'a withdrawn invitation',
    'team',
    { intent: 'back', invitation: 'i-1' },
    withdrawInvitation,
    { invitationId: 'i-1' },
    '?done=removed',
  ],
  ['a removed member', 'team', { intent: 'remove', account: 'a-1' }, remove, { accountId: 'a-1' }, '?done=removed'],
  [
    'an invitation of a charity',
    'charityTeam',
    { intent: 'invite', email, role: 'finance' },
    inviteMember,
    { email, role: 'finance' },
    '?done=invited',
  ],
  [
    'an unknown role of a charity, which becomes editor',
    'charityTeam',
    { intent: 'invite', email, role: 'x' },
    inviteMember,
    { email, role: 'editor' },
    '?done=invited',
  ],
  [
    'one confirmed donation',
    'offline',
    { intent: 'confirm', gift: 'g-1' },
    confirm,
    { offlineId: 'g-1' },
    '?done=confirmed',
  ],
  [
    'a confirmed import',
    'offline',
    { intent: 'confirm', import: 'm-1' },
    confirm,
    { importId: 'm-1' },
    '?done=confirmed',
  ],
  [
    'a withdrawn donation',
    'offline',
    { intent: 'withdraw', gift: 'g-1', reason: 'Twice' },
    withdraw,
    { offlineId: 'g-1', reason: 'Twice' },
    '?done=withdrawn',
  ],
])('%s: one call, and back to the page', async (_, name, form, call, input, query) => {
  const { api, calls } = fakeApi()
  expect(await post(name, form, { api })).toEqual({ status: 303, location: `/organize/page${query}` })
  expect(calls).toEqual([[call, { ...params[name], ...input }]])
})

test.each<[string, Name, Form, object, string]>([
  ['a member of a team who leaves', 'team', { intent: 'remove', account: '41' }, {}, '/organize'],
  [
    'a member of a charity who leaves',
    'charityTeam',
    { intent: 'remove', account: '41' },
    { [removeMember]: { state: 'done' } },
    '/organize',
  ],
  [
    'a member who gives up the right to manage members',
    'charityTeam',
    { intent: 'change', account: '41', role: 'editor' },
    { [changeMember]: { state: 'done' } },
    '/organize',
  ],
  [
    'an owner who becomes an admin',
    'charityTeam',
    { intent: 'change', account: '41', role: 'admin' },
    { [changeMember]: { state: 'done' } },
    '/organize/page?done=saved',
  ],
  [
    'a removal that waits',
    'charityTeam',
    { intent: 'remove', account: 'a-1' },
    { [removeMember]: { state: 'pending' } },
    '/organize/page?done=pending',
  ],
  [
    'a change that staff decide',
    'charityTeam',
    { intent: 'change', account: 'a-1', role: 'admin' },
    { [changeMember]: { state: 'requested' } },
    '/organize/page?done=requested',
  ],
  [
    'a stopped transfer',
    'charityTeam',
    { intent: 'stop', change: 'c-1' },
    { [stop]: { state: 'stopped' } },
    '/organize/page?done=stopped',
  ],
  [
    'a contested transfer',
    'charityTeam',
    { intent: 'stop', change: 'c-1' },
    { [stop]: { state: 'contested' } },
    '/organize/page?done=contested',
  ],
])('%s leads to %s', async (...row) => {
  const [, name, form, answers, location] = row
  expect(await post(name, form, { api: fakeApi(answers as Record<string, unknown>).api })).toEqual({
    status: 303,
    location,
  })
})

const donation = {
  amount: '25.50',
  receivedOn: '2026-02-01',
  donorName: 'Sana',
  anonymous: 'yes',
  method: 'cheque',
  note: 'Cheque 12',
  key: 'k-1',
}

test.each([
  ['counted', 'added'],
  ['waiting', 'waiting'],
])('a donation that is %s is recorded once, by the key of its form', async (state, done) => {
  const { api, calls } = fakeApi({ [add]: { state } })
  const location = `/organize/page?done=${done}`
  expect(await post('offline', { intent: 'add', ...donation }, { api })).toEqual({ status: 303, location })
  const { key, ...values } = donation
  expect(calls).toEqual([[add, { id: '8', ...values, anonymous: true }, key]])
})

test.each([
  ['?page=2', '?page=2&done=confirmed'],
  ['?page=-1', '?done=confirmed'],
  ['?page=x', '?done=confirmed'],
])('a confirmation at “%s” returns to that part of the list', async (query, result) => {
  const location = `/organize/page${result}`
  expect(await post('offline', { intent: 'confirm', gift: 'g-1' }, {}, query)).toEqual({ status: 303, location })
})

test.each([
  ['', 0],
  ['?page=2', 50],
  ['?page=999999', 250_000],
])('the list at “%s” begins with donation %i', async (query, offset) => {
  const { response, calls } = load('offline', { 'GET /v4/campaigns/:campaignId/offline': { donations: [] } }, query)
  await response
  expect(calls).toEqual([['GET /v4/campaigns/:campaignId/offline', { campaignId: '8', offset, limit: 25 }]])
})

test('each rendered form has a new key', async () => {
  const found = { 'GET /v4/campaigns/:campaignId/offline': { donations: [] } }
  const { data } = await load('offline', found).response
  expect(data).toMatchObject({ idempotencyKey: expect.stringMatching(/^41-/) })
})

const refusal = new Problem('validation', 'invalid-input', { fields: { publicName: { code: 'text-too-long' } } })

test.each<[Name, Form, string, object]>([
  ['team', { intent: 'invite', email, ...visibleValues }, invite, { email, ...visibleValues }],
  ['team', { intent: 'change', account: 'a-1', ...visibleValues }, change, { account: 'a-1', ...visibleValues }],
  ['charityTeam', { intent: 'invite', email, role: 'admin' }, inviteMember, { email, role: 'admin' }],
  ['offline', { intent: 'add', ...donation }, add, { ...donation, anonymous: true }],
  ['offline', { intent: 'withdraw', gift: 'g', reason: 'x'.repeat(400) }, withdraw, { reason: 'x'.repeat(400) }],
])('%s: the refused form %o comes back with what was typed', async (name, form, call, values) => {
  const response = await post(name, form, { api: fakeApi({ [call]: refusal }).api })
  expect(response).toMatchObject({ status: 400, data: { intent: form.intent, values, refused: { status: 400 } } })
})

test.each<[Name, Form]>([
  ['team', { intent: 'invite', email, ...visibleValues }],
  ['team', { intent: 'change', account: 'a-1', ...visibleValues }],
  ['team', { intent: 'remove', account: 'a-1' }],
  ['charityTeam', { intent: 'change', account: 'a-1', role: 'owner' }],
  ['charityTeam', { intent: 'stop', change: 'c-1' }],
  ['offline', { intent: 'add', amount: '25.50', key: 'k-1' }],
  ['offline', { intent: 'confirm', gift: 'g-1' }],
])('%s: after another login %o is pressed again', async (name, form) => {
  const { api, calls } = fakeApi()
  const { intent, ...values } = form
  const response = await post(name, { ...form, loggedInAs: '41', resumed: '1' }, { api })
  expect(response).toMatchObject({ status: 409, data: { intent, values, refused: { code: 'logged-in-again' } } })
  expect(calls).toEqual([])
})

test.each<[Name, string]>([
  ['team', ''],
  ['charityTeam', 'promote'],
  ['offline', 'delete'],
])('%s refuses the unknown intent “%s”', async (name, intent) => {
  expect(await post(name, { intent })).toMatchObject({ status: 400 })
})

test('an ended session keeps an offline donation with its key, so that it is recorded once', async () => {
  const { location = '' } = await post('offline', { intent: 'add', loggedInAs: '41' }, { viewer: visitors.guest })
  const keep = new URL(location, 'http://localhost').searchParams.get('keep')
  expect(keep).toBe('amount receivedOn donorName method anonymous note key')
})

test.each([
  [undefined, 'invite', 'email'],
  [{ intent: 'invite', values: { email } }, 'invite', 'email'],
  [{ intent: 'change', values: { account: 'a-1' } }, 'a-1', 'a-1'],
  [{ intent: 'back', values: { invitation: 'i-1' } }, 'invitations', 'invitations'],
])('the error of %o is shown at %s and links to %s', (sent, place, id) => {
  expect(placeOf(sent)).toBe(place)
  expect(errorsOfPeopleForm({ message: 'No.', fields: {} }, place)).toEqual([{ id, text: 'No.' }])
})

test('the error of a public name links to the field of its member', () => {
  expect(errorsOfPeopleForm({ message: 'No.', fields: { publicName: 'Too long.' } }, 'a-1')).toEqual([
    { id: 'a-1-public-name', text: 'Too long.' },
  ])
})

test('the fields of an offline donation fit its call', () => {
  const { key: _, ...fields } = offlineFields
  expect(misfits(add, fields)).toEqual([])
})

const saveSettings = 'PUT /v4/campaigns/:campaignId/supporter-settings'
const decide = 'POST /v4/campaigns/:campaignId/supporters/:pageId/state'
const settings = { isOn: true, needsApproval: false, hasLeaderboard: true }

test.each<[string, Form, string, object]>([
  ['settings of supporters’ pages', { isOn: 'on', hasLeaderboard: 'on' }, saveSettings, settings],
  ['an approved page', { page: 'p-1', state: 'live' }, decide, { pageId: 'p-1', state: 'live' }],
  ['a hidden page', { page: 'p-1', state: 'hidden' }, decide, { pageId: 'p-1', state: 'hidden' }],
  ['an unknown state, which hides', { page: 'p-1', state: 'x' }, decide, { pageId: 'p-1', state: 'hidden' }],
])('%s: one call, and back to the page', async (_, form, call, input) => {
  const { api, calls } = fakeApi()
  expect(await post('supporters', form, { api })).toEqual({ status: 303, location: '/organize/page?done=yes' })
  expect(calls).toEqual([[call, { campaignId: '8', ...input }]])
})

test('refused settings come back as they were chosen', async () => {
  const { api } = fakeApi({ [saveSettings]: new Problem('conflict', 'changed-elsewhere') })
  const response = await post('supporters', { isOn: 'on', hasLeaderboard: 'on' }, { api })
  expect(response).toMatchObject({ status: 409, data: { values: settings, refused: { message: expect.any(String) } } })
})
