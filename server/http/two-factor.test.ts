import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessionIn } from '#modules/platform/identity/login/log-in.ts'
import { anAccount, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ environment: { TWO_FACTOR: 'required' } })
})
afterAll(() => server.close())

test('staff with one factor can read and change nothing if two are required [accounts-11]', async () => {
  const { app, fastify } = server
  const { id } = await anAccount(app, { roles: ['admin'] })
  const statusWith = async (hasSecondFactor: boolean) => {
    const { token } = await app.write((tx) => openSessionIn(app, tx, aRequestContext(), id, { hasSecondFactor }))
    const headers = { authorization: `Bearer ${token}` }
    const people = await fastify.inject({ url: '/v4/staff/people', headers })
    const own = await fastify.inject({ url: '/v4/two-factor', headers })
    return { people: people.statusCode, code: people.json<{ code?: string }>().code, own: own.json<object>() }
  }
  expect(await statusWith(false)).toEqual({
    people: 403,
    code: 'two-factor-required',
    own: { isOn: false, unusedRecoveryCodes: 0, hasSecondFactor: false, isRequired: true },
  })
  expect(await statusWith(true)).toMatchObject({ people: 200, own: { hasSecondFactor: true } })
})
