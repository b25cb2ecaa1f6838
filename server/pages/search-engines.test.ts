import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization, aVerifiedHost } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ environment: { BASE_URL: 'https://give.example.org' } })
  await aCampaign(installation.app, { slug: 'wells' })
  await aCampaign(installation.app, { slug: 'draft', status: 0 })
  await aCampaign(installation.app, { slug: 'closed', status: 3 })
  await aCampaign(installation.app, { slug: 'ended', ends_at: new Date(Date.now() - 86_400_000) })
  const rejected = await anOrganization(installation.app, {
    verification_state: 'none',
    verified_at: null,
    verified_until: null,
  })
  await aCampaign(installation.app, { slug: 'unverified', organization_id: rejected.id })
  const charity = await anOrganization(installation.app, { slug: 'rahma' })
  const request = { organization_id: charity.id, organizer_account_id: null }
  await aCampaign(installation.app, { ...request, slug: 'rahma', kind: 'general-fund' })
  const page = {
    ...request,
    kind: 'hosted-page' as const,
    frequencies: ['onetime' as const],
    payment_methods: ['card' as const],
  }
  await aCampaign(installation.app, { ...page, slug: 'coats' })
  await aCampaign(installation.app, { ...page, slug: 'quiet', listed: false })
  const hosted = await anOrganization(installation.app, { slug: 'sabil' })
  await aVerifiedHost(installation.app, hosted.id, 'give.sabil.example')
  await aCampaign(installation.app, { ...request, organization_id: hosted.id, slug: 'sabil', kind: 'general-fund' })
})
afterAll(() => installation.close())

const get = (url: string) => installation.fastify.inject(url)

test('robots.txt names the sitemap at the configured origin and disallows private areas', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /account',
      'Disallow: /staff',
      'Disallow: /v4/checkout',
      'Sitemap: https://give.example.org/sitemap.xml',
    ]),
  )
  expect(body).not.toMatch(/^Disallow: \/(?:v4|help|v4\/campaign)?$/m)
})

test('the sitemap lists fixed pages and fundraisers that accept donations, in each language', async () => {
  const index = await get('/sitemap.xml')
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
  const files = [...index.body.matchAll(/<loc>https:\/\/give\.example\.org(.*?)<\/loc>/g)].map(([, file]) => file!)
  expect(files).toEqual(['/sitemaps/pages.xml', '/sitemaps/fundraisers-1.xml'])
  const [pages, fundraisers] = await Promise.all(files.map(async (file) => (await get(file)).body))
  for (const path of ['/v4', '/help', '/privacy', '/zakat-policy'])
    expect(pages).toContain(`<url><loc>https://give.example.org${path}</loc>`)
  expect(fundraisers).toMatch(
    /<url><loc>https:\/\/give\.example\.org\/v4\/campaign\/wells<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><xhtml:link rel="alternate" hreflang="en" href="https:\/\/give\.example\.org\/v4\/campaign\/wells\?lang=en"\/><xhtml:link rel="alternate" hreflang="ar" href="https:\/\/give\.example\.org\/v4\/campaign\/wells\?lang=ar"\/>/,
  )
  expect(fundraisers).toMatch(/<\/urlset>\n$/)
  for (const path of ['/organizations/rahma', '/pages/rahma/coats'])
    expect(fundraisers).toContain(`<loc>https://give.example.org${path}</loc>`)
  for (const slug of ['draft', 'closed', 'ended', 'unverified', 'quiet']) expect(fundraisers).not.toContain(`/${slug}<`)
})

test('the sitemap lists a charity with an own host only there [pages-11]', async () => {
  const { body } = await get('/sitemaps/fundraisers-1.xml')
  expect(body).toContain('<loc>https://give.sabil.example/</loc>')
  expect(body).not.toContain('/organizations/sabil')
})

test.each(['/sitemaps/..%2f.env', '/sitemaps/fundraisers-0.xml', '/sitemaps/fundraisers-1', '/sitemaps/'])(
  '%s is no sitemap',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('a sitemap without fundraisers is empty and valid', async () => {
  expect((await get('/sitemaps/fundraisers-999.xml')).body).toMatch(/^<\?xml [^]*<urlset [^>]*>\n<\/urlset>\n$/)
})
