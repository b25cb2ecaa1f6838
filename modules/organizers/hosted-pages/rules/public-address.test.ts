import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostedPageUrl, isHostLabel, tenantOrigin } from './public-address.ts'

const origin = 'https://give.example.org'
const pagesDomain = 'pages.example.net'
const umeed = { slug: 'umeed', publicHost: null }

test('a page is on the host of its charity, or below the platform where charities have no hosts [pages-11]', () => {
  expect(hostedPageUrl({ origin, pagesDomain }, umeed, 'winter')).toBe('https://umeed.pages.example.net/winter')
  expect(hostedPageUrl({ origin, pagesDomain: undefined }, umeed, 'winter')).toBe(`${origin}/pages/umeed/winter`)
  expect(tenantOrigin({ origin: 'http://localhost:3000', pagesDomain: 'pages.localhost:3000' }, 'umeed')).toBe(
    'http://umeed.pages.localhost:3000',
  )
})

test('every address is on the host of its own charity or on the platform, whatever the subdomain is [pages-11]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9.-]{1,70}$/)), (subdomain) => {
      const { hostname, pathname } = new URL(
        hostedPageUrl({ origin, pagesDomain }, { slug: subdomain, publicHost: null }, 'winter'),
      )
      if (isHostLabel(subdomain)) expect([hostname, pathname]).toEqual([`${subdomain}.${pagesDomain}`, '/winter'])
      else expect(hostname).toBe('give.example.org')
    }),
  )
})

test('the host that a charity proved and chose comes first, with the platform’s port [pages-11]', () => {
  const charity = { slug: 'umeed', publicHost: 'give.umeed.example' }
  for (const domain of [pagesDomain, undefined])
    expect(hostedPageUrl({ origin, pagesDomain: domain }, charity, 'winter')).toBe('https://give.umeed.example/winter')
  expect(hostedPageUrl({ origin: 'http://localhost:3000', pagesDomain }, charity, 'winter')).toBe(
    'http://give.umeed.example:3000/winter',
  )
})
