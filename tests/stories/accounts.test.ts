import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityContract } from '#modules/platform/identity/contract.ts'
import type { MailRequest } from '#modules/platform/identity/index-server.ts'
import { mailTask } from '#modules/platform/identity/email/request-mail.ts'
import { sendAccountMail } from '#modules/platform/identity/email/send-mail.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const origin = 'http://localhost:3000'
let installation: TestApp
let queued: MailRequest[] = []
beforeAll(async () => {
  installation = await createTestApp({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  ;(installation.app as { enqueue: unknown }).enqueue = async (_tx: unknown, task: string, payload: MailRequest) =>
    void (task === mailTask && queued.push(payload))
})
afterAll(() => installation.close())

let count = 0
const freshEmail = () => `story-${++count}@example.org`
const body = (over: object = {}) => ({
  email: freshEmail(),
  password: 'ears of grain',
  firstName: 'Amina',
  lastName: 'Yusuf',
  ...over,
})
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  installation.fastify.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  })
const get = (url: string, cookie: string) => installation.fastify.inject({ method: 'GET', url, headers: { cookie } })
type Answered = Awaited<ReturnType<typeof post>>
const sidOf = (answer: Answered) => answer.cookies.find((cookie) => cookie.name === 'sid')
const cookieOf = (answer: Answered) => `sid=${sidOf(answer)!.value}`

async function codeTo(email: string, kind: string): Promise<string> {
  for (const request of queued.splice(0)) await sendAccountMail(installation.app, request)
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .select('plain')
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /[?&]code=([\w-]+)/.exec(mail.plain ?? '')![1]!
}

test('the session’s cookie is for this host, out of the reach of scripts, and not for other sites [security-1]', async () => {
  const cookie = sidOf(await post('/v4/signup', body()))!
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookie.domain).toBeUndefined()
  expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32)
})

test('a session that was planted opens nothing, before and after signing up and logging in [security-1]', async () => {
  const attacker = cookieOf(await post('/v4/signup', body()))
  const victim = body()
  const signedUp = await post('/v4/signup', victim, { cookie: attacker })
  expect(cookieOf(signedUp)).not.toBe(attacker)
  expect((await get('/api/user/current', attacker)).statusCode).toBe(401)
  expect((await get('/api/user/current', cookieOf(signedUp))).json()).toMatchObject({
    success: true,
    result: { email: victim.email },
  })
  const chosen = 'p'.repeat(43)
  const answer = await post('/v4/signup', body(), { cookie: `sid=${chosen}` })
  expect(sidOf(answer)!.value).not.toBe(chosen)
  expect((await get('/api/user/current', `sid=${chosen}`)).statusCode).toBe(401)
})

describe('every call of identity that changes something', () => {
  const unsafe = Object.keys(identityContract).filter((name) => name.startsWith('POST '))
  test.each(unsafe)('%s is refused to another site and to a form [security-2]', async (name) => {
    const url = name.slice('POST '.length)
    const cookie = cookieOf(await post('/v4/signup', body()))
    expect((await post(url, {}, { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post(url, {}, { cookie, origin: 'null' })).statusCode).toBe(403)
    expect((await post(url, {}, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect([400, 415]).toContain(
        (
          await installation.fastify.inject({
            method: 'POST',
            url,
            headers: { cookie, 'content-type': type },
            payload: 'a=b',
          })
        ).statusCode,
      )
    expect((await get('/api/user/current', cookie)).statusCode).toBe(200)
  })
})

test('a taken e-mail is answered like a free one: status, headers and body, now and when asked again [security-10]', async () => {
  const owner = body()
  const opened = await post('/v4/signup', owner)
  await post(
    '/v4/email-confirmations',
    { code: await codeTo(owner.email, 'confirm-email') },
    { cookie: cookieOf(opened) },
  )
  const [taken, free] = [body({ email: owner.email }), body()]
  const answers = [await post('/v4/signup', taken), await post('/v4/signup', free)]
  const shape = (answer: Answered) => ({
    status: answer.statusCode,
    headers: Object.keys(answer.headers).sort(),
    length: answer.headers['content-length'],
    fields: Object.keys(answer.json() as object),
  })
  expect(shape(answers[0]!)).toEqual(shape(answers[1]!))
  const later = async (answer: Answered, email: string) => {
    const current = (await get('/api/user/current', cookieOf(answer))).body
    const logIn = await post('/v4/login', { email, password: 'ears of grain but wrong' })
    const again = await post('/v4/email-confirmations/mails', {}, { cookie: cookieOf(answer) })
    const { result } = JSON.parse(current) as { result: { 'user-id': string } }
    return [
      current.replaceAll(email, 'E').replaceAll(result['user-id'], 'I'),
      logIn.statusCode,
      (logIn.json() as { code: string }).code,
      again.body,
    ]
  }
  expect(await later(answers[0]!, taken.email)).toEqual(await later(answers[1]!, free.email))
  for (const url of ['/v4/login/links', '/v4/password/mails'])
    expect(shape(await post(url, { email: owner.email }))).toEqual(shape(await post(url, { email: freshEmail() })))
})

test('objects in disguise are text or refused, in every field [security-11]', async () => {
  for (const disguise of [
    'O:8:"stdClass":0:{}',
    '{"__proto__":{}}',
    '{"constructor":{}}',
    '<script>alert(1)</script>',
    '${7*7}',
    "'; drop table identity.account; --",
  ])
    for (const field of ['email', 'password', 'firstName', 'lastName']) {
      const answer = await post('/v4/signup', body({ [field]: disguise }))
      expect([200, 400]).toContain(answer.statusCode)
      if (answer.statusCode === 200 && field !== 'password' && field !== 'email')
        expect(answer.json()).toMatchObject({ [field]: disguise })
    }
  for (const value of [{ __proto__: null, a: 1 }, ['x'], 7, null, true])
    expect((await post('/v4/signup', body({ firstName: value }))).statusCode).toBe(400)
  const poisoned = (text: string) =>
    installation.fastify.inject({
      method: 'POST',
      url: '/v4/signup',
      headers: { 'content-type': 'application/json' },
      payload: text,
    })
  expect((await poisoned('{"__proto__":{"roles":["admin"]},"email":"a@example.org"}')).statusCode).toBe(400)
  expect((await poisoned('{"constructor":{"prototype":{}},"email":"a@example.org"}')).statusCode).toBe(400)
})

test('no call about oneself can write roles, email or another account [security-3] [security-13]', async () => {
  const [mine, other] = [body(), body()]
  const cookie = cookieOf(
    await post('/v4/signup', { ...mine, roles: ['admin'], isConfirmed: true, email_confirmed_at: '2026-01-01' }),
  )
  const theirs = cookieOf(await post('/v4/signup', other))
  const otherId = ((await get('/api/user/current', theirs)).json() as { result: Record<string, string> }).result[
    'user-id'
  ]
  expect((await get('/api/user/current', cookie)).json()).toMatchObject({
    result: { roles: [], emailConfirmed: false },
  })
  expect((await post('/api/user/properties', { roles: ['admin'] }, { cookie })).statusCode).toBe(400)
  expect((await post('/api/user/properties', { 'user-id': otherId, theme: 'dark' }, { cookie })).statusCode).toBe(400)
  await post(
    '/v4/me/name',
    { firstName: 'Mallory', lastName: '', userId: otherId, roles: ['admin'], email: 'x@example.org' },
    { cookie },
  )
  expect((await get('/api/user/current', theirs)).json()).toMatchObject({
    result: { 'first-name': 'Amina', email: other.email, roles: [] },
  })
  expect((await get('/api/user/current', cookie)).json()).toMatchObject({
    result: { 'first-name': 'Mallory', email: mine.email, roles: [] },
  })
})

test('a mailed code is invalid for another account, and none is accepted from our own address [accounts-5]', async () => {
  const [one, two] = [body(), body()]
  const mine = cookieOf(await post('/v4/signup', one))
  await post('/v4/signup', two)
  const code = await codeTo(two.email, 'confirm-email')
  expect((await post('/v4/email-confirmations', { code }, { cookie: mine })).json()).toMatchObject({
    code: 'password-needed',
  })
  expect((await get('/api/user/current', mine)).json()).toMatchObject({
    result: { email: one.email, emailConfirmed: false },
  })
})

test('a sign-up after many from one network needs a proof of work (accounts-6)', async () => {
  const instant = installation.app.clock()
  const request = Array.from({ length: 100 }, (_, n) => ({
    email_key: `${n}@example.org`,
    ip: '198.51.100.7',
    requested_at: instant,
  }))
  await installation.app.write((tx) => tx.insertInto('identity.email_request').values(request).execute())
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/signup',
    remoteAddress: '198.51.100.7',
    headers: { 'content-type': 'application/json', origin },
    payload: JSON.stringify(body()),
  })
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ code: 'human-check-required', proof: { range: expect.any(Number) as number } })
})

test('pages linked from mails send no referrer and are not cached', async () => {
  for (const url of ['/login/link?code=x', '/password/new?code=x', '/v4/confirm-email?code=x']) {
    const { headers } = await installation.fastify.inject({ method: 'GET', url })
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cache-control']).toBe('no-store')
  }
})
