import { expect, test } from 'vitest'
import { normalizeDigits } from './digits.ts'

test('Arabic and Persian digits count as digits', () => {
  expect(normalizeDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789')).toBe('0123456789 0123456789 0123456789')
  expect(normalizeDigits('زكاة ٢٫٥')).toBe('زكاة 2٫5')
})

test('Hindi, Bengali and full-width digits count as digits', () => {
  expect(normalizeDigits('०१२३४५६७८९ ০১২৩৪৫৬৭৮৯ ０１２３４５６７８９')).toBe('0123456789 0123456789 0123456789')
})
