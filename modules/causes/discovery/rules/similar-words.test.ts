import { expect, test } from 'vitest'
import { distance, findSimilarWords } from './similar-words.ts'

test('counts edits: an insertion, a deletion, a substitution, a transposition', () => {
  expect(distance('water', 'water', 2)).toBe(0)
  expect(distance('watr', 'water', 2)).toBe(1)
  expect(distance('wates', 'water', 2)).toBe(1)
  expect(distance('waetr', 'water', 2)).toBe(1)
  expect(distance('shcool', 'school', 2)).toBe(1)
  expect(distance('mosque', 'market', 2)).toBe(3)
  expect(distance('مسجد', 'مسجدد', 2)).toBe(1)
})

test('chooses the nearest words and completions; a short word has no neighbours', () => {
  expect(findSimilarWords('watr', ['water', 'wate', 'later'])).toEqual(['water', 'wate'])
  expect(findSimilarWords('orphns', ['orphans', 'orphan'])).toEqual(['orphans'])
  expect(findSimilarWords('pales', ['palestine', 'plates'])).toEqual(['palestine'])
  expect(findSimilarWords('uk', ['us', 'uae'])).toEqual([])
  expect(findSimilarWords('zzzzzz', ['water'])).toEqual([])
})
