import { expect, test } from 'vitest'
import { normaliseDigits } from './digits.ts'

test('Arabic and Persian digits count as digits', () => {
  expect(normaliseDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789')).toBe('0123456789 0123456789 0123456789')
  expect(normaliseDigits('زكاة ٢٫٥')).toBe('زكاة 2٫5')
})

test('Hindi, Bengali and full-width digits count as digits', () => {
  expect(normaliseDigits('०१२३४५६७८९ ০১২৩৪৫৬৭৮৯ ０１２３４５６７８９')).toBe('0123456789 0123456789 0123456789')
})
