import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createAccount, openSession } from '#modules/platform/identity/login/log-in.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type FakeOpenId, startFakeOpenId } from '#tests/support/fake-openid.ts'

let installation: TestApp
let bare: TestApp
let identity: FakeOpenId
beforeAll(async () => {
  identity = await startFakeOpenId({ clientId: 'sunbul', clientSecret: undefined })
  bare = await createTestApp()
  installation = await createTestApp({
    environment: {
      OPENID_ISSUER: `${identity.issuer}/.well-known/openid-configuration`,
      OPENID_CLIENT_ID: 'sunbul',
      OPENID_NAME: 'Mosque',
    },
  })
})
afterAll(async () => {
  await installation.close()
  await bare.close()
  await identity.stop()
})

const get = (url: string, headers: Record<string, string> = {}, testApp = installation) =>
  testApp.fastify.inject({ method: 'GET', url, headers })
const cookiesOf = (answer: { cookies: unknown }) =>
  answer.cookies as { name: string; value: string; httpOnly?: boolean; sameSite?: string; maxAge?: number }[]
const cookieHeader = (answer: { cookies: unknown }) =>
  cookiesOf(answer)
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** Goes to the provider and back with its response. */
async function comeBack(
  as: string,
  from = '/login/with/openid?redirectUrl=%2Faccount',
  headers: Record<string, string> = {},
) {
  const begun = await get(from, headers)
  const location = (await fetch(`${begun.headers.location}&as=${as}`, { redirect: 'manual' })).headers.get('location')!
  return { path: location.slice(installation.app.origin.length), cookie: cookieHeader(begun), begun }
}

test('no external login is offered until the operator configures one', async () => {
  expect((await get('/v4/login/providers', {}, bare)).json()).toEqual({ providers: [] })
  for (const provider of ['google', 'facebook', 'openid'])
    expect((await get(`/login/with/${provider}`, {}, bare)).statusCode).toBe(404)
  expect((await get('/v4/login/providers')).json()).toEqual({ providers: [{ key: 'openid', name: 'Mosque' }] })
})

test('a browser returns from the provider logged in on the requested page', async () => {
  identity.people.set('amina', {
    sub: 'amina',
    email: 'amina@id.example.org',
    email_verified: true,
    given_name: 'Amina',
  })
  const { path, cookie, begun } = await comeBack('amina')
  expect(begun.statusCode).toBe(303)
  expect(cookiesOf(begun)).toMatchObject([{ name: 'login-flow', httpOnly: true, sameSite: 'Lax' }])
  const back = await get(path, { cookie })
  expect([back.statusCode, back.headers.location]).toEqual([303, '/account'])
  expect(cookiesOf(back)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'login-flow', value: '' }),
      expect.objectContaining({ name: 'sid', httpOnly: true, sameSite: 'Lax' }),
      expect.objectContaining({ name: 'bid', httpOnly: true, sameSite: 'Lax', maxAge: 400 * 86_400 }),
    ]),
  )
  expect((await get('/v4/me', { cookie: cookieHeader(back) })).json()).toMatchObject({
    kind: 'account',
    email: 'amina@id.example.org',
  })
  // The same response again in the same browser fails, because its code was used.
  expect((await get(path, { cookie })).headers.location).toBe(
    '/login?problem=external-login-failed&redirectUrl=%2Faccount',
  )
})

test('a response in another browser logs no one in there [security-2]', async () => {
  identity.people.set('mallory', { sub: 'mallory', email: 'mallory@id.example.org', email_verified: true })
  const { path } = await comeBack('mallory')
  const victim = await get(path)
  expect(victim.headers.location).toMatch(/^\/login\?problem=external-login-expired/)
  expect(cookiesOf(victim).filter(({ name, value }) => name === 'sid' && value !== '')).toEqual([])
})

test('another site can’t start a login, and it returns only to our pages [security-6]', async () => {
  const foreign = await get('/login/with/openid', { 'sec-fetch-site': 'cross-site' })
  expect([foreign.statusCode, foreign.headers.location, cookiesOf(foreign)]).toEqual([303, '/login', []])
  const { path, cookie } = await comeBack(
    'amina',
    `/login/with/openid?redirectUrl=${encodeURIComponent('https://evil.example/')}`,
  )
  expect((await get(path, { cookie })).headers.location).toBe('/')
})

test('a login ends the browser’s previous session [security-1]', async () => {
  const id = await createAccount(installation.app, {
    email: 'planted@example.org',
    password: null,
    firstName: '',
    lastName: '',
  })
  const { token } = await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, id!)
  const { path, cookie } = await comeBack('amina')
  const back = await get(path, { cookie: `${cookie}; sid=${token}` })
  expect(back.headers.location).toBe('/account')
  expect((await get('/v4/me', { cookie: `sid=${token}` })).json()).toMatchObject({ kind: 'anonymous' })
})

test('connecting a provider requires a recent login [accounts-2]', async () => {
  const id = await createAccount(installation.app, {
    email: 'links@example.org',
    password: null,
    firstName: '',
    lastName: '',
  })
  const { token } = await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, id!)
  const cookie = `sid=${token}`
  const fresh = await comeBack('declined', '/login/with/openid?link=yes', { cookie })
  expect((await get(fresh.path, { cookie: `${cookie}; ${fresh.cookie}` })).headers.location).toBe(
    '/account/security?problem=external-login-declined',
  )
  await installation.app.write((tx) =>
    sql`update identity.session set authenticated_at = authenticated_at - interval '11 minutes'`.execute(tx),
  )
  expect((await get('/login/with/openid?link=yes', { cookie })).headers.location).toBe(
    '/account/again?redirectUrl=%2Faccount%2Fsecurity',
  )
})

test('reauthentication needs the same account, and shows its result on the requesting page [accounts-2]', async () => {
  identity.people.set('another-person', { sub: 'another-person', email: 'else@id.example.org', email_verified: true })
  const id = await createAccount(installation.app, {
    email: 'again@example.org',
    password: null,
    firstName: '',
    lastName: '',
  })
  const { token } = await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, id!)
  const own = `sid=${token}`
  const { path, cookie } = await comeBack(
    'another-person',
    '/login/with/openid?again=yes&redirectUrl=%2Faccount%2Fprivacy%2Ferase',
    { cookie: own },
  )
  const back = await get(path, { cookie: `${own}; ${cookie}` })
  expect(back.headers.location).toBe(
    '/account/again?problem=external-login-other&redirectUrl=%2Faccount%2Fprivacy%2Ferase',
  )
  expect(cookiesOf(back).filter(({ name }) => name === 'sid')).toEqual([])
  expect((await get('/v4/me', { cookie: own })).json()).toMatchObject({ email: 'again@example.org' })
})

test('a profile picture is visible only to its owner', async () => {
  expect((await get('/account/picture')).statusCode).toBe(404)
})

test('a device is visible to its own account only, and another account’s is not found [security-3]', async () => {
  const sessions = await Promise.all(
    ['one@example.org', 'two@example.org'].map(async (email) => {
      const id = await createAccount(installation.app, { email, password: null, firstName: '', lastName: '' })
      return openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, id!)
    }),
  )
  const [one, two] = sessions.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const { devices } = (await get('/v4/devices', one!)).json() as { devices: { id: string }[] }
  expect(devices).toHaveLength(1)
  const end = (headers: object) =>
    installation.fastify.inject({
      method: 'DELETE',
      url: `/v4/devices/${devices[0]!.id}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: {},
    })
  expect((await end(two!)).statusCode).toBe(404)
  expect((await end(one!)).json()).toEqual({ ended: true })
  expect((await get('/v4/devices', one!)).statusCode).toBe(401)
})
