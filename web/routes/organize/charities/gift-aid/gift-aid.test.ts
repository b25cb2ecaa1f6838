import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { rejectFields } from '#web/features/money/gift-aid/claim-rows.tsx'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import * as giftAid from './gift-aid.tsx'
import * as claimPage from './gift-aid-claim.tsx'
import * as file from './gift-aid-file.ts'
import * as refused from './gift-aid-refused.tsx'

const params = { organizationId: '7' }
const path = '/organize/charities/7/gift-aid'
const ofClaim = { organizationId: '7', claimId: 'c-1' }
const claimPath = `${path}/claims/c-1`
const overview = 'GET /v4/organizations/:organizationId/gift-aid'
const settings = 'PATCH /v4/organizations/:organizationId/gift-aid'
const draft = 'POST /v4/organizations/:organizationId/gift-aid/claims'
const requests = 'POST /v4/organizations/:organizationId/gift-aid/detail-requests'
const detail = 'GET /v4/organizations/:organizationId/gift-aid/claims/:claimId'
const files = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/files/:part'
const submission = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/submission'
const payment = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/payment'
const cancellation = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/cancellation'
const rejections = 'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/rejections'

const post = (form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => giftAid.action(pageArgs(path, { params, form, ...page })))
const postClaim = (form: FakePage['form'] & object, page: FakePage = {}) =>
  resultOf(() => claimPage.action(pageArgs(claimPath, { params: ofClaim, form, ...page })))

test('shows claims and donations to correct with their days in the reader’s language', async () => {
  const { api } = fakeApi({
    [overview]: {
      exceptions: [{ donationId: 'd-1', givenOn: '2026-11-02', askedOn: null }],
      claims: [{ id: 'c-1', number: '4', state: 'draft', draftedAt: '2026-11-28T23:30:00Z', rows: 2, net: 1_250 }],
    },
  })
  const { data } = await resultOf(() => giftAid.loader(pageArgs(path, { params, api })))
  expect(data).toMatchObject({
    exceptions: [{ day: '2 November 2026', askedOn: null }],
    claims: [{ day: '28 November 2026', rows: 2 }],
  })
})

test('saves the settings, and shows what was typed beside a refusal', async () => {
  const typed = {
    hmrcReference: 'AB12345',
    accountingYearEnd: '03-31',
    claimedBefore: 'until',
    claimedUntil: '2026-10-31',
    references: '',
  }
  const { api, calls } = fakeApi()
  expect(await post({ intent: 'settings', ...typed }, { api })).toEqual({ status: 303, location: `${path}?done=saved` })
  expect(calls).toEqual([[settings, { ...params, ...typed }]])
  const refusing = fakeApi({ [settings]: new Problem('validation', 'invalid-input') })
  expect(await post({ intent: 'settings', ...typed }, { api: refusing.api })).toMatchObject({
    status: 400,
    data: { values: typed },
  })
})

test('a draft leads to its page', async () => {
  const { api, calls } = fakeApi({ [draft]: { id: 'c-1' } })
  expect(await post({ intent: 'draft' }, { api })).toEqual({ status: 303, location: claimPath })
  expect(calls).toEqual([[draft, params]])
})

test('asks the donors of the listed donations', async () => {
  const { api, calls } = fakeApi()
  expect(await post({ intent: 'ask', donationIds: 'd-1 d-2' }, { api })).toMatchObject({ status: 303 })
  expect(calls).toEqual([[requests, { ...params, donationIds: ['d-1', 'd-2'] }]])
})

test('a list has days in the reader’s language, and an unknown reason is that of a missing declaration', async () => {
  const load = (query: string, page: FakePage = {}) =>
    resultOf(() => refused.loader(pageArgs(`${path}/refused${query}`, { params, ...page })))
  const { api } = fakeApi({
    'GET /v4/organizations/:organizationId/gift-aid/refused': { count: 1, donations: [{ givenOn: '2026-11-02' }] },
  })
  expect((await load('?reason=too-new', { api })).data).toMatchObject({
    reason: 'too-new',
    donations: [{ day: '2 November 2026' }],
  })
  expect((await load('?reason=none', { api })).data).toMatchObject({ reason: 'not-covered' })
})

test('a claim has its days in the reader’s language', async () => {
  const claim = { state: 'submitted', draftedAt: '2026-11-02T09:00:00Z', submittedOn: '2026-11-03', paidOn: null }
  const { api } = fakeApi({
    [detail]: { claim, rows: [{ givenOn: '2026-10-01' }], adjustments: [{ givenOn: '2026-09-01' }] },
  })
  const { data } = await resultOf(() => claimPage.loader(pageArgs(claimPath, { params: ofClaim, api })))
  expect(data).toMatchObject({
    draftedOn: '2 November 2026',
    submittedOn: '3 November 2026',
    paidOn: null,
    rows: [{ day: '1 October 2026' }],
    adjustments: [{ day: '1 September 2026' }],
  })
})

test('records what became of a claim', async () => {
  const { api, calls } = fakeApi({ [submission]: { state: 'submitted' } })
  const submitted = { submittedOn: '2026-11-03', reference: 'X1' }
  const paid = { paidOn: '2026-11-20', amount: '12.50' }
  const rejected = { donationId: 'd-1', reason: 'Unknown address' }
  const forms = { submit: submitted, pay: paid, reject: rejected, cancel: {} }
  const places = []
  for (const [intent, form] of Object.entries(forms))
    places.push((await postClaim({ intent, ...form }, { api })).location?.split('=')[1])
  expect(places).toEqual(['submitted', 'paid', 'rejected', 'cancelled'])
  expect(calls).toEqual([
    [submission, { ...ofClaim, ...submitted }],
    [payment, { ...ofClaim, ...paid }],
    [rejections, { ...ofClaim, ...rejected }],
    [cancellation, ofClaim],
  ])
})

test('a draft that was cancelled instead of submitted is shown without a success', async () => {
  const { api } = fakeApi({ [submission]: { state: 'cancelled' } })
  const form = { intent: 'submit', submittedOn: '2026-11-03', reference: 'X1' }
  expect(await postClaim(form, { api })).toEqual({ status: 303, location: claimPath })
})

test('a download is the file, and asks for a recent proof of identity', async () => {
  const filePath = `${claimPath}/files/1`
  const args = (page: FakePage) => pageArgs(filePath, { params: { ...ofClaim, part: '1' }, form: {}, ...page })
  const { api, calls } = fakeApi({ [files]: { filename: 'gift-aid-4-1.csv', csv: 'a,b' } })
  const response = await file.action(args({ api }))
  expect(await response.text()).toBe('a,b')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="gift-aid-4-1.csv"')
  expect(calls).toEqual([[files, { ...ofClaim, part: '1' }]])
  const refusing = fakeApi({ [files]: new Problem('authentication', 'reauthentication-required') })
  expect((await resultOf(() => file.action(args({ api: refusing.api })))).location).toMatch(
    /^\/account\/reauthenticate/,
  )
})

test('the fields fit the calls', () => {
  expect(misfits(settings, giftAid.settingsFields)).toEqual([])
  expect(misfits(submission, claimPage.submissionFields)).toEqual([])
  expect(misfits(payment, claimPage.paymentFields)).toEqual([])
  expect(misfits(rejections, rejectFields)).toEqual([])
})
