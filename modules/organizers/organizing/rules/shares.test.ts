import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf, largestAndOthers } from './shares.ts'

const parts = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('direct', 'search', 'whatsapp', 'poster', 'other', 'x'),
    views: fc.integer({ min: 1, max: 1e6 }),
  }),
  { selector: ({ name }) => name },
)
const sumOf = (list: readonly { readonly views: number }[]) => list.reduce((sum, { views }) => sum + views, 0)

test('no view is lost or counted twice among the others', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 8 }), (list, max) => {
      const summed = largestAndOthers(list, max)
      expect(sumOf(summed)).toBe(sumOf(list))
      expect(summed.filter(({ name }) => name === 'other').length).toBeLessThanOrEqual(1)
      expect(summed.length).toBeLessThanOrEqual(max + 1)
    }),
  )
})

test('percentages are whole and never above 100 together', () => {
  fc.assert(
    fc.property(parts, (list) => {
      const shares = sharesOf(list, sumOf(list))
      expect(shares.reduce((sum, { percentage }) => sum + percentage, 0)).toBeLessThanOrEqual(100)
    }),
  )
  expect(sharesOf([{ name: 'direct', views: 1 }], 3)).toEqual([{ name: 'direct', views: 1, percentage: 33 }])
  expect(sharesOf([{ name: 'direct', views: 0 }], 0)).toEqual([{ name: 'direct', views: 0, percentage: 0 }])
})
