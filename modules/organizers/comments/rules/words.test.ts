import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkWords, tidyName, tidyWords, wordsMax } from './words.ts'

const anything = fc.string({ unit: 'binary' })

test('keeps line breaks and removes invisible characters', () => {
  expect(tidyWords('  May Allah accept.\r\n\r\n\r\n\r\nAmeen\u0000\u202e ')).toBe('May Allah accept.\n\nAmeen')
  expect(tidyWords('one\ttwo\rthree')).toBe('one two\nthree')
})

test('keeps joiners of Persian letters and emoji', () => {
  for (const words of ['می\u200cخواهم', '👨\u200d👩\u200d👧']) expect(tidyWords(words)).toBe(words)
})

test('is idempotent', () => {
  fc.assert(fc.property(anything, (typed) => tidyWords(tidyWords(typed)) === tidyWords(typed)))
  fc.assert(fc.property(anything, (typed) => tidyName(tidyName(typed)) === tidyName(typed)))
})

test('a name is one line without invisible characters', () => {
  expect(tidyName(' Amina\n\u202e Yusuf\u0000 ')).toBe('Amina Yusuf')
  fc.assert(
    fc.property(
      anything,
      (typed) => !/[\p{Cc}\p{Cs}]/u.test(tidyName(typed)) && !/[^\P{Cc}\n]|\p{Cs}/u.test(tidyWords(typed)),
    ),
  )
})

test('refuses empty, invisible and overlong text', () => {
  expect(checkWords('')).toEqual({ code: 'comment-empty' })
  expect(checkWords('\u200b\u2060')).toEqual({ code: 'comment-empty' })
  expect(checkWords('🌾')).toBeUndefined()
  expect(checkWords('م'.repeat(wordsMax))).toBeUndefined()
  expect(checkWords('🌾'.repeat(wordsMax))).toBeUndefined()
  expect(checkWords('م'.repeat(wordsMax + 1))).toEqual({ code: 'comment-too-long', params: { max: 1000 } })
})
