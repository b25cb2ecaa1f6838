import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { splitZakat } from './split-zakat.ts'

test('parts sum to the amount and are equal, except that the first has the remainder', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 1, max: 50 }), (amount, count) => {
      const parts = splitZakat(money(amount, 'KWD'), count).map((part) => part.amount)
      const [first = -1n, ...others] = parts
      expect(parts).toHaveLength(count)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
      for (const part of others) {
        expect(part).toBe(others[0])
        expect(first - part).toBeGreaterThanOrEqual(0n)
        expect(first - part).toBeLessThan(BigInt(count))
      }
    }),
  )
})

test('gives the cent that is left to the first fundraiser', () => {
  expect(splitZakat(money(10_000n, 'GBP'), 3).map(({ amount }) => amount)).toEqual([3334n, 3333n, 3333n])
  expect(splitZakat(money(10_000n, 'GBP'), 0)).toEqual([])
})
