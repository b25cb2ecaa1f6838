import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkOnTenant, platformPath, siteOf, withTenantLinks } from './tenant-address.ts'

const settings = { origin: 'https://give.example.org', pagesDomain: 'pages.example.net' }
const production = { ...settings, isProduction: true }

describe('the site of a Host [pages-11]', () => {
  test('is a charity’s directly below the pages’ domain, in any spelling of the host', () => {
    for (const host of ['umeed.pages.example.net', 'Umeed.Pages.Example.NET:443', 'umeed.pages.example.net.'])
      expect(siteOf(host, production), host).toEqual({ kind: 'tenant', subdomain: 'umeed' })
  })
  test('is the platform’s at its origin, and in a demo at every host that is no charity’s', () => {
    expect(siteOf('give.example.org:443', production)).toEqual({ kind: 'platform' })
    expect(siteOf('192.0.2.1', { ...settings, isProduction: false })).toEqual({ kind: 'platform' })
    expect(siteOf('anything', { ...production, pagesDomain: undefined })).toEqual({ kind: 'platform' })
  })
  test('is nobody’s elsewhere', () => {
    const hosts = [
      'pages.example.net',
      'a.b.pages.example.net',
      '-a.pages.example.net',
      '.pages.example.net',
      '',
      'evil',
    ]
    for (const host of [...hosts, 'evilpages.example.net', 'umeed.pages.example.net.evil', '192.0.2.1', '[::1]:80'])
      expect(siteOf(host, production), host).toEqual({ kind: 'unknown' })
  })
  test('is a charity’s only if the host is one label below the domain, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.domain(),
          fc.string().map((name) => `${name}.pages.example.net`),
        ),
        (host) => {
          const site = siteOf(host, production)
          if (site.kind === 'tenant') expect(site.subdomain).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        },
      ),
    )
  })
})

describe('addresses on a charity’s host [pages-12]', () => {
  test('are its own page and one segment below', () => {
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
  test('of links are the charity’s for its pages, and the platform’s for all else', () => {
    const linkTo = (path: string) => linkOnTenant(settings, path)
    expect(linkTo('/pages/umeed/winter?donors=top#donors')).toBe(
      'https://umeed.pages.example.net/winter?donors=top#donors',
    )
    expect(linkTo('/organizations/umeed')).toBe('https://umeed.pages.example.net/')
    expect(linkTo('/organizations/umeed/hosted-pages')).toBe(
      'https://give.example.org/organizations/umeed/hosted-pages',
    )
    expect(linkTo('/v4/checkout/winter')).toBe('https://give.example.org/v4/checkout/winter')
    expect(linkTo('//evil.example')).toBe('https://give.example.org//evil.example')
  })
  test('are rewritten in links and forms, not in what the page loads', () => {
    const html =
      '<link rel="stylesheet" href="/assets/a.css"/><img src="/media/1"/><a class="b" href="/v4/discover?a=1&amp;b=2">x</a>' +
      '<a href="#content">skip</a><a href="?lang=ar">ع</a><form method="get" action="/v4/checkout/winter"></form>' +
      '<a href="https://example.org/">out</a>&lt;a href="/no"'
    expect(withTenantLinks(html, settings)).toBe(
      html
        .replace('"/v4/discover', '"https://give.example.org/v4/discover')
        .replace('"/v4/checkout', '"https://give.example.org/v4/checkout'),
    )
  })
})
