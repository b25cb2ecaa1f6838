import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseDigits, wholeNumberText } from './digits.ts'

test('Arabic and Persian digits count as digits', () => {
  expect(normaliseDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789')).toBe('0123456789 0123456789 0123456789')
  expect(normaliseDigits('زكاة ٢٫٥')).toBe('زكاة 2٫5')
})

test.each([
  ['', '0'],
  ['0', '0'],
  ['000', '0'],
  ['007', '7'],
  ['20', '20'],
  ['٢٠', '20'],
  ['۲۰', '20'],
  ['20 USD', '20'],
  ['1,000', '1000'],
  ['-5', '5'],
])('an amount field that holds "%s" says %s [S1 §5]', (typed, text) => {
  expect(wholeNumberText(typed)).toBe(text)
})

test('an amount field always holds a whole number, and typing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const text = wholeNumberText(typed)
      expect(text).toMatch(/^(0|[1-9]\d*)$/)
      expect(wholeNumberText(text)).toBe(text)
    }),
  )
})
