import { expect, test } from 'vitest'
import { countryNames } from './country-names.ts'

test('countries are named in the language of the reader, not by their codes', () => {
  expect(countryNames(['US', 'CA'], 'en')).toBe('United States and Canada')
  expect(countryNames(['US', 'CA'], 'ar')).toBe('الولايات المتحدة وكندا')
  expect(countryNames(['CA'], 'ar')).toBe('كندا')
})
