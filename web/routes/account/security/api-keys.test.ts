import { describe, expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { fakeApi, type FakePage, misfits, pageArgs, resultOf } from '#web/kit/testing.ts'
import { apiKeyForms } from '#web/features/platform/identity/api-key-forms.ts'
import * as ofCharity from '../../organize/charities/api-keys.tsx'
import * as ofAccount from './api-keys.tsx'

const owners = [
  {
    owner: 'a charity',
    page: ofCharity,
    path: '/organize/charities/7/api-keys',
    call: '/v4/organizations/:organizationId',
    params: { organizationId: '7' },
    scope: 'donations:read',
  },
  { owner: 'an account', page: ofAccount, path: '/account/api-keys', call: '/v4', params: {}, scope: 'own-plans:read' },
] as const

describe.each(owners)('API keys of $owner', ({ page, path, call, params, scope }) => {
  const post = (form: FakePage['form'] & object, over: FakePage = {}) =>
    resultOf(() => page.action(pageArgs(path, { params, form, ...over }) as never))
  const create = `POST ${call}/api-keys` as const
  const typed = {
    intent: 'create',
    name: 'CRM',
    scopes: [scope, 'unknown'],
    addresses: '192.0.2.1\n2001:db8::/32',
    expiresInDays: '365',
  }

  test('a new key is shown once, on the page', async () => {
    const { api, calls } = fakeApi({ [create]: { id: '1', key: 'sunbul_test_x' } })
    expect(await post(typed, { api })).toMatchObject({ data: { intent: 'create', result: { key: 'sunbul_test_x' } } })
    const draft = { name: 'CRM', scopes: [scope], addresses: ['192.0.2.1', '2001:db8::/32'], expiresInDays: 365 }
    expect(calls).toEqual([[create, { ...params, ...draft }]])
    expect(misfits(create, apiKeyForms([scope]).create)).toEqual([])
  })

  test('a refused form comes back with what was typed', async () => {
    const refused = new Problem('validation', 'invalid-input', { fields: { name: { code: 'api-key-name-missing' } } })
    expect(await post({ ...typed, name: '' }, { api: fakeApi({ [create]: refused }).api })).toMatchObject({
      status: 400,
      data: {
        values: { name: '', scopes: [scope], expiresInDays: '365' },
        refused: { fields: { name: expect.anything() } },
      },
    })
  })

  test('a rotated key is shown once, and a revoked one leads back to the page', async () => {
    const rotate = `POST ${call}/api-keys/:apiKeyId/rotation`
    const { api, calls } = fakeApi({ [rotate]: { id: '1', key: 'sunbul_test_y' } })
    expect(await post({ intent: 'rotate', id: '1', overlapHours: '168' }, { api })).toMatchObject({
      data: { result: { key: 'sunbul_test_y' } },
    })
    expect(await post({ intent: 'revoke', id: '1' }, { api })).toEqual({
      status: 303,
      location: `${path}?done=revoked`,
    })
    expect(calls).toEqual([
      [rotate, { ...params, apiKeyId: '1', overlapHours: 168 }],
      [`DELETE ${call}/api-keys/:apiKeyId`, { ...params, apiKeyId: '1' }],
    ])
  })
})
