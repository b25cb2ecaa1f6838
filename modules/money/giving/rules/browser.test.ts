import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserData } from './browser.ts'

test.each([
  [30, 24],
  [24, 24],
  [31, 24],
  [32, 32],
  [47, 32],
  [64, 48],
  [10, 8],
  [2, 1],
  [0, 1],
  [Number.NaN, 1],
])('a colour depth of %s is sent as %s, never refused (payments-9)', (count, sent) => {
  expect(browserData({ colorDepth: count }).colorDepth).toBe(sent)
})

test('a language has at most eight characters and is cut at a hyphen', () => {
  expect(['en-GB', 'zh-Hant-TW', 'ar', 'x', '', '<b>'].map((language) => browserData({ language }).language)).toEqual([
    'en-GB',
    'zh-Hant',
    'ar',
    'en',
    'en',
    'en',
  ])
})

test('a browser without data counts as an ordinary browser', () => {
  expect(browserData({})).toEqual({
    language: 'en',
    colorDepth: 24,
    screenHeight: 0,
    screenWidth: 0,
    timeZoneOffset: 0,
    javaEnabled: false,
    javaScriptEnabled: true,
  })
})

test('any reported browser data is converted to values that are valid in 3-D Secure', () => {
  const values = fc.record({
    language: fc.string(),
    colorDepth: fc.double(),
    screenHeight: fc.double(),
    screenWidth: fc.double(),
    timeZoneOffset: fc.double(),
  })
  fc.assert(
    fc.property(values, (browser) => {
      const sent = browserData(browser)
      expect([1, 4, 8, 15, 16, 24, 32, 48]).toContain(sent.colorDepth)
      expect(sent.language).toMatch(/^[A-Za-z][A-Za-z0-9-]{1,7}$/)
      expect([sent.screenHeight, sent.screenWidth, sent.timeZoneOffset].every(Number.isInteger)).toBe(true)
      expect(Math.abs(sent.timeZoneOffset)).toBeLessThanOrEqual(840)
    }),
  )
})

test('screen sizes are integers within their limits, and zero if missing', () => {
  const screen = (screenWidth: number | undefined) => browserData({ screenWidth }).screenWidth
  expect([1024, 1024.9, -5, 5_000_000, Number.NaN, Number.POSITIVE_INFINITY, undefined].map(screen)).toEqual([
    1024, 1024, 0, 999_999, 0, 0, 0,
  ])
  const zone = (timeZoneOffset: number) => browserData({ timeZoneOffset }).timeZoneOffset
  expect([-841, -840, -60, 720, 721].map(zone)).toEqual([-840, -840, -60, 720, 720])
})

test('a long language is cut at a hyphen, and an invalid one becomes English', () => {
  const language = (tag: string | undefined) => browserData({ language: tag }).language
  expect(['zh-Hant-TW', 'zh-Hanta', 'en-GB-oxendict', 'abcdefgh', '', '12', undefined].map(language)).toEqual([
    'zh-Hant',
    'zh-Hanta',
    'en-GB',
    'abcdefgh',
    'en',
    'en',
    'en',
  ])
})
