import { spawnSync } from 'node:child_process'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceSubdomain } from '#modules/causes/organizations/index.ts'
import { anOrganization, aVerifiedHost } from '#modules/causes/organizations/testing.ts'
import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createServer } from '#server/server.ts'

let it: TestApp
let site: FastifyInstance

/** Creates a verified charity with a general fund and published pages; `move` changes the state of one. */
async function aCharityWithPages(slug: string, pages: readonly { title: string; facebookPixelId?: string }[]) {
  const { id } = await anOrganization(it.app, { slug, name: `Charity ${slug}` })
  if (!(await generalFundOf(it.app.db, id)))
    await aCampaign(it.app, { slug, kind: 'general-fund', organization_id: id, organizer_account_id: null })
  const { token, viewer } = await aMemberOf(it, id.toString(), 'owner')
  const path = `/v4/organizations/${slug}/hosted-pages`
  const move = (page: string, state: string) => ask(it, token, 'POST', `${path}/${page}/state`, { state })
  for (const page of pages) {
    const { body } = await ask(it, token, 'POST', path, {
      description: '<p>Warm things.</p>',
      category: 'community',
      ...page,
    })
    expect((await move((body as unknown as { slug: string }).slug, 'published')).status).toBe(200)
  }
  return { id, token, viewer, path, move }
}

const get = (host: string, url: string, headers: Record<string, string> = {}) =>
  site.inject({ url, headers: { host, accept: 'text/html', ...headers } })
const redirectOf = async (host: string, url: string) => {
  const { statusCode, headers } = await get(host, url)
  return [statusCode, headers.location]
}
const domain = 'pages.example.net'
const umeed = `umeed.${domain}`

beforeAll(async () => {
  expect(spawnSync(process.execPath, ['scripts/ensure-build.ts'], { stdio: 'inherit' }).status).toBe(0)
  it = await createTestApp({ environment: { PAGES_DOMAIN: domain } })
  site = await createServer(it.app, { isDevelopment: false, withPages: true })
  await site.ready()
  await aCharityWithPages('umeed', [{ title: 'Winter' }, { title: 'Hidden' }])
}, 300_000)
afterAll(async () => {
  await site.close()
  await it.close()
})

/** Checks what all pages on a charity's host have in common. */
function expectConfined({ body, headers }: Awaited<ReturnType<typeof get>>) {
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self' 'nonce-/)
  expect(headers['content-security-policy']).not.toMatch(/script-src|connect-src|facebook/)
  expect(body.match(/<script(?! type="application\/ld\+json")/)).toBeNull()
  // Relative links would lead to pages that the host doesn't have.
  expect(body.match(/<(?:a|form)\b[^>]*(?:href|action)="\//)).toBeNull()
}

describe('a page on its charity’s host [pages-11] [pages-12]', () => {
  test('is complete without scripts or cookies and links to the platform’s checkout', async () => {
    const answer = await get(umeed, '/winter', { cookie: 'sid=anything; lang=ar' })
    expect(answer.statusCode).toBe(200)
    expectConfined(answer)
    expect(answer.body).toMatch(/<h1[^>]*>Winter</)
    expect(answer.body).toContain(`<link rel="canonical" href="http://${umeed}/winter"/>`)
    expect(answer.body).toContain(`<meta property="og:url" content="http://${umeed}/winter"/>`)
    expect(answer.body).toContain('action="http://localhost:3000/v4/checkout/winter"')
    expect(answer.body).toContain(`"@id":"http://${umeed}/winter"`)
    expect(answer.body).toMatch(/<html lang="en"/)
  })
  test('is in the language of its URL, otherwise of the browser', async () => {
    expect((await get(umeed, '/winter?lang=ar')).body).toMatch(/<html lang="ar" dir="rtl"/)
    expect((await get(umeed, '/winter', { 'accept-language': 'ar' })).body).toMatch(/<html lang="ar" dir="rtl"/)
  })
  test('is the charity’s own page at the root', async () => {
    const answer = await get(umeed, '/')
    expect(answer.statusCode).toBe(200)
    expectConfined(answer)
    expect(answer.body).toMatch(/<h1[^>]*>.*Charity umeed/)
    expect(answer.body).toContain(`<link rel="canonical" href="http://${umeed}/"/>`)
  })
  test('returns 404 with a link to the charity while it isn’t published', async () => {
    const { token } = await aMemberOf(it, (await generalId('umeed')).toString(), 'owner')
    await ask(it, token, 'POST', '/v4/organizations/umeed/hosted-pages/hidden/state', { state: 'unpublished' })
    const answer = await get(umeed, '/hidden')
    expect(answer.statusCode).toBe(404)
    expectConfined(answer)
    expect(answer.body).toContain(`href="http://${umeed}/"`)
    expect((await get(umeed, '/no-such-page')).statusCode).toBe(404)
    expect((await get(`no-charity.${domain}`, '/')).statusCode).toBe(404)
  })
  test('answers HEAD without content', async () => {
    const answer = await site.inject({ method: 'HEAD', url: '/winter', headers: { host: umeed } })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

const generalId = async (slug: string): Promise<bigint> =>
  (
    await it.app.db
      .selectFrom('organizations.organization')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  ).id

describe('other addresses of a page [pages-11]', () => {
  test('on the platform redirect to it with the whole query', async () => {
    expect(await redirectOf('localhost:3000', '/pages/umeed/winter?utm_source=a&lang=ar')).toEqual([
      302,
      `http://${umeed}/winter?utm_source=a&lang=ar`,
    ])
    expect(await redirectOf('localhost:3000', '/v4/campaign/winter?utm_source=a')).toEqual([
      302,
      '/pages/umeed/winter?utm_source=a',
    ])
  })
  test('below an earlier subdomain redirect permanently to the current one', async () => {
    const { id, viewer } = await aCharityWithPages('before', [{ title: 'Coats' }])
    await it.app.write((tx) =>
      replaceSubdomain(tx, {
        organizationId: id,
        from: 'before',
        to: 'after',
        byId: viewer.accountId,
        at: it.app.clock(),
      }),
    )
    expect(await redirectOf(`before.${domain}`, '/?src=mail')).toEqual([301, `http://after.${domain}/?src=mail`])
    expect(await redirectOf(`before.${domain}`, '/coats?x=1')).toEqual([301, `http://after.${domain}/coats?x=1`])
    expect((await get(`after.${domain}`, '/coats')).statusCode).toBe(200)
  })
  test('redirect to the charity’s chosen host while its DNS record exists', async () => {
    const { id } = await aCharityWithPages('rahma', [{ title: 'Wells' }])
    await aVerifiedHost(it.app, id, 'give.rahma.example')
    await aVerifiedHost(it.app, id, 'www.rahma.example', { position: 2, is_primary: false })
    const publicOrigin = 'http://give.rahma.example:3000'
    expect(await redirectOf('localhost:3000', '/pages/rahma/wells?a=1')).toEqual([302, `${publicOrigin}/wells?a=1`])
    for (const host of [`rahma.${domain}`, 'www.rahma.example']) {
      expect(await redirectOf(host, '/wells?a=1'), host).toEqual([302, `${publicOrigin}/wells?a=1`])
      expect(await redirectOf(host, '/?a=1'), host).toEqual([302, `${publicOrigin}/?a=1`])
    }
    const answer = await get('give.rahma.example:3000', '/wells')
    expect(answer.statusCode).toBe(200)
    expectConfined(answer)
    expect(answer.body).toContain(`<link rel="canonical" href="${publicOrigin}/wells"/>`)
    expect(answer.body).toContain(`href="${publicOrigin}/"`)
    expect((await get('give.rahma.example:3000', '/')).statusCode).toBe(200)
    await it.app.write((tx) =>
      tx
        .updateTable('organizations.domain')
        .set({ missing_since: it.app.clock(), missing_count: 1 })
        .where('organization_id', '=', id)
        .execute(),
    )
    // Pages are cached for at most two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect(await redirectOf('give.rahma.example', '/wells')).toEqual([302, `http://rahma.${domain}/wells`])
    expect(await redirectOf('give.rahma.example', '/')).toEqual([302, `http://rahma.${domain}/`])
  })
})

describe('pages of charities are shared [pages-20]', () => {
  test('by all visitors with the same host, path, language and relevant query', async () => {
    const [first, second] = [await get(umeed, '/winter?utm_source=a'), await get(umeed, '/winter?fbclid=b')]
    expect(second.body).toBe(first.body)
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    for (const url of ['/winter?lang=ar', '/winter?donors=top', '/'])
      expect((await get(umeed, url)).body, url).not.toBe(first.body)
    await aCharityWithPages('sila', [{ title: 'Winter' }])
    expect((await get(`sila.${domain}`, '/winter')).body).toContain('Charity sila')
  })
  test('but not by visitors who allowed a pixel, whose consent affects no one else [pages-15]', async () => {
    await aCharityWithPages('pixel', [{ title: 'Tents', facebookPixelId: '123456789' }])
    const tents = (cookie?: string) => get(`pixel.${domain}`, '/tents', cookie === undefined ? {} : { cookie })
    const [allowed, declined] = ['pixel=allowed', 'pixel=declined']
    for (const cookie of [allowed, undefined, allowed, declined, undefined]) {
      const { body, headers } = await tents(cookie)
      const policy = String(headers['content-security-policy'])
      const hasPicture = cookie === allowed
      expect([body.includes('www.facebook.com'), policy.includes('www.facebook.com')], cookie).toEqual([
        hasPicture,
        hasPicture,
      ])
      expect(headers['cache-control']).toBe('private, no-store')
    }
    expect((await tents()).body).toBe((await tents()).body)
    expect((await tents(allowed)).body).not.toBe((await tents(allowed)).body)
    expect((await tents(declined)).body).not.toBe((await tents()).body)
  })
})
