import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkWords, normalizePublicName, normalizeWords, wordsMax } from './words.ts'

const anything = fc.string({ unit: 'binary' })

test('keeps line breaks and removes invisible characters', () => {
  expect(normalizeWords('  May Allah accept.\r\n\r\n\r\n\r\nAmeen\u0000\u202e ')).toBe('May Allah accept.\n\nAmeen')
  expect(normalizeWords('one\ttwo\rthree')).toBe('one two\nthree')
})

test('keeps joiners of Persian letters and emoji', () => {
  for (const words of ['می\u200cخواهم', '👨\u200d👩\u200d👧']) expect(normalizeWords(words)).toBe(words)
})

test('is idempotent', () => {
  fc.assert(fc.property(anything, (typed) => normalizeWords(normalizeWords(typed)) === normalizeWords(typed)))
  fc.assert(
    fc.property(anything, (typed) => normalizePublicName(normalizePublicName(typed)) === normalizePublicName(typed)),
  )
})

test('a name is one line without invisible characters', () => {
  expect(normalizePublicName(' Amina\n\u202e Yusuf\u0000 ')).toBe('Amina Yusuf')
  fc.assert(
    fc.property(
      anything,
      (typed) =>
        !/[\p{Cc}\p{Cs}]/u.test(normalizePublicName(typed)) && !/[^\P{Cc}\n]|\p{Cs}/u.test(normalizeWords(typed)),
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
