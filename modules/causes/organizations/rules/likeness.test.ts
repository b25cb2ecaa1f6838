import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLikeName, isLike, skeletonOf } from './likeness.ts'

const pairs: readonly (readonly [string, string, string])[] = [
  ['case and spaces', 'Islamic Relief', ' ISLAMIC  relief'],
  ['Cyrillic letters', 'Islamic Relief', 'Іѕlаmіс Rеliеf'],
  ['Greek letters', 'Noor of Oxford', 'Νοοr οf Οxfοrd'],
  ['a zero-width space', 'Sunbul', 'Sun\u200bbul'],
  ['a joiner and a direction mark', 'Sunbul', '\u202eSun\u2060bul\u200d'],
  ['a soft hyphen', 'Sunbul', 'Sun\u00adbul'],
  ['capital i for l', 'Sunbul', 'SunbuI'],
  ['a digit for a letter', 'Noor Fund', 'N00r Fund'],
  ['rn for m', 'Muslim Hands', 'Muslirn Hands'],
  ['full-width letters', 'Sunbul', 'Ｓｕｎｂｕｌ'],
  ['mathematical letters', 'Sunbul', '𝐒𝐮𝐧𝐛𝐮𝐥'],
  ['marks', 'Sunbul', 'Sünbül'],
  ['hyphens and dots', 'Muslim Hands', 'Muslim-Hands.'],
  ['another order of words', 'Hands of Mercy', 'Mercy Hands'],
  ['a letter more', 'Islamic Relief', 'Islamic Relieff'],
  ['Farsi yeh and keheh', 'بركة الخير', 'برکة الخیر'],
  ['teh marbuta and heh', 'مؤسسة الرحمة', 'مؤسسه الرحمه'],
  ['tatweel', 'الرحمة', 'الـــرحمة'],
  ['hamza forms', 'أمل', 'امل'],
  ['alef maksura', 'بشرى', 'بشري'],
  ['a presentation form', 'الرحمة', 'ﺍﻟﺮﺣﻤﺔ'],
  ['vowel marks', 'الرحمة', 'الرَّحْمَة'],
]
test.each(pairs)('a name with %s is like the other', (_, one, other) => {
  expect([isLike(one, other), isLike(other, one)]).toEqual([true, true])
})

test.each([
  ['Islamic Relief', 'Muslim Aid'],
  ['Noor', 'Amal'],
  ['Sunbul', 'Sundial'],
  ['Water for Gaza', 'Food for Yemen'],
  ['مؤسسة الرحمة', 'جمعية البركة'],
  ['', 'Sunbul'],
  ['!!!', '???'],
])('%s is not like %s', (one, other) => {
  expect(isLike(one, other)).toBe(false)
})

test.each([
  ['marks', 'Sünbül', 'Sunbul'],
  ['a letter whose look-alike has a mark', 'ɨslam', 'islam'],
  ['hyphens and dots', 'Muslim-Hands.', 'Muslim Hands'],
  ['vowel marks', 'الرَّحْمَة', 'الرحمة'],
])('a name with %s looks the same', (_, one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

test('digits are part of a name', () => {
  expect(skeletonOf('Fund 25')).not.toBe(skeletonOf('Fund 26'))
  expect(skeletonOf('Fund 25')).not.toBe(skeletonOf('Fund'))
})

test('one letter more makes another name of fewer than eight letters', () => {
  expect(isLike('Tadabur', 'Tadaburs')).toBe(false)
  expect(isLike('Tadaburs', 'Tadabursa')).toBe(true)
  expect(isLike('Tadaburs', 'Kifaayat')).toBe(false)
})

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz '), minLength: 3, maxLength: 30 })
const named = letters.filter((text) => skeletonOf(text) !== '')
const invisible = fc.constantFrom(
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u3164',
  '\u2800',
)

test('no invisible character, wherever it is, makes another name', () => {
  fc.assert(
    fc.property(named, fc.array(fc.tuple(fc.nat(40), invisible), { minLength: 1 }), (name, added) => {
      const hidden = added.reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), name)
      expect(skeletonOf(hidden)).toBe(skeletonOf(name))
      expect(isLike(hidden, name)).toBe(true)
    }),
  )
})

test('look-alike letters of other scripts make no other name', () => {
  const alike: Readonly<Record<string, string>> = {
    a: 'а',
    c: 'с',
    e: 'е',
    o: 'ο',
    p: 'р',
    x: 'х',
    y: 'у',
    i: 'і',
    s: 'ѕ',
    j: 'ј',
  }
  fc.assert(
    fc.property(named, fc.func(fc.boolean()), (name, isReplaced) => {
      const disguised = Array.from(name, (letter, at) => (isReplaced(at) ? (alike[letter] ?? letter) : letter)).join('')
      expect(skeletonOf(disguised)).toBe(skeletonOf(name))
    }),
  )
})

test('likeness is mutual, and a name is like itself', () => {
  fc.assert(
    fc.property(named, named, (one, other) => {
      expect(isLike(one, one)).toBe(true)
      expect(isLike(one, other)).toBe(isLike(other, one))
    }),
  )
})

test('finds the name that a new name looks like', () => {
  expect(findLikeName('Muslirn Hands', ['Amal', 'Muslim Hands'])).toBe('Muslim Hands')
  expect(findLikeName('Water Wells', ['Amal', 'Muslim Hands'])).toBeUndefined()
})
