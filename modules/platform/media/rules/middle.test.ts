import fc from 'fast-check'
import { expect, test } from 'vitest'
import { middleOf } from './middle.ts'

const place = { width: 1080, height: 1120 }

test('a photograph is analysed whole, a line of pixels only in its middle', () => {
  for (const [width, height] of [
    [1600, 1067],
    [900, 1600],
    [300, 200],
    [1600, 400],
  ] as const)
    expect(middleOf({ width, height }, place)).toBeUndefined()
  expect(middleOf({ width: 1, height: 1600 }, place)).toEqual({ width: 1, height: 1, left: 0, top: 799 })
  expect(middleOf({ width: 1600, height: 4 }, place)).toEqual({ width: 4, height: 4, left: 798, top: 0 })
})

test('the analysed part is inside the picture and covers its box with few pixels', () => {
  const side = fc.integer({ min: 1, max: 1600 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const part = middleOf({ width, height }, place) ?? { width, height, left: 0, top: 0 }
      expect(Math.min(part.left, part.top)).toBeGreaterThanOrEqual(0)
      expect(part.left + part.width).toBeLessThanOrEqual(width)
      expect(part.top + part.height).toBeLessThanOrEqual(height)
      const scale = Math.max(place.width / part.width, place.height / part.height)
      expect(part.width * part.height * scale * scale).toBeLessThanOrEqual(40_000_000)
    }),
  )
})
