import fc from 'fast-check'
import { expect, test } from 'vitest'
import { impactOf } from './impact.ts'

const impacts = fc.uniqueArray(fc.record({ amount: fc.integer({ min: 1, max: 10_000 }), text: fc.string() }), {
  maxLength: 3,
  selector: ({ amount }) => amount,
})

test('shows the largest amount that the donation reaches, otherwise the smallest [content-41]', () => {
  const given = [
    { amount: 5000, text: 'feeds a family for a week' },
    { amount: 1000, text: 'gives ten meals' },
  ]
  expect(impactOf(given, 500)?.amount).toBe(1000)
  expect(impactOf(given, 4999)?.amount).toBe(1000)
  expect(impactOf(given, 5000)?.amount).toBe(5000)
  expect(impactOf([], 5000)).toBeUndefined()
})

test('a larger donation never shows the impact of a smaller amount [content-41]', () =>
  fc.assert(
    fc.property(impacts, fc.nat(20_000), fc.nat(20_000), (list, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(impactOf(list, more)?.amount ?? 0).toBeGreaterThanOrEqual(impactOf(list, less)?.amount ?? 0)
    }),
  ))
