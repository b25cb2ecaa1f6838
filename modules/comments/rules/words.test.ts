import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkWords, tidyWords, wordsMax } from './words.ts'

test('words keep their line breaks and lose what cannot be seen', () => {
  expect(tidyWords('  May Allah accept.\r\n\r\n\r\n\r\nAmeen\u0000\u202e ')).toBe('May Allah accept.\n\nAmeen')
})
test('tidying twice is tidying once', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => tidyWords(tidyWords(typed)) === tidyWords(typed)))
})
test('nothing and too much are refused', () => {
  expect(checkWords('')).toEqual({ code: 'comment-empty' })
  expect(checkWords('م'.repeat(wordsMax))).toBeUndefined()
  expect(checkWords('م'.repeat(wordsMax + 1))).toMatchObject({ code: 'comment-too-long' })
})
