import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp({ environment: { PAGES_DOMAIN: 'pages.example.net' } })
})
afterAll(() => it.close())

const request = (host: string, url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  it.fastify.inject({ method, url, headers: { host, ...headers } })
const tenant = 'umeed.pages.example.net'

describe('a charity’s host [pages-12]', () => {
  test('serves what pages load and robots.txt, and sets no cookie', async () => {
    for (const url of ['/robots.txt', '/icon.svg']) {
      const answer = await request(tenant, url)
      expect([answer.statusCode, answer.headers['set-cookie']], url).toEqual([200, undefined])
    }
  })
  test('is 404 for calls, accounts, staff, checkout, health and everything else', async () => {
    for (const url of [
      '/api/user/me',
      '/v4/me',
      '/v4/campaign-pages/a',
      '/v3/api/donate/applePaySession',
      '/v4/checkout/a',
      '/account/cards',
      '/staff/audit',
      '/openapi.json',
      '/docs/api',
      '/metrics',
      '/livez',
      '/sitemap.xml',
      '/embed.js',
      '/.well-known/security.txt',
    ])
      expect((await request(tenant, url, { cookie: 'sid=anything' })).statusCode, url).toBe(404)
  })
  test('is 404 for all methods but GET and HEAD, with and without a session', async () => {
    const { token } = await aSession(it.app)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    for (const url of ['/robots.txt', '/api/user/favorite', '/webhooks/payments', '/'])
      expect((await request(tenant, url, headers, 'POST')).statusCode, url).toBe(404)
  })
})

describe('unknown hosts [pages-11]', () => {
  test('below the pages’ domain are 421 without content', async () => {
    for (const host of ['pages.example.net', 'a.b.pages.example.net', '-.pages.example.net']) {
      const answer = await request(host, '/robots.txt')
      expect([answer.statusCode, answer.body], host).toEqual([421, ''])
    }
    expect((await request('pages.example.net', '/livez')).statusCode).toBe(200)
  })
  test('elsewhere are the platform’s in a demo', async () => {
    expect((await request('localhost', '/robots.txt')).statusCode).toBe(200)
    expect((await request('192.0.2.1', '/livez')).statusCode).toBe(200)
  })
  test('are not made a charity’s by a header that no trusted proxy sent', async () => {
    const answer = await request('localhost', '/openapi.json', { 'x-forwarded-host': tenant })
    expect(answer.statusCode).toBe(200)
  })
})

test('a page’s url names the host of its charity [pages-11]', async () => {
  const charity = await anOrganization(it.app, { slug: 'umeed' })
  const { token } = await aMemberOf(it, charity.id.toString(), 'owner')
  const path = '/v4/organizations/umeed/hosted-pages'
  await ask(it, token, 'POST', path, { title: 'Winter appeal', description: '<p>Coats.</p>', category: 'community' })
  const { body } = await ask(it, token, 'GET', `${path}/winter-appeal`)
  expect(body).toMatchObject({ url: 'http://umeed.pages.example.net/winter-appeal' })
})
