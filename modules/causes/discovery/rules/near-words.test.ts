import { expect, test } from 'vitest'
import { distance, nearWords } from './near-words.ts'

test('strokes are counted: one more, one less, another, two changed about', () => {
  expect(distance('water', 'water', 2)).toBe(0)
  expect(distance('watr', 'water', 2)).toBe(1)
  expect(distance('wates', 'water', 2)).toBe(1)
  expect(distance('waetr', 'water', 2)).toBe(1)
  expect(distance('shcool', 'school', 2)).toBe(1)
  expect(distance('mosque', 'market', 2)).toBe(3)
  expect(distance('مسجد', 'مسجدد', 2)).toBe(1)
})

test('the nearest are meant, and words that begin so; a short word has no neighbours', () => {
  expect(nearWords('watr', ['water', 'wate', 'later'])).toEqual(['water', 'wate'])
  expect(nearWords('orphns', ['orphans', 'orphan'])).toEqual(['orphans'])
  expect(nearWords('pales', ['palestine', 'plates'])).toEqual(['palestine'])
  expect(nearWords('uk', ['us', 'uae'])).toEqual([])
  expect(nearWords('zzzzzz', ['water'])).toEqual([])
})
