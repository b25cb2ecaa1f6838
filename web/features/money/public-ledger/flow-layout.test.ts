import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutFlow } from './flow-layout.ts'

test('parts are as high as their share of the whole, and those of nothing are left out', () => {
  const { parts } = layOutFlow(
    [
      { name: 'fees', amount: 10 },
      { name: 'paid-out', amount: 90 },
      { name: 'waiting', amount: 0 },
    ],
    200,
  )
  expect(parts).toEqual([
    { name: 'fees', amount: 10, from: 0, to: 0, height: 20 },
    { name: 'paid-out', amount: 90, from: 20, to: 66, height: 180 },
  ])
})

test('bands never overlap, and there is room for the label of each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 10 ** 9 }), { maxLength: 5 }), (amounts) => {
      const { parts, height } = layOutFlow(
        amounts.map((amount, index) => ({ name: String(index), amount })),
        200,
      )
      for (const [index, part] of parts.entries()) {
        const next = parts[index + 1]
        expect(part.height).toBeGreaterThan(0)
        if (!next) continue
        expect(next.from).toBe(part.from + part.height)
        expect(next.to - part.to).toBeGreaterThanOrEqual(46)
      }
      expect(height).toBeGreaterThanOrEqual(parts.reduce((sum, part) => sum + part.height, 0))
    }),
  )
})
