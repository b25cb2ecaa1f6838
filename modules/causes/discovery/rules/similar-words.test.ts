import { expect, test } from 'vitest'
import { editDistance, findSimilarWords } from './similar-words.ts'

test('counts edits: an insertion, a deletion, a substitution, a transposition', () => {
  expect(editDistance('water', 'water', 2)).toBe(0)
  expect(editDistance('watr', 'water', 2)).toBe(1)
  expect(editDistance('wates', 'water', 2)).toBe(1)
  expect(editDistance('waetr', 'water', 2)).toBe(1)
  expect(editDistance('shcool', 'school', 2)).toBe(1)
  expect(editDistance('mosque', 'market', 2)).toBe(3)
  expect(editDistance('مسجد', 'مسجدد', 2)).toBe(1)
})

test('chooses the nearest words and completions; a short word has no neighbours', () => {
  expect(findSimilarWords('watr', ['water', 'wate', 'later'])).toEqual(['water', 'wate'])
  expect(findSimilarWords('orphns', ['orphans', 'orphan'])).toEqual(['orphans'])
  expect(findSimilarWords('pales', ['palestine', 'plates'])).toEqual(['palestine'])
  expect(findSimilarWords('uk', ['us', 'uae'])).toEqual([])
  expect(findSimilarWords('zzzzzz', ['water'])).toEqual([])
})
