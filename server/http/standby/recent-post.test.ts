import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { contract, type ProductContract } from '#modules/contract.ts'
import type { Endpoint, WritesOnStandby } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { sampleInput } from '#tests/support/sample-input.ts'
import { readOnlyStandby } from '#tests/support/standby.ts'

let installation: TestApp
let standby: ReturnType<typeof readOnlyStandby>
let campaign: { readonly id: bigint; readonly slug: string }
beforeAll(async () => {
  installation = await createTestApp({ standby: (database) => (standby = readOnlyStandby(database)) })
  campaign = await aCampaign(installation.app, { slug: 'wells' })
})
afterAll(async () => {
  await standby.close()
  await installation.close()
})
beforeEach(() => {
  standby.isUsed = false
})

const calls = Object.entries(contract) as [keyof ProductContract, Endpoint][]
const marked = calls.filter(([, { standby }]) => standby)
const pageCall = '/v4/campaign-pages/wells'
const posted = 'posted=1'

test('only GET calls that anyone may make have a standby', () => {
  expect(marked.filter(([name, { access }]) => !name.startsWith('GET ') || access !== 'anyone')).toEqual([])
  expectTypeOf<WritesOnStandby<ProductContract>>().toBeNever()
  expectTypeOf<
    WritesOnStandby<{ readonly 'POST /v4/pay': { readonly standby?: true } }>
  >().toEqualTypeOf<'POST /v4/pay'>()
  expect(marked.length).toBeGreaterThan(30)
})

test('checkout, payments, logins, limits and accounts have none', () => {
  const own = /checkout|basket|payment|thank|login|signup|account|\/me$|receipt|unsubscribe|dev\/|subscription-links/
  expect(marked.filter(([name]) => own.test(name))).toEqual([])
})

test.each(marked)('%s reads from the standby and writes nothing', async (name, { input }) => {
  const known = { campaignId: String(campaign.id), slug: campaign.slug, currency: 'GBP', period: '2026' }
  const sample: Record<string, unknown> = { ...sampleInput(input, known), ...known }
  const values = Object.fromEntries(
    Object.entries(sample).map(([field, value]) => [field, JSON.stringify(value).replaceAll('"', '')]),
  )
  const path = name.replace('GET ', '').replaceAll(/:(\w+)/g, (_, field: string) => values[field] ?? '1')
  const query = new URLSearchParams(values)
  const { statusCode } = await installation.fastify.inject({
    url: `${path}?${query.toString()}`,
    headers: { accept: 'application/json' },
  })
  expect([200, 400, 404]).toContain(statusCode)
  if (statusCode !== 400) expect(standby.isUsed).toBe(true)
})

test.each([
  ['a session', { cookie: 'sid=expired' }],
  ['a basket', { cookie: 'basket=expired' }],
  ['a token', { authorization: 'Bearer expired' }],
  ['a form or call in the last seconds', { cookie: posted }],
])('a request with %s reads from the primary', async (_, headers) => {
  expect((await installation.fastify.inject({ url: pageCall, headers })).statusCode).toBe(200)
  expect(standby.isUsed).toBe(false)
})

test('sitemaps and share pictures read from the standby, for the same requests', async () => {
  for (const url of ['/sitemap.xml', '/sitemaps/fundraisers-1.xml', '/sitemaps/pages.xml', '/share/wells/link.jpg']) {
    standby.isUsed = false
    expect((await installation.fastify.inject({ url, headers: { cookie: posted } })).statusCode).toBe(200)
    expect(standby.isUsed).toBe(false)
    expect((await installation.fastify.inject(url)).statusCode).toBe(200)
    expect([url, standby.isUsed]).toEqual([url, true])
  }
})

const cookieOf = ({
  headers,
}: {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
}) => [headers['set-cookie'] ?? []].flat().map(String).join()
const post = (url: string, headers: Record<string, string> = {}) =>
  installation.fastify.inject({ method: 'POST', url, headers, payload: {} })

test('the response to a POST marks the browser for ten seconds, with no content', async () => {
  expect(cookieOf(await post('/api/projectapi/rewards'))).toBe('posted=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax')
})

test('a return from the bank marks the browser, too', async () => {
  expect(cookieOf(await installation.fastify.inject('/v4/returns/unknown'))).toContain(posted)
})

test('reads, the count of views, webhooks, embedded forms and charities’ hosts don’t mark it', async () => {
  const { PAGES_DOMAIN: domain = '' } = installation.app.config
  for (const response of [
    await installation.fastify.inject(pageCall),
    await post('/api/projectapi/view'),
    await post('/v4/events'),
    await post('/webhooks/payments'),
    await post('/embed/wells/form'),
    await post('/v4/campaign/wells', { host: `charity.${domain}` }),
  ])
    expect(cookieOf(response)).toBe('')
})

test('without a standby no browser is marked', async () => {
  const plain = await createTestApp()
  try {
    const response = await plain.fastify.inject({ method: 'POST', url: '/api/projectapi/rewards', payload: {} })
    expect(cookieOf(response)).toBe('')
  } finally {
    await plain.close()
  }
})
