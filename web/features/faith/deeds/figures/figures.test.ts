import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, money } from '#shared/money.ts'
import { countUpAt, platformAmount, platformDonors, splitThousands } from './figures.ts'

test('platform figures are in thousands and millions, rounded down [S1 §2.1]', () => {
  expect([1, 999, 1000, 1099, 11_399, 250_000].map(platformDonors)).toEqual(['1', '999', '1k', '1k', '11.3k', '250k'])
  expect([199, 123_456, 99_999_999, 100_000_000, 236_999_999].map(platformAmount)).toEqual([
    '$1',
    '$1,234',
    '$999,999',
    '$1m',
    '$2.3m',
  ])
})

test('splits a total from 1,000 on into parts that add up to it [S1 §2.1]', () => {
  const split = (minor: bigint, locale: 'en' | 'ar') =>
    splitThousands(formatMoney(money(minor, 'GBP'), locale, { fractions: 'auto' }))
  expect(split(99_999n, 'en')).toEqual(['', '£999.99'])
  expect(split(100_000n, 'en')).toEqual(['£1,', '000'])
  expect(split(1_234_567_89n, 'en')).toEqual(['£1,234,', '567.89'])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.constantFrom('en', 'ar'), (minor, locale) => {
      const text = formatMoney(money(minor, 'KWD'), locale as 'en')
      expect(splitThousands(text).join('')).toBe(text)
      expect(splitThousands(text)[0] !== '').toBe(minor >= 1_000_000n)
    }),
  )
})

test('a count-up starts at zero, never falls and ends at the exact amount', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.integer({ min: 1, max: 899 }), (amount, elapsed) => {
      expect(countUpAt(amount, 0, 900)).toBe(0)
      expect(countUpAt(amount, elapsed, 900)).toBeLessThanOrEqual(countUpAt(amount, elapsed + 1, 900))
      expect([countUpAt(amount, 900, 900), countUpAt(amount, 0, 0)]).toEqual([amount, amount])
    }),
  )
})
