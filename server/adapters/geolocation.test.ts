import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundledCountries } from './geolocation.ts'

const countryOf = bundledCountries()

test.each([
  ['8.8.8.8', 'US'],
  ['193.0.6.139', 'NL'],
  ['81.2.69.142', 'GB'],
  ['::ffff:81.2.69.142', 'GB'],
  ['2001:4860:4860::8888', 'US'],
])('%s is in %s', (ip, country) => {
  expect(countryOf(ip)).toBe(country)
})

test.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1', 'unknown', '', '999.1.1.1'])(
  '%s is in no country',
  (ip) => {
    expect(countryOf(ip)).toBeUndefined()
  },
)

test('returns a country code or undefined for any input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (ip) => {
      expect(countryOf(ip) ?? 'XX').toMatch(/^[A-Z]{2}$/)
    }),
  )
})
