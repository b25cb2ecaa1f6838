import { expect, test } from 'vitest'
import { countryNames } from './country-names.ts'

test('names countries in the reader’s language', () => {
  expect(countryNames(['US', 'CA'], 'en')).toBe('United States and Canada')
  expect(countryNames(['US', 'CA'], 'ar')).toBe('الولايات المتحدة وكندا')
  expect(countryNames(['CA'], 'ar')).toBe('كندا')
})
