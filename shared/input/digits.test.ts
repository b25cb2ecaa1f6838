import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeCode, normalizeDigits, normalizePhone, telephoneLink } from './digits.ts'

test('Arabic and Persian digits count as digits', () => {
  expect(normalizeDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789')).toBe('0123456789 0123456789 0123456789')
  expect(normalizeDigits('زكاة ٢٫٥')).toBe('زكاة 2٫5')
})

test('Hindi, Bengali and full-width digits count as digits', () => {
  expect(normalizeDigits('०१२३४५६७८९ ০১২৩৪৫৬৭৮৯ ０１２３４５６７８９')).toBe('0123456789 0123456789 0123456789')
})

test('direction marks around and inside a number are dropped (amounts-17)', () => {
  expect(normalizeDigits('\u202a+44 20\u200e 7946\u202c')).toBe('+44 20 7946')
  expect(normalizeDigits('\ufeff\u2068١٢\u2069\u061c')).toBe('12')
})

const zeros = ['0', '٠', '۰', '०', '০', '０']
const gaps = [
  '',
  ' ',
  '\u00a0',
  '\u202f',
  '-',
  '\u2010',
  '\u2011',
  '\u2013',
  '\u2014',
  '\u2212',
  '\u200e',
  '\u202b',
  '\u200b',
  '\u2069',
]

test('a code is the same whatever its digits, spaces, dashes and marks (amounts-17)', () => {
  const sign = fc.oneof(
    fc.integer({ min: 0, max: 9 }).map((value) => ({
      plain: String(value),
      shapes: zeros.map((zero) => String.fromCharCode(zero.charCodeAt(0) + value)),
    })),
    fc.constantFrom(...'ABCXYZ').map((letter) => ({
      plain: letter,
      shapes: [letter, letter.toLowerCase(), String.fromCharCode(letter.charCodeAt(0) + 0xfee0)],
    })),
  )
  const typed = fc.array(fc.tuple(sign, fc.nat(), fc.constantFrom(...gaps)), { maxLength: 30 })
  fc.assert(
    fc.property(typed, (signs) => {
      const plain = signs.map(([{ plain }]) => plain).join('')
      const text = signs.map(([{ shapes }, shape, gap]) => `${shapes[shape % shapes.length]}${gap}`).join('')
      expect(normalizeCode(text)).toBe(plain)
      expect(normalizeCode(plain)).toBe(plain)
    }),
  )
})

test('a phone number is the same in any digits, and its link can be dialled (amounts-17)', () => {
  for (const typed of [
    '+442079460958',
    '+٤٤٢٠٧٩٤٦٠٩٥٨',
    '\u202a+442079460958\u202c',
    '＋４４２０７９４６０９５８',
    '+44\u200b2079460958 ',
  ])
    expect([normalizePhone(typed), telephoneLink(typed)]).toEqual(['+442079460958', 'tel:+442079460958'])
  expect(telephoneLink('+٤٤ (٠) ٢٠ ٧٩٤٦')).toBe('tel:+440207946')
})

test('a normalized code stays as it is when it is normalized again, also where a capital is two characters', () => {
  expect(normalizeCode('\u1FE2')).toBe('\u03AB\u0300')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const code = normalizeCode(text)
      expect(normalizeCode(code)).toBe(code)
    }),
  )
})
