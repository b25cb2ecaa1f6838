import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { replaceSubdomain } from '#modules/causes/organizations/index-subdomains.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createMetricsServer } from '#server/ops/metrics.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp({ environment: { PAGES_DOMAIN: 'pages.example.net' } })
})
afterAll(() => it.close())

test('certificates are only for hosts that charities have or had, asked on METRICS_PORT [pages-13]', async () => {
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
