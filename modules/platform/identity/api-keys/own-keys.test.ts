import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aSession } from '../testing.ts'

const draft = { name: 'My spreadsheet', scopes: ['own-donations:read'], expiresInDays: 365 }

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

async function call(token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload: object = {}) {
  const response = await installation.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json<Record<string, never>>() }
}

test('an account’s key reads its own records and nothing else [security-21]', async () => {
  const account = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
  const { status, body } = await call(account.token, 'POST', '/v4/api-keys', draft)
  expect(status).toBe(200)
  const { id, key } = body as unknown as { id: string; key: string }
  expect((await call(key, 'GET', '/v4/account/donations')).status).toBe(200)
  expect((await call(key, 'GET', '/v4/receipts')).body).toMatchObject({ code: 'api-key-scope' })
  // Its account is an admin, and the key isn't.
  expect((await call(key, 'GET', '/v4/staff/people')).status).toBe(403)
  // A key makes no keys.
  expect((await call(key, 'POST', '/v4/api-keys', draft)).body).toMatchObject({ code: 'api-key-closed' })
  expect((await call(key, 'GET', '/v4/api-key')).body).toMatchObject({ key: { id }, organization: null })
  expect((await call(account.token, 'GET', '/v4/api-key')).status).toBe(404)
  const stranger = await aSession(installation.app, { isConfirmed: true })
  expect((await call(stranger.token, 'DELETE', `/v4/api-keys/${id}`)).status).toBe(404)
  expect((await call(account.token, 'DELETE', `/v4/api-keys/${id}`)).status).toBe(200)
  expect((await call(key, 'GET', '/v4/account/donations')).body).toMatchObject({ code: 'api-key-not-valid' })
})

test('a key needs a recent proof of identity and a confirmed email [security-21]', async () => {
  const account = await aSession(installation.app, { isConfirmed: true })
  await installation.app.db
    .updateTable('identity.session')
    .set({ authenticated_at: new Date(installation.app.clock().getTime() - 3_600_000) })
    .where('token_hash', '=', account.viewer.tokenHash)
    .execute()
  expect((await call(account.token, 'POST', '/v4/api-keys', draft)).body).toMatchObject({
    code: 'reauthentication-required',
  })
  const unconfirmed = await aSession(installation.app, { isConfirmed: false })
  expect((await call(unconfirmed.token, 'POST', '/v4/api-keys', draft)).body).toMatchObject({
    code: 'confirm-email-first',
  })
})

test('a mistyped key is refused before anything is read [security-21]', async () => {
  const { status, body } = await call(`sunbul_test_${'0'.repeat(39)}`, 'GET', '/v4/api-key')
  expect([status, body]).toEqual([401, expect.objectContaining({ code: 'api-key-not-valid' })])
})
