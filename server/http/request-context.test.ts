import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { currencyOf, motionOf, toRequestContext, themeOf } from './request-context.ts'
import { sessionCookieName, viewerOf } from './viewer.ts'

let installation: TestApp
let statements: string[] = []
const edge = Fastify()
beforeAll(async () => {
  installation = await createTestApp({ environment: { DEFAULT_COUNTRY: '', COUNTRY_HEADER: 'x-country' } })
  const app: TestApp['app'] = {
    ...installation.app,
    statement: (name, ...rest) => {
      statements.push(name)
      return installation.app.statement(name, ...rest)
    },
  }
  await edge.register(fastifyCookie)
  edge.get('/page', { config: { page: true } as never }, async (request) => {
    await viewerOf(app, request)
    return toRequestContext(app, request).locale
  })
  edge.get('/', async (request) => {
    await viewerOf(app, request)
    const { locale, country } = toRequestContext(app, request)
    return {
      locale,
      country: country ?? null,
      theme: themeOf(request),
      motion: motionOf(request),
      currency: currencyOf(request) ?? null,
    }
  })
})
afterAll(async () => {
  await edge.close()
  await installation.close()
})

const makeData = async (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
  (await edge.inject({ url: '/', cookies, headers })).json<object>()
const choose = (token: string, payload: object) =>
  installation.fastify.inject({
    method: 'POST',
    url: '/api/user/properties',
    payload,
    headers: { authorization: `Bearer ${token}` },
  })

test('an account’s preferences apply in all its sessions without an extra query', async () => {
  const { id } = await anAccount(installation.app)
  const [first, second] = await Promise.all(
    ['first', 'second'].map((userAgent) => openSession(installation.app, { ip: '192.0.2.1', userAgent }, id)),
  )
  const cookies = { [sessionCookieName(false)]: second!.token, lang: 'en', theme: 'light', currency: 'EUR' }
  expect(await makeData(cookies)).toMatchObject({ locale: 'en', theme: 'light', motion: 'auto', currency: 'EUR' })
  await choose(first!.token, { language: 'ar', theme: 'dark', reducedMotion: true, preferredCurrency: 'PKR' })
  statements = []
  expect(await makeData(cookies)).toMatchObject({ locale: 'ar', theme: 'dark', motion: 'reduced', currency: 'PKR' })
  expect(statements).toEqual(['identity.session'])
  await choose(first!.token, { preferredCurrency: null })
  expect(await makeData(cookies)).toMatchObject({ locale: 'ar', currency: null })
})

test('an error is in the language chosen in another session of the account', async () => {
  const { id } = await anAccount(installation.app)
  const { token } = await openSession(installation.app, { ip: '192.0.2.1', userAgent: 'first' }, id)
  await choose(token, { language: 'ar' })
  const refused = await installation.fastify.inject({
    url: '/v4/account/donations/none',
    cookies: { [sessionCookieName(false)]: token, lang: 'en' },
  })
  expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  expect(refused.json<{ message: string }>().message).toMatch(/[\u0600-\u06ff]/)
})

test('a chosen country takes precedence over the located one; without both there is none [S1 §8]', async () => {
  expect(await makeData({})).toMatchObject({ country: null })
  expect(await makeData({}, { 'x-country': 'CA' })).toMatchObject({ country: 'CA' })
  expect(await makeData({ country: 'GB' }, { 'x-country': 'CA' })).toMatchObject({ country: 'GB' })
  expect(await makeData({ country: 'ZZ' }, { 'x-country': 'CA' })).toMatchObject({ country: 'CA' })
  expect(await makeData({ country: '<script>' })).toMatchObject({ country: null })
})

test('a page URL’s language takes precedence over cookie and account [contract-12]', async () => {
  const account = await anAccount(installation.app)
  const { token } = await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, account.id)
  await choose(token, { language: 'en' })
  const localeAt = async (url: string) =>
    (
      await edge.inject({
        url,
        cookies: { lang: 'en', [sessionCookieName(installation.app.isSecure)]: token },
        headers: { 'accept-language': 'en' },
      })
    ).body
  expect(await localeAt('/page?lang=ar')).toBe('ar')
  for (const query of ['', '?lang=xx', '?lang=', '?lang=ar&lang=en', '?lang=__proto__'])
    expect(await localeAt(`/page${query}`), query).toBe('en')
  expect(await localeAt('/?lang=ar')).toContain('"locale":"en"')
})
