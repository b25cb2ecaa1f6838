import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fontSources } from './catalogue.ts'
import { choosePieces, toPrintable } from './choose-fonts.ts'
import { loadFont } from './font-file.ts'

const purposes = ['document', 'picture'] as const

test.each(purposes)('every listed font file exists and has TrueType outlines: %s', (purpose) => {
  for (const { paths } of fontSources(purpose))
    for (const path of Object.values(paths)) {
      expect(existsSync(path), path).toBe(true)
      expect(readFileSync(path).includes('CFF '), path).toBe(false)
    }
})

test.each([
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچگٹڈڑےہ،؛؟٠١٢٣٤٥٦٧٨٩۰۱۲۳',
  'Ömer Çelik, Žižek, Dayanışma, “quoted” – £ € ¥ ···· Sha‘ban',
  '₺ ₪ ৳ ₱ ฿ ₩ ₦ ₵ ₼ ₸ ₹ ﷼ ₾ ₴ ₫',
  'Əliyev ʿAbd al-Raḥmān Gʻulom Ɓala Ẹ́kùn',
  'Иван Жәнібек মোহাম্মদ मुहम्मद 张伟 田中さくら 김무함마드',
  '🌾💧🇵🇸',
])('has a glyph for every character of: %s', (text) => {
  for (const purpose of purposes) expect(toPrintable(text, purpose)).toBe(text.normalize('NFC'))
})

test.each([
  ['𐎀𐎁', 'ab'],
  ['a𗌓b', 'ab'],
  ['𠮷野', 'Kichi野'],
  ['a\u202eb\u0000c\u200e', 'abc'],
  ['  two\t\nwords ', 'two words'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%s is printed as %s', (text, printed) => expect(toPrintable(text, 'document')).toBe(printed))

test('a word has one font if one has all of its letters, so that marks meet their letters', () => {
  expect(choosePieces('Əliyev', 'document')).toMatchObject([{ text: 'Əliyev', source: { name: 'noto-sans' } }])
  expect(choosePieces('Ẹ́kùn', 'document')).toHaveLength(1)
})

test('whatever is printed has a glyph in its font, and only a typed question mark is one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...purposes), (text, purpose) => {
      for (const piece of choosePieces(text, purpose)) {
        const { characters } = loadFont(piece.source.paths.regular)
        for (const sign of piece.text)
          expect(characters.has(sign.codePointAt(0)!) || /[\p{Cf}\p{Mn}]| /u.test(sign)).toBe(true)
      }
      const isAsked = /\p{Po}/u.test(text.normalize('NFC'))
      if (!isAsked) expect(toPrintable(text, purpose)).not.toContain('?')
    }),
    { numRuns: 100 },
  )
})
