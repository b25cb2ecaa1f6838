import { expect, test } from 'vitest'
import { otherAddressOf, pagePath } from './page-address.ts'

test.each([
  ['/v4/basket/', '/v4/basket'],
  ['/V4/Checkout/Clean-Water/?amount=50&src=Mail', '/v4/checkout/clean-water?amount=50&src=Mail'],
  ['/scheduled-giving/ramadan/?code=TeamA', '/scheduled-giving/ramadan?code=TeamA'],
  ['/Account/Gifts', '/account/gifts'],
  ['/login/link/?code=aBc', '/login/link?code=aBc'],
  ['/unsubscribe/us_aBc.D/', '/unsubscribe/us_aBc.D'],
  ['/v4/campaign/%D8%A8%2F/', '/v4/campaign/%D8%A8%2F'],
])('%s is the page %s', (url, address) => {
  expect(otherAddressOf(url)).toBe(address)
})

test.each([['/'], ['/v4'], ['/v4/basket?x=/A/'], ['/unsubscribe/us_aBc.D'], ['/v4/campaign/%D8%A8']])('%s is spelt as it should be', (url) => {
  expect(otherAddressOf(url)).toBeUndefined()
})

test('no address leads away from here', () => {
  for (const url of ['//evil.example/', '///evil.example/', '/\\evil.example/', '/%5Cevil.example/', '/@evil.example/', '//evil.example/%0d%0aA:b/'])
    expect(otherAddressOf(url) ?? '/').toMatch(/^\/(?![/\\])/)
})

test('who may keep a page does not hang on how its address is spelt', () => {
  expect(pagePath('/V4/Basket//')).toBe('/v4/basket')
})
