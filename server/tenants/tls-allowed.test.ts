import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization, aVerifiedHost } from '#modules/causes/organizations/testing.ts'
import { replaceSubdomain } from '#modules/causes/organizations/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createMetricsServer } from '#server/ops/metrics.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp({ environment: { PAGES_DOMAIN: 'pages.example.net' } })
})
afterAll(() => it.close())

test('certificates are allowed only for current and earlier charity hosts, on METRICS_PORT [pages-13]', async () => {
  const { id } = await anOrganization(it.app, { slug: 'umeed-before' })
  const { viewer } = await aSession(it.app)
  await it.app.write((tx) =>
    replaceSubdomain(tx, {
      organizationId: id,
      from: 'umeed-before',
      to: 'umeed',
      byId: viewer.accountId,
      at: it.app.clock(),
    }),
  )
  const server = createMetricsServer(it.app)
  const statusOf = async (domain: string) => {
    const { statusCode, body } = await server.inject({ url: '/tls-allowed', query: { domain } })
    expect(body).toBe('')
    return statusCode
  }
  for (const name of ['umeed', 'umeed-before', 'Umeed'])
    expect(await statusOf(`${name}.pages.example.net`), name).toBe(200)
  for (const domain of [
    'other.pages.example.net',
    'a.umeed.pages.example.net',
    'pages.example.net',
    'umeed.example.net',
    `${id}.pages.example.net`,
    'umeed.pages.example.net:443',
    'localhost',
    "'",
    '',
  ])
    expect(await statusOf(domain), domain).toBe(404)
  expect((await server.inject('/tls-allowed')).statusCode).toBe(404)
  await server.close()
  expect((await it.fastify.inject('/tls-allowed?domain=umeed.pages.example.net')).statusCode).toBe(404)
})

test.each([
  ['200 for one of a verified charity', {}, {}, 200],
  ['200 for one that isn’t the charity’s public address', {}, { is_primary: false }, 200],
  ['200 for one of a charity whose verification is over', { verified_until: new Date('2020-01-01') }, {}, 200],
  ['404 for one of a rejected charity', { verification_state: 'rejected' as const, verified_until: null }, {}, 404],
  [
    '404 for one of a closed charity',
    { closed_at: new Date(), verification_state: 'none' as const, verified_until: null },
    {},
    404,
  ],
  [
    '404 for one of a charity that was never verified',
    { verified_at: null, verified_until: null, verification_state: 'none' as const },
    {},
    404,
  ],
  ['404 for one whose record is missing', {}, { missing_since: new Date(), missing_count: 1 }, 404],
  ['404 for one that was dropped', {}, { verified_at: null, is_primary: false }, 404],
])('a host that a charity verified: %s [pages-13]', async (_, charity, domain, status) => {
  const { id } = await anOrganization(it.app, charity)
  const host = `give-${id}.example.com`
  await aVerifiedHost(it.app, id, host, domain)
  const server = createMetricsServer(it.app)
  const statusOf = async (name: string) =>
    (await server.inject({ url: '/tls-allowed', query: { domain: name } })).statusCode
  expect(await statusOf(host)).toBe(status)
  expect(await statusOf(`www.${host}`)).toBe(404)
  await server.close()
})
