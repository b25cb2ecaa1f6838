import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { keyRequestsPerMinute } from './key-limits.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

test('each key has its own limit, which every response states [contract-15]', async () => {
  const { app, fastify } = installation
  const { viewer } = await aSession(app, { isConfirmed: true })
  const settings = { name: 'A', scopes: ['own-donations:read'] as const, allowedAddresses: [], expiresAt: null }
  const create = () =>
    app.write((tx) =>
      apiKeys.create(app, tx, viewer, { ...settings, accountId: viewer.accountId, siblings: [viewer.accountId] }),
    )
  const [one, other] = [await create(), await create()]
  const call = async (key: string, version?: string) => {
    const { statusCode, headers } = await fastify.inject({
      method: 'GET',
      url: '/v4/account/donations',
      headers: { authorization: `Bearer ${key}`, ...(version ? { 'sunbul-version': version } : {}) },
    })
    return {
      statusCode,
      version: headers['sunbul-version'],
      policy: headers['ratelimit-policy'],
      rate: headers.ratelimit,
      retry: headers['retry-after'],
    }
  }
  expect(await call(one.key)).toMatchObject({
    statusCode: 200,
    policy: `"api-key";q=${keyRequestsPerMinute};w=60`,
    rate: expect.stringMatching(new RegExp(`^"api-key";r=${keyRequestsPerMinute - 1};t=\\d+$`)),
  })
  // contract-16
  expect(await call(one.key, '2026-11-30')).toMatchObject({ statusCode: 200, version: '2026-11-30' })
  expect(await call(one.key, '2020-01-01')).toMatchObject({ statusCode: 400 })
  await app.db
    .updateTable('identity.call_count' as never)
    .set({ requests: keyRequestsPerMinute } as never)
    .where('caller' as never, '=', one.id as never)
    .execute()
  expect(await call(one.key)).toMatchObject({
    statusCode: 429,
    rate: expect.stringMatching(/^"api-key";r=0;t=\d+$/),
    retry: expect.stringMatching(/^\d+$/),
  })
  expect((await call(other.key)).statusCode).toBe(200)
})
