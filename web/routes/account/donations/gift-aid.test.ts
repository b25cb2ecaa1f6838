import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as page from './gift-aid.tsx'

const path = '/account/gift-aid'
const overview = { declarations: [], donations: [], details: null, today: '2026-11-29' }
const answers = {
  'GET /v4/account/gift-aid': overview,
  'GET /api/projectapi/permittedCountryCodes': ['GB'],
  'GET /v4/places': { reach: 'city' },
}
const post = (form: Record<string, string>, refused: Record<string, unknown> = {}) => {
  const { api, calls } = fakeApi(refused)
  return resultOf(() => page.action(pageArgs(path, { form, api }))).then((result) => ({ result, calls }))
}

test('loads the declarations of a signed-in donor, and sends others to log in', async () => {
  const { api } = fakeApi(answers)
  const loaded = await resultOf(() => page.loader(pageArgs(`${path}?done=ended`, { api })))
  expect(loaded.data).toMatchObject({ overview, done: 'ended' })
  const guest = await resultOf(() => page.loader(pageArgs(path, { api, viewer: visitors.guest })))
  expect(guest.location).toMatch(/log/)
})

test('ends a declaration, excludes a donation and saves the details', async () => {
  const ended = await post({ intent: 'end', id: 'd-1', from: '2026-12-01' })
  expect([ended.calls, ended.result.location]).toEqual([
    [['POST /v4/account/gift-aid/declarations/:declarationId/end', { declarationId: 'd-1', from: '2026-12-01' }]],
    `${path}?done=ended`,
  ])
  const excluded = await post({ intent: 'exclude', id: 'd-2' })
  expect([excluded.calls, excluded.result.location]).toEqual([
    [['POST /v4/account/gift-aid/donations/:donationId/exclude', { donationId: 'd-2' }]],
    `${path}?done=excluded#donations`,
  ])
  const agreed = await post({ intent: 'confirm', id: 'd-3' })
  expect([agreed.calls, agreed.result.location]).toEqual([
    [['POST /v4/account/gift-aid/donations/:donationId/confirm', { donationId: 'd-3' }]],
    `${path}?done=agreed#donations`,
  ])
  const declared = await post({ intent: 'declare', id: '7', textVersion: 'hmrc-2024-03' })
  expect([declared.calls, declared.result.location]).toEqual([
    [['POST /v4/account/gift-aid/declarations', { organizationId: '7', textVersion: 'hmrc-2024-03' }]],
    `${path}?done=declared-now`,
  ])
  const saved = await post({ intent: 'details', 'taxAddress-line1': '1 King Street', 'taxAddress-country': 'GB' })
  expect(saved.calls).toMatchObject([
    ['POST /v4/account/gift-aid/details', { address: { Address: '1 King Street', Country: 'GB' } }],
  ])
  expect(saved.result.location).toBe(`${path}?done=details-saved#details`)
})

test('shows a refusal at its control, with everything that was typed', async () => {
  const late = new Problem('validation', 'invalid-input', { fields: { from: { code: 'gift-aid-end-in-past' } } })
  const ended = await post(
    { intent: 'end', id: 'd-1', from: '2020-01-01' },
    { 'POST /v4/account/gift-aid/declarations/:declarationId/end': late },
  )
  expect(ended.result).toMatchObject({
    status: 400,
    data: { values: { id: 'd-1', from: '2020-01-01' }, refused: { fields: { from: 'text of gift-aid-end-in-past' } } },
  })
  const claimed = await post(
    { intent: 'exclude', id: 'd-2' },
    { 'POST /v4/account/gift-aid/donations/:donationId/exclude': new Problem('conflict', 'donation-claimed') },
  )
  expect(claimed.result).toMatchObject({
    status: 409,
    data: { values: { id: 'd-2' }, refused: { message: 'text of donation-claimed' } },
  })
  const incomplete = new Problem('validation', 'invalid-input', {
    fields: { 'address.Zip': { code: 'field-required' } },
  })
  const details = await post(
    { intent: 'details', 'taxAddress-line1': '1 King Street' },
    { 'POST /v4/account/gift-aid/details': incomplete },
  )
  expect(details.result).toMatchObject({
    status: 400,
    data: {
      values: { 'taxAddress-line1': '1 King Street' },
      refused: { fields: { 'address.Zip': expect.any(String) } },
    },
  })
})

test('an ended session keeps the day or the address, and a declaration isn’t made by a login', async () => {
  const guest = { viewer: visitors.guest }
  const typed = { intent: 'details', 'taxAddress-line1': '1 King Street', loggedInAs: '41' }
  const response = await resultOf(() => page.action(pageArgs(path, { form: typed, ...guest })))
  expect(response.status).toBe(307)
  expect(new URLSearchParams(response.location?.split('?')[1]).get('keep')).toContain('taxAddress-line1')
  const resumed = { intent: 'declare', id: '7', textVersion: 'hmrc-2024-03', loggedInAs: '41', resumed: '1' }
  expect(await post(resumed)).toMatchObject({
    calls: [],
    result: { status: 409, data: { refused: { code: 'logged-in-again' } } },
  })
})
