import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aVerifiedHost } from '#modules/causes/organizations/testing.ts'
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

const productionEnvironment = {
  MODE: 'production',
  BASE_URL: 'https://give.example.org',
  SESSION_SECRET: 'x'.repeat(40),
  FIELD_KEY: Buffer.alloc(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@example.org',
  OPERATOR_NAME: 'Sunbul Foundation',
  CONTACT_EMAIL: 'help@example.org',
  ALLOW_SANDBOX_PAYMENTS: 'yes',
}

describe('a charity’s host [pages-12]', () => {
  test('serves what pages load and robots.txt, and sets no cookie', async () => {
    for (const url of ['/robots.txt', '/icon.svg']) {
      const answer = await request(tenant, url)
      expect([answer.statusCode, answer.headers['set-cookie']], url).toEqual([200, undefined])
    }
  })
  test('allows search engines everything and names the platform’s sitemap', async () => {
    expect((await request(tenant, '/robots.txt')).body).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: http://localhost:3000/sitemap.xml\n',
    )
  })
  test('returns 404 for calls, accounts, staff, checkout, health and all other paths', async () => {
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
  test('returns 404 for all methods except GET and HEAD, with and without a session', async () => {
    const { token } = await aSession(it.app)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    for (const url of ['/robots.txt', '/api/user/favorite', '/webhooks/payments', '/'])
      expect((await request(tenant, url, headers, 'POST')).statusCode, url).toBe(404)
  })
})

describe('unknown hosts [pages-19]', () => {
  test('below the pages’ domain get 421 without content', async () => {
    for (const host of ['pages.example.net', 'a.b.pages.example.net', '-.pages.example.net']) {
      const answer = await request(host, '/robots.txt')
      expect([answer.statusCode, answer.body], host).toEqual([421, ''])
    }
    expect((await request('pages.example.net', '/livez')).statusCode).toBe(200)
  })
  test('elsewhere are looked up, and are the platform’s in a demo if unverified', async () => {
    expect((await request('give.umeed.example', '/openapi.json')).statusCode).toBe(200)
    expect((await request('localhost', '/robots.txt')).statusCode).toBe(200)
    expect((await request('192.0.2.1', '/livez')).statusCode).toBe(200)
  })
  test('don’t become a charity’s by a header from an untrusted proxy', async () => {
    const answer = await request('localhost', '/openapi.json', { 'x-forwarded-host': tenant })
    expect(answer.statusCode).toBe(200)
  })
})

describe('a host that a charity verified [pages-19]', () => {
  test('has the same limits as the charity’s subdomain, in any spelling', async () => {
    const { id } = await anOrganization(it.app)
    await aVerifiedHost(it.app, id, 'give.proved.example')
    for (const host of ['give.proved.example', 'Give.Proved.Example:443']) {
      expect((await request(host, '/robots.txt')).statusCode, host).toBe(200)
      expect((await request(host, '/openapi.json')).statusCode, host).toBe(404)
    }
  })
  test.each([
    ['whose record is missing from DNS, but not yet dropped', {}, { missing_since: new Date(), missing_count: 1 }, 404],
    ['that was dropped', {}, { verified_at: null, is_primary: false }, 200],
    ['of a rejected charity', { verification_state: 'rejected' as const, verified_until: null }, {}, 200],
    [
      'of a closed charity',
      { closed_at: new Date(), verification_state: 'none' as const, verified_until: null },
      {},
      200,
    ],
  ])('%s', async (_, charity, domain, status) => {
    const { id } = await anOrganization(it.app, charity)
    const host = `give-${id}.example.com`
    await aVerifiedHost(it.app, id, host, domain)
    expect((await request(host, '/openapi.json')).statusCode).toBe(status)
  })
})

describe('in production without PAGES_DOMAIN [pages-19]', () => {
  let production: TestApp
  beforeAll(async () => {
    production = await createTestApp({ environment: productionEnvironment })
  })
  afterAll(() => production.close())
  const statusOf = async (host: string, url = '/robots.txt') =>
    (await production.fastify.inject({ url, headers: { host } })).statusCode
  test('serves the platform at BASE_URL, charities at verified hosts, and 421 elsewhere', async () => {
    expect(await statusOf('give.example.org')).toBe(200)
    for (const host of ['localhost', '192.0.2.1', '[::1]:3000', 'give.umeed.example', 'www.give.example.org', "a'b"])
      expect(await statusOf(host), host).toBe(421)
    const { id } = await anOrganization(production.app)
    await aVerifiedHost(production.app, id, 'give.umeed.example')
    expect(await statusOf('give.umeed.example')).toBe(200)
    expect(await statusOf('give.umeed.example', '/openapi.json')).toBe(404)
  })
  test('health checks are answered on every host', async () => {
    for (const host of ['localhost', '192.0.2.1', 'anything.example'])
      expect(await statusOf(host, '/livez'), host).toBe(200)
  })
})

test('a page’s url names the host of its charity [pages-11]', async () => {
  const charity = await anOrganization(it.app, { slug: 'umeed' })
  const { token } = await aMemberOf(it, charity.id.toString(), 'owner')
  const path = '/v4/organizations/umeed/hosted-pages'
  await ask(it, token, 'POST', path, { title: 'Winter appeal', description: '<p>Coats.</p>', category: 'community' })
  const { body } = await ask(it, token, 'GET', `${path}/winter-appeal`)
  expect(body).toMatchObject({ url: 'http://umeed.pages.example.net/winter-appeal' })
  await aVerifiedHost(it.app, charity.id, 'give.umeed.example')
  expect((await ask(it, token, 'GET', `${path}/winter-appeal`)).body).toMatchObject({
    url: 'http://give.umeed.example:3000/winter-appeal',
  })
  expect((await ask(it, token, 'POST', `${path}/winter-appeal/state`, { state: 'published' })).status).toBe(200)
  const { legacyCampaignId: id, legacyCampaignSlug: slug } = body as unknown as Record<string, string>
  const address = 'http://give.umeed.example:3000/winter-appeal'
  for (const [call, sent] of [
    ['shareInfo', { id }],
    ['projectSocialMedia', { slug }],
  ] as const)
    expect((await ask(it, '', 'POST', `/api/projectapi/${call}`, sent)).body, call).toMatchObject({ url: address })
  expect((await request('localhost', '/sitemaps/fundraisers-1.xml')).body).toContain(`<loc>${address}</loc>`)
})
