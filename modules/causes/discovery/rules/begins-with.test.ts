import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsWith } from './begins-with.ts'

test('a label is found by the beginning of any of its words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }).filter((word) => /^[a-z]+$/i.test(word))),
      fc.nat(),
      (words, position) => {
        fc.pre(words.length > 0)
        const word = words[position % words.length]!
        for (let end = 1; end <= word.length; end++)
          expect(beginsWith(words.join(' '), word.slice(0, end).toUpperCase())).toBe(true)
      },
    ),
  )
  expect(beginsWith('Emergency relief', 'rel')).toBe(true)
  expect(beginsWith('Emergency relief', 'gency')).toBe(false)
  expect(beginsWith('Water', ' ')).toBe(false)
})

test('accents, vowel marks, forms of alef and the Arabic article make no difference', () => {
  expect(beginsWith('Türkiye', 'turk')).toBe(true)
  expect(beginsWith('إطعام', 'اطع')).toBe(true)
  expect(beginsWith('الأردن', 'اردن')).toBe(true)
  expect(beginsWith('السُّودان', 'سود')).toBe(true)
})
