import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffPart, wordDiff } from './diff.ts'

const textOf = (pieces: readonly DiffPart[], ...kinds: DiffPart['kind'][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')
const someWords = fc
  .array(fc.constantFrom('water', 'well', 'بئر', ' ', '\n', 'for', 'eleven', '🌾'))
  .map((list) => list.join(''))
const anyText = fc.oneof(someWords, fc.string({ unit: 'binary' }))

test('one changed word is one removed and one added word', () => {
  expect(wordDiff('A well for eleven villages', 'A well for twelve villages')).toEqual([
    { kind: 'same', text: 'A well for ' },
    { kind: 'removed', text: 'eleven' },
    { kind: 'new', text: 'twelve' },
    { kind: 'same', text: ' villages' },
  ])
})

test('kept and removed words are the earlier text, kept and added words the later one', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const pieces = wordDiff(before, after)
      return textOf(pieces, 'same', 'removed') === before && textOf(pieces, 'same', 'new') === after
    }),
  )
})

test('identical texts have no changes, and neighbouring pieces differ in kind', () => {
  fc.assert(fc.property(anyText, (text) => wordDiff(text, text).every(({ kind }) => kind === 'same')))
  fc.assert(
    fc.property(anyText, anyText, (a, b) =>
      wordDiff(a, b).every((piece, index, all) => piece.text !== '' && piece.kind !== all[index + 1]?.kind),
    ),
  )
})

test('keeps the same length in both directions', () => {
  const kept = (a: string, b: string) => (textOf(wordDiff(a, b), 'same').match(/\s+|\S+/gu) ?? []).length
  fc.assert(
    fc.property(
      someWords,
      someWords,
      (a, b) => kept(a, b) <= Math.min(a.length, b.length) && (a !== b || kept(a, b) === kept(b, a)),
    ),
  )
})

test('compares two long, unrelated texts without comparing every pair of words', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 40_000 }, (_, index) => `${letter}${index}`).join(' '),
  )
  const started = performance.now()
  const pieces = wordDiff(before!, after!)
  expect(performance.now() - started).toBeLessThan(2000)
  expect([textOf(pieces, 'removed'), textOf(pieces, 'new')]).toEqual([before, after])
})
