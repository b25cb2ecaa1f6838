import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, misfits, pageArgs, resultOf, visitors } from '#web/kit/testing.ts'
import * as page from './gift-aid-paper.tsx'

const path = '/organize/charities/7/gift-aid/paper'
const params = { organizationId: '7' }
const list = 'GET /v4/organizations/:organizationId/gift-aid/paper'
const enter = 'POST /v4/organizations/:organizationId/gift-aid/paper'
const typed = {
  reference: '0A1B2C3D4E',
  scope: 'past_and_later',
  declaredOn: '2026-11-01',
  firstName: 'Bilal',
  lastName: 'Khan',
  line1: '7 Abbey Road',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
}

test('lists the declarations for members, and sends others to log in', async () => {
  const { api, calls } = fakeApi({ [list]: { declarations: [], today: '2026-11-29' } })
  const loaded = await resultOf(() => page.loader(pageArgs(path, { params, api })))
  expect([loaded.data, calls]).toEqual([{ declarations: [], today: '2026-11-29' }, [[list, params]]])
  const guest = await resultOf(() => page.loader(pageArgs(path, { params, viewer: visitors.guest })))
  expect(guest.location).toMatch(/log/)
})

test('enters a declaration, or shows the refusal with everything that was typed', async () => {
  const { api, calls } = fakeApi()
  const entered = await resultOf(() =>
    page.action(pageArgs(path, { params, form: { intent: 'enter', ...typed }, api })),
  )
  expect(entered.location).toBe(`${path}?done=entered`)
  expect(calls).toEqual([[enter, { ...params, ...typed, fileName: '', file: '' }]])
  const unknown = new Problem('validation', 'invalid-input', {
    fields: { reference: { code: 'gift-aid-reference-unknown' } },
  })
  const refused = await resultOf(() =>
    page.action(
      pageArgs(path, { params, form: { intent: 'enter', ...typed }, api: fakeApi({ [enter]: unknown }).api }),
    ),
  )
  expect(refused).toMatchObject({
    status: 400,
    data: { values: typed, refused: { fields: { reference: 'text of gift-aid-reference-unknown' } } },
  })
})

test('ends a declaration, or shows the refusal at its day', async () => {
  const end = 'POST /v4/organizations/:organizationId/gift-aid/paper/:declarationId/end'
  const form = { declarationId: 'd-1', from: '2026-12-01' }
  const { api, calls } = fakeApi()
  const ended = await resultOf(() => page.action(pageArgs(path, { params, form: { intent: 'end', ...form }, api })))
  expect([ended.location, calls]).toEqual([`${path}?done=ended`, [[end, { ...params, ...form }]]])
  const late = new Problem('validation', 'invalid-input', { fields: { from: { code: 'gift-aid-end-in-past' } } })
  const refused = await resultOf(() =>
    page.action(pageArgs(path, { params, form: { intent: 'end', ...form }, api: fakeApi({ [end]: late }).api })),
  )
  expect(refused).toMatchObject({
    status: 400,
    data: { intent: 'end', values: form, refused: { fields: { from: 'text of gift-aid-end-in-past' } } },
  })
})

test('its controls accept no more than the call', () => {
  const { file: _, ...texts } = page.paperFields
  expect(misfits(enter, texts)).toEqual([])
})
