import { expect, test } from 'vitest'
import { addressInLanguage, isPublicPage, withoutLanguage } from './public-pages.ts'

test('pages of fundraisers, events and the fixed ones are public; forms and accounts are not', () => {
  for (const path of ['/v4', '/v4/campaign/wells', '/v4/events/ramadan', '/help', '/privacy', '/v4/zakat/fidya'])
    expect(isPublicPage(path), path).toBe(true)
  for (const path of ['/', '/v4/checkout/wells', '/v4/campaign/wells/report', '/account', '/login', '/help/x'])
    expect(isPublicPage(path), path).toBe(false)
})

test('removes the language from a URL and keeps the rest', () => {
  expect(withoutLanguage('/v4?lang=ar')).toBe('/v4')
  expect(withoutLanguage('/v4/discover?q=a&lang=en&cause=water')).toBe('/v4/discover?q=a&cause=water')
  expect(withoutLanguage('/v4?language=ar')).toBe('/v4?language=ar')
  expect(withoutLanguage('/v4?lang')).toBe('/v4')
  expect(addressInLanguage('ar', 'https://give.example/help')).toBe('https://give.example/help?lang=ar')
})
