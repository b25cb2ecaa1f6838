import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Piece, wordDiff } from './diff.ts'

const told = (pieces: readonly Piece[], ...kinds: Piece['kind'][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')
const someWords = fc
  .array(fc.constantFrom('water', 'well', 'بئر', ' ', '\n', 'for', 'eleven', '🌾'))
  .map((list) => list.join(''))
const anyText = fc.oneof(someWords, fc.string({ unit: 'binary' }))

test('one changed word is told as one word gone and one new', () => {
  expect(wordDiff('A well for eleven villages', 'A well for twelve villages')).toEqual([
    { kind: 'same', text: 'A well for ' },
    { kind: 'gone', text: 'eleven' },
    { kind: 'new', text: 'twelve' },
    { kind: 'same', text: ' villages' },
  ])
})

test('what is the same or gone is the text before, what is the same or new the text after', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const pieces = wordDiff(before, after)
      return told(pieces, 'same', 'gone') === before && told(pieces, 'same', 'new') === after
    }),
  )
})

test('a text compared with itself has no changes, and no two neighbours are of one kind', () => {
  fc.assert(fc.property(anyText, (text) => wordDiff(text, text).every(({ kind }) => kind === 'same')))
  fc.assert(
    fc.property(anyText, anyText, (a, b) =>
      wordDiff(a, b).every((piece, at, all) => piece.text !== '' && piece.kind !== all[at + 1]?.kind),
    ),
  )
})

test('what is kept is as long in both directions', () => {
  const kept = (a: string, b: string) => (told(wordDiff(a, b), 'same').match(/\s+|\S+/gu) ?? []).length
  fc.assert(
    fc.property(
      someWords,
      someWords,
      (a, b) => kept(a, b) <= Math.min(a.length, b.length) && (a !== b || kept(a, b) === kept(b, a)),
    ),
  )
})

test('two long texts that have nothing in common are told without comparing each word with each', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 40_000 }, (_, at) => `${letter}${at}`).join(' '),
  )
  const started = performance.now()
  const pieces = wordDiff(before!, after!)
  expect(performance.now() - started).toBeLessThan(2000)
  expect([told(pieces, 'gone'), told(pieces, 'new')]).toEqual([before, after])
})
