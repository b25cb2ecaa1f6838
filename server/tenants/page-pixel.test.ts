import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { findPixel, pixelResponse, pixelConsentOf } from './page-pixel.ts'
import { registerTenantHosts } from './tenant-hosts.ts'
import { tenantPolicy } from './tenant-policy.ts'

let installation: TestApp
let site: FastifyInstance
beforeAll(async () => {
  installation = await createTestApp({ environment: { PAGES_DOMAIN: 'pages.example.net' } })
  site = Fastify()
  await site.register(cookie)
  site.decorateRequest('cspNonce', '')
  registerTenantHosts(site, installation.app)
  // The visitor's choice as a page reads it.
  site.get('/*', { config: { page: true } as never }, (request) => ({
    consent: request.tenant?.pixelConsent ?? 'none',
  }))
  await site.ready()
})
afterAll(async () => {
  await site.close()
  await installation.close()
})

const own = { 'sec-fetch-site': 'same-origin' }
const ofPage = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  site.inject({ method, url, headers: { host: 'umeed.pages.example.net', ...headers } })

describe('consent to the pixel of a page (pages-15)', () => {
  test('is given by a link on the page, which sets a cookie for it and redirects back', async () => {
    const answer = await ofPage('/winter?lang=ar&pixel=allow', own)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/winter?lang=ar'])
    expect(answer.headers['set-cookie']).toBe('pixel=allowed; Path=/winter; Max-Age=15552000; HttpOnly; SameSite=Lax')
    expect((await ofPage('/winter', { cookie: 'pixel=allowed; sid=secret' })).json()).toEqual({ consent: 'allowed' })
    expect(pixelResponse('/winter?pixel=allow', own, { isSecure: true })?.cookie).toMatch(/; Secure$/)
  })
  test('can be withdrawn from any site', async () => {
    const answer = await ofPage('/winter?pixel=decline')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/winter'])
    expect(answer.headers['set-cookie']).toMatch(/^pixel=declined; Path=\/winter;/)
  })
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a sister host', { 'sec-fetch-site': 'same-site' }],
    ['a prefetch', { ...own, 'sec-purpose': 'prefetch' }],
    ['a browser that says nothing', {}],
  ])('is not given by %s', async (_, headers: Record<string, string>) => {
    const answer = await ofPage('/winter?pixel=allow', headers)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([303, undefined])
  })
  test('needs a valid value and GET, and isn’t possible on the charity’s own page', async () => {
    expect(pixelConsentOf({ pixel: 'yes' })).toBeNull()
    expect((await ofPage('/winter?pixel=yes', own)).statusCode).toBe(200)
    expect((await ofPage('/winter?pixel=allow', own, 'POST')).statusCode).toBe(404)
    expect((await ofPage('/?pixel=allow', own)).headers['set-cookie']).toBeUndefined()
  })
  test('is read only on charities’ hosts', async () => {
    const answer = await site.inject({
      url: '/pages/umeed/winter?pixel=allow',
      headers: { host: 'localhost', cookie: 'pixel=allowed', ...own },
    })
    expect([answer.json(), answer.headers['set-cookie']]).toEqual([{ consent: 'none' }, undefined])
  })
})

test('consent adds one host to the policy, only for pictures', () => {
  const before = tenantPolicy('n', 'https://give.example.org')
  expect(before).not.toContain('facebook')
  expect(tenantPolicy('n', 'https://give.example.org', 'https://www.facebook.com')).toBe(
    before.replace("img-src 'self' data:", "img-src 'self' data: https://www.facebook.com"),
  )
})

describe('the pixel of a page', () => {
  const path = '/v4/organizations/umeed/hosted-pages'
  const page = { subdomain: 'umeed', slug: 'winter-appeal' }
  let token: string
  const change = (set: object) => ask(installation, token, 'PATCH', `${path}/winter-appeal`, set)
  const move = (state: string) => ask(installation, token, 'POST', `${path}/winter-appeal/state`, { state })
  beforeAll(async () => {
    const charity = await anOrganization(installation.app, { slug: 'umeed', verified_at: new Date() })
    token = (await aMemberOf(installation, charity.id.toString(), 'owner')).token
    const whole = {
      title: 'Winter appeal',
      description: '<p>Coats.</p>',
      category: 'community',
      facebookPixelId: '123456789',
    }
    expect((await ask(installation, token, 'POST', path, whole)).status).toBe(200)
  })
  test('is the published page’s; a draft or preview has none', async () => {
    expect(await findPixel(installation.app, page)).toBeUndefined()
    expect((await move('published')).status).toBe(200)
    expect(await findPixel(installation.app, page)).toBe('123456789')
    await change({ facebookPixelId: '987654321' })
    expect(await findPixel(installation.app, page)).toBe('123456789')
    await change({ facebookPixelId: '' })
    await move('published')
    expect(await findPixel(installation.app, page)).toBeUndefined()
    await change({ facebookPixelId: '123456789' })
    await move('published')
    expect(await findPixel(installation.app, page)).toBe('123456789')
    // The API shows it only to members.
    expect((await ask(installation, '', 'GET', `${path}/winter-appeal`)).text).not.toContain('123456789')
  })
  test('is not shown while the page is unpublished', async () => {
    await move('unpublished')
    expect(await findPixel(installation.app, page)).toBeUndefined()
    await move('published')
  })
  test('is never shown on a page that has zakat or requested it', async () => {
    const { body } = await ask(installation, token, 'GET', `${path}/winter-appeal`)
    const { legacyCampaignId } = body as unknown as { legacyCampaignId: string }
    const set = (zakat_verified: boolean) =>
      installation.app.db
        .updateTable('campaigns.campaign')
        .set({ zakat_verified })
        .where('id', '=', BigInt(legacyCampaignId))
        .execute()
    await set(true)
    // A process caches a campaign for at most a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await findPixel(installation.app, page)).toBeUndefined()
    await set(false)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await findPixel(installation.app, page)).toBe('123456789')
    const response = await ask(installation, token, 'POST', `/v4/campaigns/${legacyCampaignId}/zakat-requests`, {
      categories: ['poor'],
      note: 'Coats are given to families in the hills who live on zakat.',
      links: [],
    })
    expect(response.status).toBe(200)
    expect(await findPixel(installation.app, page)).toBeUndefined()
  })
})
