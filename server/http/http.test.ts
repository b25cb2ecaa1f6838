import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { contract } from '#modules/contract.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { openPool } from '#server/database/db.ts'
import { callInProcess } from '#server/http/http.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'

let it: TestApp
const warnings: { facts: object; text: string }[] = []
beforeAll(async () => {
  it = await createTestApp({
    log: {
      debug: () => {},
      info: () => {},
      error: () => {},
      warn: (fields, text) => void warnings.push({ facts: fields, text }),
    },
  })
})
afterAll(() => it.close())

const json = { 'content-type': 'application/json' }
const ask = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: unknown,
  headers: Record<string, string> = json,
) =>
  it.fastify.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })

describe('every call of the contract', () => {
  for (const [call, endpoint] of Object.entries<Endpoint>(contract)) {
    test(`${call} is served`, () => {
      const [method, url] = call.split(' ') as ['GET', string]
      const constraints = endpoint.hasPage ? { reader: 'program' } : {}
      expect(it.fastify.hasRoute({ method, url, constraints })).toBe(true)
    })
  }
})

describe('refusals', () => {
  test('/v4 answers problem+json with fields, and the request’s id', async () => {
    const answer = await ask(
      'POST',
      '/v4/quotes',
      { campaignId: 'x', amount: '20' },
      { ...json, 'x-request-id': 'a-request-of-mine' },
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toMatchObject({
      status: 400,
      class: 'validation',
      code: 'invalid-input',
      requestId: 'a-request-of-mine',
      title: expect.any(String),
      detail: expect.any(String),
    })
    expect(Object.keys(answer.json().fields)).toEqual(expect.arrayContaining(['campaignId', 'amount', 'currency']))
    expect(answer.headers['x-request-id']).toBe('a-request-of-mine')
  })
  test('/api answers the envelope with the truthful status', async () => {
    const answer = await ask('POST', '/api/donate/donate/1', {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: 'Please check your input and try again.' })
  })
  test('errors are in the language that the visitor asks for', async () => {
    const answer = await ask('POST', '/api/donate/donate/1', {}, { ...json, 'accept-language': 'ar' })
    expect(answer.json().message).toMatch(/[\u0600-\u06FF]/)
    const response = await ask(
      'POST',
      '/api/donate/donate/1',
      {},
      { ...json, 'accept-language': 'ar', cookie: 'lang=en' },
    )
    expect(response.json().message).toBe('Please check your input and try again.')
    // A page shown by `?lang=ar` names its language in its calls, and this takes precedence over the cookie.
    const shown = await ask(
      'POST',
      '/api/donate/donate/1',
      {},
      { ...json, 'accept-language': 'en', 'content-language': 'ar', cookie: 'lang=en' },
    )
    expect(shown.json().message).toMatch(/[\u0600-\u06FF]/)
    const unknown = await ask('POST', '/api/donate/donate/1', {}, { ...json, 'content-language': 'xx' })
    expect(unknown.json().message).toBe('Please check your input and try again.')
  })
  test('an unknown API path returns 404 in the format of its API', async () => {
    const answer = await ask('GET', '/api/no/such/call')
    expect([answer.statusCode, answer.json().success]).toEqual([404, false])
    expect((await ask('GET', '/v4/no-such-call')).statusCode).toBe(404)
    expect((await ask('GET', '/%zz')).statusCode).toBe(404)
  })
  test('an unexpected error is returned without its text', async () => {
    const campaign = await aCampaign(it.app)
    const owner = openPool({ url: it.database.ownerUrl, log: silentLog, role: 'postgres', max: 1 })
    await owner.query('alter table comments.comment rename to elsewhere')
    const answer = await ask('GET', `/v4/campaigns/${campaign.id}/comments`)
    await owner.query('alter table comments.elsewhere rename to comment')
    await owner.end()
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/comments\.comment|does not exist|select/)
    expect(answer.json()).toMatchObject({ class: 'server' })
  })
})

test('schemes and media types are case-insensitive, and an empty JSON body is accepted', async () => {
  const { token } = await aSession(it.app)
  for (const authorization of [`bearer ${token}`, `BEARER ${token}`])
    expect((await it.fastify.inject({ url: '/v4/me', headers: { authorization } })).json()).toMatchObject({
      kind: 'account',
    })
  const requestText = JSON.stringify({ currency: 'USD' })
  expect(
    (
      await ask('POST', '/v4/checkout/guest/baskets', requestText, {
        'content-type': 'Application/JSON; charset=UTF-8',
      })
    ).statusCode,
  ).toBe(200)
  const path = `/v4/checkout/guest/baskets/${randomUUID()}/items/${randomUUID()}`
  expect((await it.fastify.inject({ method: 'DELETE', url: path, headers: json })).statusCode).toBe(404)
  expect((await ask('POST', '/v4/logout', '')).statusCode).toBe(200)
  expect((await ask('POST', '/v4/checkout/guest/baskets', '')).statusCode).toBe(200)
})

test('each 401 names the scheme of tokens, never one for which browsers ask for a password', async () => {
  for (const [method, url] of [
    ['GET', '/v4/devices'],
    ['POST', '/api/projectadmin/offlineDonation'],
  ] as const) {
    const { statusCode, headers } = await ask(method, url, method === 'POST' ? {} : undefined)
    expect([url, statusCode, headers['www-authenticate']]).toEqual([url, 401, 'Bearer'])
  }
  expect((await ask('GET', '/v4/campaigns/unknown')).headers['www-authenticate']).toBeUndefined()
})

describe('requests from other sites (security-2)', () => {
  test('a form post is refused because JSON is required', async () => {
    const answer = await ask('POST', '/v4/quotes', 'amount=20', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'json-required'])
    expect((await ask('POST', '/v4/quotes', '{}', { 'content-type': 'text/plain' })).statusCode).toBe(415)
  })
  test('a DELETE may have no body, but is refused from another site', async () => {
    const path = `/v4/checkout/guest/baskets/${randomUUID()}/items/${randomUUID()}`
    expect((await it.fastify.inject({ method: 'DELETE', url: path })).statusCode).toBe(404)
    expect(
      (await it.fastify.inject({ method: 'DELETE', url: path, headers: { origin: 'https://evil.example' } }))
        .statusCode,
    ).toBe(403)
    expect(
      (
        await it.fastify.inject({
          method: 'DELETE',
          url: path,
          headers: { 'content-type': 'text/plain' },
          payload: 'x',
        })
      ).statusCode,
    ).toBe(415)
  })
  test('a foreign origin is refused, our own is not', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const answer = await ask('POST', '/v4/quotes', {}, { ...json, ...headers })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross-site'])
    }
    expect(
      (await ask('POST', '/v4/quotes', {}, { ...json, origin: it.app.origin, 'sec-fetch-site': 'same-origin' })).json()
        .code,
    ).toBe('invalid-input')
  })
})

describe('nonsense', () => {
  test('a body of more than 64 kB is refused', async () => {
    expect((await ask('POST', '/v4/quotes', { note: 'x'.repeat(70_000) })).statusCode).toBe(413)
  })
  test('keys that would change a prototype are refused', async () => {
    for (const body of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":{"__proto__":{}}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
    ]) {
      expect((await ask('POST', '/v4/quotes', body)).statusCode).toBe(400)
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
  test('text that the database can’t store is refused at its field', async () => {
    const basket = (await ask('POST', '/v4/checkout/guest/baskets', { currency: 'USD' })).json<{
      id: string
      token: string
    }>()
    const headers = { ...json, authorization: `Bearer ${basket.token}` }
    for (const name of ['a\u0000b', 'half \ud83d of a character']) {
      const url = `/v4/checkout/guest/baskets/${basket.id}`
      const refused = await it.fastify.inject({
        method: 'PATCH',
        url,
        headers,
        payload: JSON.stringify({ anonymous: { enabled: true, name, location: '' } }),
      })
      expect([refused.statusCode, Object.keys(refused.json<{ fields: object }>().fields)]).toEqual([
        400,
        ['anonymous.name'],
      ])
    }
    expect((await ask('GET', '/v4/campaign-pages/%00')).statusCode).toBe(400)
  })
  test('broken JSON, an array and a string are invalid input', async () => {
    for (const body of ['{', '[]', '"x"', 'null', ''])
      expect((await ask('POST', '/v4/quotes', body)).statusCode).toBe(400)
  })
  test('invalid amounts are refused [security-14]', async () => {
    for (const amount of [0.001, '20', [20], Number.MAX_SAFE_INTEGER * 4, null, {}, true]) {
      expect((await ask('POST', '/v4/quotes', { campaignId: '1', amount, currency: 'USD' })).statusCode).toBe(400)
    }
    for (const currency of ['usd', 'US', ['USD'], 5])
      expect((await ask('POST', '/v4/quotes', { campaignId: '1', amount: 2000, currency })).statusCode).toBe(400)
  })
})

test('a card number in a text field is refused and logged without the number [payments-19]', async () => {
  const body = { campaignId: '1', amount: '20', currency: 'USD', note: 'my card 4242 4242 4242 4242' }
  const answer = await ask('POST', '/api/donate/donate/1', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().result).toMatchObject({
    code: 'card-number-in-text',
    fields: { note: expect.stringContaining('card number') },
  })
  expect(
    warnings.some(({ facts }) => JSON.stringify(facts).includes('note') && !JSON.stringify(facts).includes('4242')),
  ).toBe(true)
})

const policyOfOthers = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
describe('headers', () => {
  test('every response has them, each page has its own nonce, other responses may run nothing', async () => {
    const [one, two, page, other] = await Promise.all([
      ask('GET', '/livez'),
      ask('GET', '/v4/me'),
      ask('GET', '/docs/api'),
      ask('GET', '/docs/api'),
    ])
    for (const { headers } of [one, two, page]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-\S{24}'/)
    expect(page.headers['content-security-policy']).not.toBe(other.headers['content-security-policy'])
    for (const { headers } of [one, two]) expect(headers['content-security-policy']).toBe(policyOfOthers)
    expect(two.headers['cache-control']).toBe('no-store')
  })
  test('a payment page can use a wallet’s window and lets provider frames request payments [payments-24]', async () => {
    const { headers } = await ask('GET', '/v4/checkout/water')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['permissions-policy']).toMatch(/^payment=\(self "http:\/\/127\.0\.0\.1:\d+"\)/)
    expect((await ask('GET', '/v4/discover')).headers['permissions-policy']).toMatch(/^payment=\(self\)/)
  })
  test('a page with a receipt’s token in its URL is neither stored nor named to other sites [security-4]', async () => {
    const { headers } = await ask('GET', '/receipts/00000000-0000-7000-8000-000000000000/trail?token=rc_x')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  })
  test('only the page of fundraisers may request the visitor’s location [content-13]', async () => {
    for (const path of ['/v4/discover', '/v4/discover?country=JO'])
      expect((await ask('GET', path)).headers['permissions-policy']).toContain('geolocation=(self)')
    for (const path of ['/v4', '/v4/discover/x', '/v4/discovery/cards', '/v4/campaign/discover', '/v4/basket'])
      expect((await ask('GET', path)).headers['permissions-policy']).toContain('geolocation=()')
  })
  test.each([
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/.well-known/security.txt',
    '/icon.svg',
    '/api/no/such/call',
    '/v4/no-such-call',
    '/account/picture',
    '/login/with/unknown',
    '/v4/media',
    '/art/no-such-picture',
    '/share/no-such/fundraiser.png',
  ])('%s is no page, nor is its refusal: whatever shows it as one runs and loads nothing', async (url) => {
    expect((await ask('GET', url)).headers['content-security-policy']).toBe(policyOfOthers)
  })
})

test('serves liveness, readiness with named checks, metrics, OpenAPI and its page', async () => {
  expect((await ask('GET', '/livez')).json()).toEqual({ ok: true })
  const ready = await ask('GET', '/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json().checks.map((check: { name: string }) => check.name)).toEqual(
    expect.arrayContaining(['database', 'migrations', 'outbox', 'payments']),
  )
  expect((await ask('GET', '/metrics')).body).toContain('sunbul_http_seconds_bucket')
  expect((await ask('GET', '/openapi.json')).json().openapi).toBe('3.1.0')
  const page = await ask('GET', '/docs/api')
  expect(page.body.match(/ href="#\//g)).toHaveLength(Object.keys(contract).length)
})

describe('a call from a page on the server', () => {
  const data = {
    requestId: 'r',
    ip: '203.0.113.1',
    userAgent: '',
    acceptHeader: '',
    country: 'GB',
    locale: 'en',
    idempotencyKey: undefined,
    sessionId: undefined,
  } as const
  test('has the same parsing and access checks as over HTTP', async () => {
    await expect(
      callInProcess(it.app, 'POST /v4/quotes', { campaignId: 'x' }, { kind: 'anonymous' }, data),
    ).rejects.toMatchObject({
      tag: 'problem',
      code: 'invalid-input',
    })
    const payload = { campaignId: '1', amount: '20', currency: 'USD', CustomName: '4242424242424242' }
    await expect(
      callInProcess(it.app, 'POST /api/donate/donate/:campaignId', payload, { kind: 'anonymous' }, data),
    ).rejects.toMatchObject({
      code: 'card-number-in-text',
    })
  })
  test('returns the same JSON types', async () => {
    const { result } = await callInProcess(it.app, 'GET /v4/campaigns', {}, { kind: 'anonymous' }, data)
    expect(result).toEqual(JSON.parse((await ask('GET', '/v4/campaigns')).body))
  })
})

test.each(['/v4/subscriptions', '/v4/me/name'])(
  'who is signed in has a measure of their own, however many share their line (%s)',
  async (url) => {
    const [one, other] = [await aSession(it.app), await aSession(it.app)]
    const ask = (token: string) =>
      it.fastify.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: {},
        remoteAddress: '203.0.113.77',
      })
    for (let requestCount = 0; requestCount < 20; requestCount++) expect((await ask(one.token)).statusCode).toBe(400)
    const refused = await ask(one.token)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      class: 'rate-limit',
      message: 'Too many requests. Please wait a moment and try again.',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other.token)).statusCode).toBe(400)
  },
)

test('a large body of nested lists or keys is refused before parsing and counts towards the limit', async () => {
  const { token } = await aSession(it.app)
  const send = (payload: string) =>
    it.fastify.inject({
      method: 'POST',
      url: '/v4/campaigns/999999/zakat-evidence',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
      remoteAddress: '203.0.113.78',
    })
  const lists = `{"file":"","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const names = `{${Array.from({ length: 60_000 }, (_, index) => `"n${index}":1`).join(',')}}`
  for (const nested of [lists, names])
    expect((await send(nested)).json()).toMatchObject({ status: 400, code: 'invalid-input' })
  expect(
    (await send(JSON.stringify({ description: 'A letter [1]', file: 'A'.repeat(1_000_000) }))).json(),
  ).toMatchObject({ code: 'campaign-not-found' })
  for (let sent = 3; sent < 30; sent++) expect((await send('{')).statusCode).toBe(400)
  expect((await send('{')).statusCode).toBe(429)
})
