import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, textOn } from './contrast.ts'

test('text on any colour has at least 4.5:1, white before dark before black', () => {
  expect(['#4AA567', '#2C633D', '#777777', '#FFD400'].map(textOn)).toEqual(['#141917', '#FFFFFF', '#000000', '#141917'])
  expect(contrastOf('#4AA567', '#141917')).toBeCloseTo(5.82, 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const colour = `#${value.toString(16).padStart(6, '0').toUpperCase()}`
      expect(contrastOf(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
