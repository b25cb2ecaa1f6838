import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeVerified, linkOnTenant, platformPath, siteOf, withTenantLinks } from './tenant-address.ts'

const settings = { origin: 'https://give.example.org', pagesDomain: 'pages.example.net' }
const tenant = { subdomain: 'umeed', origin: 'https://umeed.pages.example.net' }

describe('the site of a Host [pages-19]', () => {
  test('is a charity’s one label below the pages’ domain, in any spelling', () => {
    for (const host of ['umeed.pages.example.net', 'Umeed.Pages.Example.NET:443', 'umeed.pages.example.net.'])
      expect(siteOf(host, settings), host).toEqual({ kind: 'tenant', subdomain: 'umeed' })
  })
  test('is the platform’s at its origin, with any port', () => {
    for (const host of ['give.example.org', 'give.example.org:443', 'Give.Example.org.'])
      expect(siteOf(host, settings), host).toEqual({ kind: 'platform' })
    expect(siteOf('give.example.org', { ...settings, pagesDomain: undefined })).toEqual({ kind: 'platform' })
  })
  test('is unknown below the pages’ domain where no charity can be', () => {
    for (const host of ['pages.example.net', 'a.b.pages.example.net', '-a.pages.example.net', '.pages.example.net'])
      expect(siteOf(host, settings), host).toEqual({ kind: 'unknown' })
  })
  test('is looked up for other hosts that a charity can have verified', () => {
    expect(siteOf('Give.Umeed.Example:443', settings)).toEqual({ kind: 'other', host: 'give.umeed.example' })
    for (const host of ['give.umeed.example', 'evilpages.example.net', 'umeed.pages.example.net.evil'])
      expect([siteOf(host, settings).kind, canBeVerified(host)], host).toEqual(['other', true])
    for (const host of ['', 'evil', 'localhost', '192.0.2.1', '[::1]', "a'.example", `${'a.'.repeat(130)}example`])
      expect([siteOf(host, settings).kind, canBeVerified(host)], host).toEqual(['other', false])
  })
  test('is a charity’s only if the host is one label below the domain, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.domain(),
          fc.string().map((name) => `${name}.pages.example.net`),
        ),
        (host) => {
          const site = siteOf(host, settings)
          if (site.kind === 'tenant') expect(site.subdomain).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        },
      ),
    )
  })
})

describe('addresses on a charity’s host [pages-12]', () => {
  test('are the charity’s own page and pages one segment below', () => {
    expect(platformPath('umeed', '/')).toBe('/organizations/umeed')
    expect(platformPath('umeed', '/?lang=ar')).toBe('/organizations/umeed?lang=ar')
    expect(platformPath('umeed', '/winter?donors=top')).toBe('/pages/umeed/winter?donors=top')
    for (const url of ['/v4/checkout/a', '/account/cards', '//evil', '/a/'])
      expect(platformPath('umeed', url)).toBeUndefined()
  })
  test('never lead to a page of the platform or of another charity', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const address = platformPath('umeed', `${path}?${query}`)
        if (address !== undefined) expect(address).toMatch(/^\/(organizations\/umeed|pages\/umeed\/[^/?]+)(\?|$)/)
      }),
    )
  })
  test('of links are the charity’s for its pages and the platform’s for all others', () => {
    const linkTo = (path: string) => linkOnTenant(settings, path, tenant)
    expect(linkTo('/pages/umeed/winter?donors=top#donors')).toBe(
      'https://umeed.pages.example.net/winter?donors=top#donors',
    )
    expect(linkTo('/organizations/umeed')).toBe('https://umeed.pages.example.net/')
    expect(linkTo('/organizations/umeed/hosted-pages')).toBe(
      'https://give.example.org/organizations/umeed/hosted-pages',
    )
    expect(linkTo('/v4/checkout/winter')).toBe('https://give.example.org/v4/checkout/winter')
    expect(linkTo('//evil.example')).toBe('https://give.example.org//evil.example')
    const own = { subdomain: 'umeed', origin: 'https://give.umeed.example' }
    expect(linkOnTenant({ ...settings, pagesDomain: undefined }, '/pages/umeed/winter', own)).toBe(
      'https://give.umeed.example/winter',
    )
    expect(linkOnTenant(settings, '/pages/rahma/winter', own)).toBe('https://rahma.pages.example.net/winter')
  })
  test('are rewritten in links and forms, not in what the page loads', () => {
    const html =
      '<link rel="stylesheet" href="/assets/a.css"/><img src="/media/1"/><a class="b" href="/v4/discover?a=1&amp;b=2">x</a>' +
      '<a href="#content">skip</a><a href="?lang=ar">ع</a><form method="get" action="/v4/checkout/winter"></form>' +
      '<a href="https://example.org/">out</a>&lt;a href="/no"'
    expect(withTenantLinks(html, settings, tenant)).toBe(
      html
        .replace('"/v4/discover', '"https://give.example.org/v4/discover')
        .replace('"/v4/checkout', '"https://give.example.org/v4/checkout'),
    )
  })
})
