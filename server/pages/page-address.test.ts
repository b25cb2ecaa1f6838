import { expect, test } from 'vitest'
import { normalizedAddressOf, pagePath } from './page-address.ts'

test.each([
  ['/v4/basket/', '/v4/basket'],
  ['/V4/Checkout/Clean-Water/?amount=50&src=Mail', '/v4/checkout/clean-water?amount=50&src=Mail'],
  ['/scheduled-giving/ramadan/?code=TeamA', '/scheduled-giving/ramadan?code=TeamA'],
  ['/Account/Donations', '/account/donations'],
  ['/login/link/?code=aBc', '/login/link?code=aBc'],
  ['/unsubscribe/us_aBc.D/', '/unsubscribe/us_aBc.D'],
  ['/v4/campaign/%D8%A8%2F/', '/v4/campaign/%D8%A8%2F'],
  ['/media/../v4/basket?x=1', '/v4/basket?x=1'],
  ['/art/%2e%2E/account/./donations', '/account/donations'],
  ['/v4\\basket', '/v4/basket'],
])('%s is the page %s', (url, address) => {
  expect(normalizedAddressOf(url)).toBe(address)
})

test.each([
  ['/'],
  ['/v4'],
  ['http://sunbul.example/v4'],
  ['/v4/basket?x=/A/'],
  ['/unsubscribe/us_aBc.D'],
  ['/v4/campaign/%D8%A8'],
])('%s is spelt as it should be', (url) => {
  expect(normalizedAddressOf(url)).toBeUndefined()
})

test('no address redirects to another site', () => {
  for (const url of [
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '/@evil.example/',
    '//evil.example/%0d%0aA:b/',
    '/..//evil.example/',
    '/x/..//evil.example',
  ])
    expect(normalizedAddressOf(url) ?? '/').toMatch(/^\/(?![/\\])/)
})

test('caching doesn’t depend on the spelling of an address', () => {
  expect(pagePath('/V4/Basket//')).toBe('/v4/basket')
  for (const path of ['/media/../v4/basket', '/v4\\basket', 'http://evil.example/v4/basket'])
    expect(pagePath(path)).toBe('/v4/basket')
  expect(pagePath('//evil.example/v4/basket')).toBe('/evil.example/v4/basket')
})
