import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { anAccount, aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const post = (url: string, payload: object, token?: string) =>
  installation.fastify.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
const choices = (answer: { cookies: unknown }) =>
  Object.fromEntries(
    (answer.cookies as { name: string; value: string }[])
      .filter(({ name }) => /^(lang|theme|currency|motion)$/.test(name))
      .map(({ name, value }) => [name, value]),
  )

test('the next page after login uses the account’s preferences', async () => {
  const { token } = await aSession(installation.app)
  expect(
    choices(await post('/api/user/properties', { language: 'ar', theme: 'dark', reducedMotion: true }, token)),
  ).toEqual({
    lang: 'ar',
    theme: 'dark',
    motion: 'reduced',
  })
  expect(choices(await post('/api/user/setPreferredCurrency', { currencyCode: 'KWD' }, token))).toEqual({
    currency: 'KWD',
  })
  expect(
    choices(
      await post('/api/user/properties', { reducedMotion: false, preferredCurrency: null, newsletter: true }, token),
    ),
  ).toEqual({
    motion: '',
    currency: '',
  })
  expect(choices(await post('/api/user/setPreferredCurrency', { currencyCode: 'XXX' }, token))).toEqual({})
})

test('another browser uses the account’s preferences right after login', async () => {
  const { id, email, password } = await anAccount(installation.app)
  const { token } = await openSession(installation.app, { ip: '192.0.2.1', userAgent: 'first' }, id)
  await post('/api/user/properties', { language: 'ar', preferredCurrency: 'EUR', reducedMotion: true }, token)
  expect(choices(await post('/v4/login', { email, password }))).toEqual({
    lang: 'ar',
    currency: 'EUR',
    motion: 'reduced',
  })
})

test('logging out through the API deletes the currency cookie as the page does (S2 §4)', async () => {
  const { token } = await aSession(installation.app)
  await post('/api/user/setPreferredCurrency', { currencyCode: 'KWD' }, token)
  const response = await post('/v4/logout', {}, token)
  expect([response.json(), choices(response)]).toEqual([{ ended: true }, { currency: '' }])
})
