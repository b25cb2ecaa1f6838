import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPattern } from './contains-pattern.ts'

test.each([
  ['Amina', '%Amina%'],
  ['', '%%'],
  ['50%', String.raw`%50\%%`],
  ['gift_aid', String.raw`%gift\_aid%`],
  [String.raw`a\b`, String.raw`%a\\b%`],
  ['_%_%', String.raw`%\_\%\_\%%`],
  ['أمينة', '%أمينة%'],
])('the pattern of %j is %j', (words, pattern) => expect(containsPattern(words)).toBe(pattern))

/** Whether SQL's `like` finds a pattern in a text, with the backslash as its escape character. */
function isLike(text: string, pattern: string): boolean {
  const expression = pattern.replace(/\\[^]|[^]/g, (sign) => {
    if (sign === '%') return '[^]*'
    if (sign === '_') return '[^]'
    return (sign.length === 2 ? sign.slice(1) : sign).replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  })
  return new RegExp(`^${expression}$`).test(text)
}

test('a text is found exactly if it contains the words', () => {
  const texts = fc.string({ unit: fc.constantFrom(...String.raw`ab%_\.`), maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, (text, words) => {
      expect(isLike(text, containsPattern(words))).toBe(text.includes(words))
    }),
  )
})
